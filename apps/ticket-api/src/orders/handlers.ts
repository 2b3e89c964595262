import { pageSize } from "@guichet/contract/limits/request-limits.ts";
import type { Order } from "@guichet/contract/orders.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { isOpen } from "@guichet/rules/orders.ts";
import { namedTraveller } from "../account-records/named-traveller.ts";
import type { Dependencies } from "../dependencies.ts";
import type { ModuleHandlers } from "../http/call-handler.ts";
import { cursorAfter, readCursor } from "../http/cursor.ts";
import { ProviderUnreachable } from "../integrations/payment-provider.ts";
import { invoiceDocument } from "../order-records/invoices.ts";
import { orderOfLink } from "../order-records/order-links.ts";
import { listOrders, type OrderWithDetails } from "../order-records/order-list-store.ts";
import { isNobodys, orderOfCustomer } from "../order-records/order-of-customer.ts";
import { readOrder } from "../order-records/order-store.ts";
import { ownOrder, placedBy } from "../order-records/own-order.ts";
import { type InstallmentRow, installmentsOf } from "../payment-records/installment-store.ts";
import { lastPayment } from "../payment-records/payment-store.ts";
import { type SettlementHold, unsettledHolds } from "../payment-records/settlement-hold-store.ts";
import { droppedView, installmentView } from "../payments/installment-handlers.ts";
import { suspensionOf } from "../payments/installments/suspension.ts";
import { cancelUnpaid, settlePayment } from "../payments/settlement/settle-payment.ts";
import type { UserSession } from "../sessions/session-store.ts";
import { periodOfOrder } from "../subscription-records/subscription-store.ts";
import { createCounterOrder } from "./counter-sale.ts";
import { payOrder } from "./pay-order.ts";
import { placeOrder } from "./place-order.ts";
import { redeemVoucher } from "./redeem-voucher.ts";

export const orderHandlers: ModuleHandlers<
  | "placeOrder"
  | "createOrder"
  | "redeemVoucher"
  | "orderHistory"
  | "getOrders"
  | "readLinkedOrder"
  | "printOrder"
  | "cancelOrder"
  | "payOrder"
> = {
  placeOrder,
  createOrder: createCounterOrder,
  redeemVoucher,
  payOrder,

  orderHistory: ({ deps, session, request }) => pageOfOrders(deps, session, request),

  getOrders: async ({ deps, session, request }) => {
    if (request.orderId === undefined) return pageOfOrders(deps, session, request);
    const traveller = await requestedTraveller(deps, session, request.userId);
    if (!traveller.ok) return traveller;
    const own = await ownOrder(deps, session, request.orderId);
    if (own === undefined) return err("NOT_FOUND");
    const filter = { ...session, placedBy: null, forTraveller: traveller.value, orderId: own.id };
    const found = await listOrders(deps.db, { ...filter, limit: 1 });
    if (found.length === 0) return err("NOT_FOUND");
    return ok({ items: await orderViews(deps, found) });
  },

  readLinkedOrder: async ({ deps, network, request }) => {
    const order = await orderOfLink(deps, network.id, request);
    if (order === undefined) return err("NOT_FOUND");
    const { id, networkId, accountId } = order;
    const found = await listOrders(deps.db, { networkId, accountId, placedBy: null, orderId: id, limit: 1 });
    const [view] = await orderViews(deps, found);
    // The payment page is asked for by `payOrder`: showing an order starts and reveals no payment.
    return view === undefined ? err("NOT_FOUND") : ok({ order: { ...view, paymentUrl: null } });
  },

  printOrder: async ({ deps, session, request }) => {
    const own = await ownOrder(deps, session, request.orderId);
    const document =
      own === undefined ? undefined : await invoiceDocument(deps, own.id, request.kind ?? "invoice", request.number);
    return document === undefined
      ? err("NOT_FOUND")
      : ok({ bytes: document.bytes, filename: `${document.number}.pdf` });
  },

  cancelOrder: async (ctx) => {
    const { deps } = ctx;
    if (isNobodys(ctx)) return err("USER_NOT_CONNECTED");
    const own = await orderOfCustomer(ctx);
    if (own === undefined) return err("NOT_FOUND");
    if (!isOpen(own.status)) return err("TRANSITION_NOT_ALLOWED", { state: own.status });
    // A renewal order is cancelled with its subscription.
    if (own.subscriptionId !== null && (await periodOfOrder(deps.db, own.id)) !== undefined)
      return err("TRANSITION_NOT_ALLOWED", { state: "renewal" });
    try {
      const payment = await lastPayment(deps.db, own.id);
      if (payment !== undefined) await settlePayment(deps, payment.id, { close: "given-up" });
    } catch (error) {
      if (error instanceof ProviderUnreachable) return err("PAYMENT_UNAVAILABLE");
      throw error;
    }
    await cancelUnpaid(deps, own);
    const after = await readOrder(deps.db, own.id);
    return after?.status === "CANCELED"
      ? ok({ orderStatus: after.status })
      : err("TRANSITION_NOT_ALLOWED", { state: after?.status ?? own.status });
  },
};

