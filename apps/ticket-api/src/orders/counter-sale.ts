import type { CodeOf } from "@guichet/contract/call.ts";
import type { Calls } from "@guichet/contract/calls.ts";
import type { OrderLine } from "@guichet/contract/cart.ts";
import type { PaymentMethod } from "@guichet/contract/catalogue.ts";
import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import type { OrderOrigin, OrderStatus } from "@guichet/contract/orders.ts";
import { type ErrorDetails, err, ok, type Result } from "@guichet/contract/result.ts";
import type { Money } from "@guichet/contract/values.ts";
import { unpaidUntil } from "@guichet/rules/orders.ts";
import { isOffered } from "@guichet/rules/payments/payment-options.ts";
import type { Buyer } from "../cart/buyer-store.ts";
import { firstError, type QuotedCart, quoteCart } from "../cart/quote-cart.ts";
import type { Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { CallContext } from "../http/call-handler.ts";
import { plan } from "../jobs/plan-job.ts";
import { findPlaced, insertOrder, type NewOrder, type OrderRow } from "../order-records/order-store.ts";
import { placedBy } from "../order-records/own-order.ts";
import { recordMovement } from "../payment-records/ledger-store.ts";
import type { UserSession } from "../sessions/session-store.ts";
import { claimReplacements } from "../transport-card-records/incident-store.ts";
import { checkDuplicates, checkTotal } from "./check-order.ts";
import { completeOrder } from "./complete-order.ts";
import { customerOf, newOrder, orderKeyOf, originOf, useVouchers } from "./new-order.ts";
import { orderLinesOf } from "./order-lines.ts";

type CreateOrderContext = CallContext<Calls["createOrder"]>;
type CreateCode = CodeOf<Calls["createOrder"]>;

/** Who sells at a counter, and to whom. */
export interface CounterContext
  extends Pick<CreateOrderContext, "deps" | "network" | "client" | "language" | "address" | "idempotencyKey"> {
  /** The customer. */
  session: UserSession;
  origin: OrderOrigin;
  /** Where the confirmation is sent; null: to the customer's own address. */
  invoiceEmail: string | null;
  /** Somebody without an account, whose account is written with the order. */
  unwritten?: { buyer: Buyer; write: (tx: Tx) => Promise<void> } | undefined;
}

/** What is sold, and how it is paid. */
export interface CounterRequest {
  articles: OrderLine[];
  vouchers?: string[] | undefined;
  paymentMethod: Exclude<PaymentMethod, "TRANSFER">;
  totalAmount: Money;
  paid: boolean;
  duplicateAccepted?: boolean | undefined;
}

/** Books what a sale was paid, in the transaction that sells; an error sells nothing. */
export type BookSale<Code extends ErrorCode> = (tx: Tx, order: OrderRow) => Promise<Result<true, Code>>;

export interface CounterOrder {
  orderId: string;
  networkId: string;
  orderStatus: OrderStatus;
}
const created = (order: OrderRow): Result<CounterOrder, never> =>
  ok({ orderId: order.id, networkId: order.networkId, orderStatus: order.status });

/** Creates an order that staff sell in another channel, paid by DEPOSIT or CASH (§7 `Order/create`). */
export function createCounterOrder(ctx: CreateOrderContext): Promise<Result<CounterOrder, CreateCode>> {
  const origin = originOf(ctx.common.originType ?? "WEB_SCOOP");
  return createOrderAtCounter<CreateCode>({ ...ctx, origin, invoiceEmail: null }, ctx.request, async (tx, order) => {
    if (order.amount > 0) await recordCounterMovement(tx, order, "counter", ctx.deps.clock.iso());
    return ok(true);
  });
}

/** Books the money of an order that was paid at a counter: cash and deposits there, cards in the account of its terminal. */
export const recordCounterMovement = (
  tx: Tx,
  { id: orderId, networkId, amount, currency }: OrderRow,
  to: "counter" | "terminal",
  at: string,
): Promise<void> =>
  recordMovement(tx, { movement: `counter:${orderId}`, networkId, orderId, to, from: "sales", amount, currency, at });

/** Creates an order at a counter by the rules of the shop: paid, it is completed at once, and `book` books its money. */
export async function createOrderAtCounter<Code extends ErrorCode>(
  ctx: CounterContext,
  request: CounterRequest,
  book: BookSale<Code>,
): Promise<Result<CounterOrder, Code | CreateCode>> {
  const { deps, network, session, client, language } = ctx;
  const idempotencyKey = orderKeyOf(session, ctx.idempotencyKey);
  // Two counter sales of the same cart are two sales: without a key, each has its own digest.
  const cartDigest = `counter:${idempotencyKey ?? deps.ids.uuid()}`;
  const identity = {
    networkId: network.id,
    clientId: client.id,
    accountId: session.accountId,
    idempotencyKey,
    cartDigest,
  };
  const earlier = await findPlaced(deps.db, identity);
  if (earlier !== undefined) return created(earlier);

  const { address, unwritten } = ctx;
  const { articles, vouchers = [] } = request;
  const cart = { articles, vouchers, counter: true, address, buyer: unwritten?.buyer };
  const quoted = await quoteCart(deps, network, session, cart, language);
  const payable = await checkSale(ctx, request, quoted);
  if (!payable.ok) return payable;
  const sale = orderOf(ctx, request, quoted, identity);
  const lines = orderLinesOf(deps, network, sale, articles, quoted);
  const sold = await runTransaction<CounterOrder, Code | CreateCode>(deps.db, async (tx) => {
    await unwritten?.write(tx);
    const order = await insertOrder(tx, sale, lines);
    if (order === undefined) {
      // A concurrent request with the same key wrote the order: return that one.
      const other = await findPlaced(tx, identity);
      if (other === undefined) throw new Error("The order was neither inserted nor found");
      return created(other);
    }
    const used = await useVouchers(tx, deps, order, quoted);
    if (!used.ok) return used;
    const cardIds = lines.flatMap(({ replacesCardId }) => replacesCardId ?? []);
    const claimed = await claimReplacements(tx, { networkId: network.id, orderId: order.id, cardIds });
    if (!claimed) return err("CARD_BEING_REPLACED");
    const nothingDue = order.amount === 0;
    if (!request.paid && !nothingDue) {
      await plan(tx, deps, {
        networkId: network.id,
        kind: "unpaid-order",
        key: order.id,
        payload: { orderId: order.id },
        dueAt: new Date(order.expiresAt),
      });
      return ok({ orderId: order.id, networkId: network.id, orderStatus: "PENDING" });
    }
    const booked = await book(tx, order);
    if (!booked.ok) return booked;
    const payment = nothingDue ? undefined : { method: request.paymentMethod, at: order.createdAt };
    await completeOrder(tx, deps, network, order.id, payment);
    deps.failpoint("counter-uncommitted");
    return ok({ orderId: order.id, networkId: network.id, orderStatus: "COMPLETED" });
  });
  if (sold.ok) deps.wake();
  return sold;
}

/** Checks cart, total and payment method as for an order of the shop. */
async function checkSale(
  ctx: CounterContext,
  request: CounterRequest,
  quoted: QuotedCart,
): Promise<Result<true, CreateCode>> {
  const { breakdown } = quoted;
  const error = firstError(breakdown);
  if (error !== undefined) return err(error.code as CreateCode, error.details as ErrorDetails);
  const total = checkTotal(request.totalAmount, breakdown);
  if (!total.ok) return total;
  // Staff ask the customer as the shop does.
  const confirmed = await checkDuplicates({ ...ctx, request }, quoted);
  if (!confirmed.ok) return confirmed;
  const { paymentMethod } = request;
  const isPayable = breakdown.totalAmount.amount === 0 || isOffered(breakdown.paymentOptions, paymentMethod, 1);
  return isPayable ? ok(true) : err("PAYMENT_METHOD_NOT_OFFERED", { paymentMethod });
}

function orderOf(
  { deps, session, language, origin, invoiceEmail }: CounterContext,
  request: CounterRequest,
  { breakdown, buyer }: QuotedCart,
  identity: Pick<NewOrder, "networkId" | "clientId" | "accountId" | "idempotencyKey" | "cartDigest">,
): NewOrder {
  const { amount, currency } = breakdown.totalAmount;
  const at = deps.clock.iso();
  const basics = {
    ...identity,
    placedBy: placedBy(session),
    ...{ origin, amount, currency, language },
    paymentMethod: amount === 0 ? null : request.paymentMethod,
    customer: customerOf(buyer),
    createdAt: at,
    expiresAt: unpaidUntil(at, request.paymentMethod),
  };
  return newOrder(deps.ids, basics, { vouchers: request.vouchers ?? [], paidAtCounter: amount > 0, invoiceEmail });
}
