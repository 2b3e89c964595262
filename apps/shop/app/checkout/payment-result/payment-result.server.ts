import type { Support } from "@guichet/contract/catalogue.ts";
import type { Order } from "@guichet/contract/orders.ts";
import { leftPageParameter } from "@guichet/contract/payment-return.ts";
import type { PaymentOutcome } from "@guichet/contract/payments.ts";
import { isExpress } from "@guichet/rules/express.ts";
import { redirect } from "react-router";
import { expressContextOf } from "../../catalogue/express-articles.server.ts";
import { articleOnShelf } from "../../catalogue/product.server.ts";
import { accountForGuest } from "../../identity/registration/account-for-guest.server.ts";
import { expectedArrivalOf, type ShippingPlace } from "../../orders/expected-arrival.ts";
import { type NextInstallment, nextInstallmentOf } from "../../orders/next-installment.ts";
import { rememberedLink } from "../../orders/pay-order.server.ts";
import { askPaymentOutcome } from "../../orders/payment-outcome.server.ts";
import { href } from "../../paths.ts";
import type { RequestContext } from "../../request-context/request-context.ts";
import { type SubscriptionNote, subscriptionOfOrder } from "../../subscriptions/subscriptions.server.ts";
import { type CodedTicket, ticketsOfOrder } from "../../wallet/order-tickets.server.ts";

/** Payment result shown to the customer on return from the payment provider. */
export interface PaymentResult {
  outcome: PaymentOutcome;
  orderId: string;
  /** Whether the customer left the payment page through its back link. */
  leftPage: boolean;
  /** null if the order cannot be read; the outcome is then CHECKING. */
  order: ResultOrder | null;
  /** E-mail address of the invoice. */
  email: string;
  isGuest: boolean;
  /** The order's tickets that can be shown now, with their codes. */
  tickets: readonly CodedTicket[];
  /** The id of the order's only ticket, which may have no code; null if it has several. */
  onlyTicketId: string | null;
  /** The article of an unpaid order, if it has an express purchase, and its quantity: the order can be placed again in its sheet. */
  again: { item: string; quantity: string } | null;
  /** E-mail address of a guest who can create an account now; null if the page offers none. */
  accountFor: string | null;
  askedAt: string;
  /** The subscription that the order started. */
  subscription: SubscriptionNote | null;
}

export interface ResultOrder
  extends Pick<Order, "number" | "amount" | "paymentMethod" | "installments" | "ticketCount" | "paymentUrl"> {
  isInvoiced: boolean;
  /** Amount collected so far. */
  paid: Order["amount"];
  /** The next installment, if the order is not fully paid. */
  next: NextInstallment | null;
  supports: readonly Support[];
  /** Range of delivery dates of shipped articles. */
  arrival: { from: string; to: string } | null;
  /** Agency and slot for collection. */
  collect: Order["collect"];
  /** The payment arrived after the order was cancelled; it is refunded automatically. */
  paidLate: boolean;
}

/** Timeout for opening the page, shorter than the Ticket API's 10 s: after it the page shows CHECKING and polls. */
const openingWaitMs = 3_000;

/**
 * Reads the payment status of an order (§7 `Payment/acknowledge`). Without a session it redirects to sign-in and back; another
 * customer's order returns 404. A browser that pays with the link of an e-mail is redirected to that link. An unknown status is CHECKING, never a failure. `leftPage`: the customer left the payment page, so that an
 * open page is UNPAID at once.
 */