/** The traveller that the request filters by; undefined: all travellers. NOT_FOUND for a traveller of another account. */
async function requestedTraveller(deps: Dependencies, session: UserSession, userId: string | undefined) {
  if (userId === undefined) return ok(undefined);
  const traveller = await namedTraveller(deps.db, session, userId);
  return traveller.ok ? ok(traveller.value.id) : traveller;
}

/** Lists one page of the orders that the session may see, newest first. */
async function pageOfOrders(
  deps: Dependencies,
  session: UserSession,
  request: { userId?: string | undefined; cursor?: string | undefined; limit?: number | undefined },
) {
  const traveller = await requestedTraveller(deps, session, request.userId);
  if (!traveller.ok) return traveller;
  const before = readCursor(request.cursor);
  if (!before.ok) return before;
  const limit = request.limit ?? pageSize;
  const found = await listOrders(deps.db, {
    ...session,
    placedBy: placedBy(session),
    forTraveller: traveller.value,
    before: before.value,
    limit: limit + 1,
  });
  const { page, nextCursor } = cursorAfter(found, limit);
  return ok({ items: await orderViews(deps, page), ...(nextCursor === undefined ? {} : { nextCursor }) });
}

async function orderViews(deps: Dependencies, orders: readonly OrderWithDetails[]): Promise<Order[]> {
  const paidInInstallments = orders.filter(
    ({ installments, paymentMethod }) => installments > 1 || paymentMethod === "TRANSFER",
  );
  const installmentRows = await installmentsOf(
    deps.db,
    paidInInstallments.map(({ id }) => id),
  );
  const holds = await unsettledHolds(
    deps.db,
    orders.filter(({ paymentMethod }) => paymentMethod === "TRANSFER").map(({ id }) => id),
  );
  return orders.map((order) =>
    orderView(order, {
      installmentRows: installmentRows.filter(({ orderId }) => orderId === order.id),
      hold: holds.find(({ orderId }) => orderId === order.id),
    }),
  );
}

function orderView(
  order: OrderWithDetails,
  { installmentRows, hold }: { installmentRows: readonly InstallmentRow[]; hold: SettlementHold | undefined },
): Order {
  const money = (amount: number) => ({ amount, currency: order.currency });
  const numberOf = (series: string) => order.invoices.find((invoice) => invoice.series === series)?.number ?? null;
  return {
    orderId: order.id,
    number: order.number,
    status: order.status,
    origin: order.origin,
    createdAt: order.createdAt,
    amount: money(order.amount),
    paymentMethod: order.paymentMethod,
    installments: order.installments,
    parts: installmentRows.map(installmentView),
    suspension: suspensionOf(order.status, order.suspendedAt, installmentRows),
    awaitsSettlement:
      hold === undefined || order.status === "CANCELED"
        ? null
        : { provisionalUntil: hold.provisionalUntil, heldSince: hold.heldAt },
    vouchers: order.vouchers,
    invoiceNumber: numberOf("invoice"),
    creditNoteNumber: numberOf("credit-note"),
    refunds: order.refunds.map(({ id, amount, dropped, requestedAt, sentAt, sendFrom, creditNoteNumber }) => ({
      refundId: id,
      amount: money(amount),
      dropped: dropped.map((one) => droppedView(one, order.currency)),
      requestedAt: instant(requestedAt) ?? order.createdAt,
      sentAt: instant(sentAt),
      sendFrom,
      creditNoteNumber,
    })),
    invoiceEmail: order.invoiceEmail,
    lines: order.lines.map((line) => ({
      name: line.name,
      ...(line.journey === null ? {} : { journey: line.journey }),
      shopItemId: line.shopItemId,
      quantity: line.quantity,
      unitPrice: money(line.unitAmount),
      total: money(line.totalAmount),
      discount: money(line.discountAmount),
      support: line.support,
      travellerName: line.traveller === null ? null : `${line.traveller.firstName} ${line.traveller.lastName}`.trim(),
      startingAt: instant(line.startingAt),
      processStatus: line.processStatus,
    })),
    ticketCount: order.ticketCount,
    collect: order.collect,
    tracking: order.tracking,
    paymentUrl: order.payUrl,
    history: order.events.map((event) => ({ at: instant(event.at) ?? order.createdAt, event: event.event })),
  };
}

/** Converts an instant to ISO 8601: PostgreSQL's JSON formats it differently. */
const instant = (text: string | null): string | null => (text === null ? null : new Date(text).toISOString());