export async function paymentResult(ctx: RequestContext, orderId: string, leftPage: boolean): Promise<PaymentResult> {
  const link = rememberedLink(ctx, orderId);
  if (link !== undefined) {
    const left = leftPage ? { [leftPageParameter]: "1" } : {};
    throw redirect(href("invoices", undefined, { ...link, paid: "1", ...left }));
  }
  if (!ctx.session.open) {
    const back = { order: orderId, ...(leftPage && { [leftPageParameter]: "1" }) };
    throw redirect(href("auth", undefined, { next: href("cart", undefined, back) }));
  }
  const said = await askPaymentOutcome(
    ctx,
    { order: orderId },
    { signal: AbortSignal.timeout(openingWaitMs), leftPage },
  );
  const [order, account] = await Promise.all([readOrder(ctx, orderId), ctx.session.account()]);
  if (order?.status === "CANCELED" && order.invoiceNumber !== null) {
    throw redirect(href("invoices", undefined, { order: orderId }));
  }
  const outcome = settled(order, said);
  const user = account?.user;
  const isGuest = user?.authAsGuest ?? false;
  const hasTickets = outcome === "CONFIRMED" && (order?.ticketCount ?? 0) > 0;
  const { coded, onlyId } = hasTickets ? await ticketsOfOrder(ctx, orderId) : { coded: [], onlyId: null };
  return {
    outcome,
    orderId,
    leftPage,
    order: order && shown(order, ctx.network),
    email: order?.invoiceEmail ?? user?.contactEmail ?? user?.userMail ?? "",
    isGuest,
    tickets: coded,
    onlyTicketId: onlyId,
    again: isUnpaid(outcome) ? await expressAgain(ctx, order) : null,
    accountFor: outcome === "CONFIRMED" ? await accountForGuest(ctx) : null,
    askedAt: ctx.now(),
    subscription: outcome === "CONFIRMED" && !isGuest ? await subscriptionOfOrder(ctx, orderId) : null,
  };
}

const isUnpaid = (outcome: PaymentOutcome): boolean =>
  outcome === "REFUSED" || outcome === "CANCELLED" || outcome === "UNPAID";

async function readOrder(ctx: RequestContext, orderId: string): Promise<Order | null> {
  try {
    const found = await ctx.call("getOrders", { orderId });
    return found.ok ? (found.value.items[0] ?? null) : null;
  } catch (failure) {
    if (failure instanceof Response) throw failure;
    return null;
  }
}

/** Returns the outcome of a payment; the status of a closed order takes precedence over the provider's response. */
function settled(order: Order | null, said: PaymentOutcome): PaymentOutcome {
  if (order?.status === "COMPLETED" || order?.status === "REGULARIZATION") return "CONFIRMED";
  if (order?.status === "CANCELED") return "CANCELLED";
  return said;
}

const shown = (
  { number, amount, paymentMethod, installments, ticketCount, paymentUrl, ...order }: Order,
  network: ShippingPlace,
): ResultOrder => ({
  number,
  amount,
  paymentMethod,
  installments,
  ticketCount,
  paymentUrl,
  isInvoiced: order.invoiceNumber !== null,
  paid: {
    ...amount,
    amount: order.parts.length === 0 ? amount.amount : sumOf(order.parts.filter(({ status }) => status === "paid")),
  },
  next: nextInstallmentOf({ paymentMethod, parts: order.parts }) ?? null,
  supports: [...new Set(order.lines.flatMap(({ support }) => support ?? []))],
  arrival: expectedArrivalOf(order, network),
  collect: order.collect,
  paidLate: order.history.some(({ event }) => event === "captured-late"),
});

const sumOf = (parts: Order["parts"]): number => parts.reduce((sum, { amount }) => sum + amount.amount, 0);

/** The single line of an order, if its article has an express purchase. */
async function expressAgain(ctx: RequestContext, order: Order | null): Promise<PaymentResult["again"]> {
  const [line, ...others] = order?.lines ?? [];
  if (line?.support !== "DEMATERIALIZED" || others.length > 0) return null;
  const item = await articleOnShelf(ctx, line.shopItemId);
  const isAgain = item !== undefined && isExpress(item, expressContextOf(ctx));
  return isAgain ? { item: line.shopItemId, quantity: `${line.quantity}` } : null;
}
