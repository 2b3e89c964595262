import type { Support } from "@guichet/contract/catalogue.ts";
import type { Order } from "@guichet/contract/orders.ts";
import type { PaymentOutcome } from "@guichet/contract/payments.ts";
import { redirect } from "react-router";
import { expectedArrivalOf } from "../../orders/expected-arrival.ts";
import { type NextInstallment, nextInstallmentOf } from "../../orders/next-installment.ts";
import { askPaymentOutcome } from "../../orders/payment-outcome.server.ts";
import { href } from "../../paths.ts";
import type { RequestContext } from "../../request-context/request-context.ts";
import { type SubscriptionNote, subscriptionOfOrder } from "../../subscriptions/subscriptions.server.ts";

/** How a payment stands, as the customer who is back from the provider sees it. */
export interface PaymentResult {
  outcome: PaymentOutcome;
  orderId: string;
  /** null while even the order cannot be read: then it is being checked. */
  order: ResultOrder | null;
  /** The e-mail address of the invoice. */
  email: string;
  isGuest: boolean;
  /** The only ticket of the order, when there is just one. */
  ticketId: string | null;
  /** The e-mail of a guest of whom an account can be made now; null: none is offered. */
  accountFor: string | null;
  askedAt: string;
  /** The subscription that the order began. */
  subscription: SubscriptionNote | null;
}

export interface ResultOrder
  extends Pick<Order, "number" | "amount" | "paymentMethod" | "installments" | "ticketCount" | "paymentUrl"> {
  isInvoiced: boolean;
  /** What has been taken so far. */
  paid: Order["amount"];
  /** What is taken next, when it is not paid whole yet. */
  next: NextInstallment | null;
  supports: readonly Support[];
  /** Between which days what is posted arrives. */
  arrival: { from: string; to: string } | null;
  /** Where and when the order is collected. */
  collect: Order["collect"];
  /** Money that came after the order was given up goes back by itself. */
  paidLate: boolean;
}

/** A page that is being opened does not wait as long as the Ticket API may (10 s): it says that it checks, and asks on. */
const openingWaitMs = 3_000;

/**
 * Asks how the payment of an order stands (§7 `Payment/acknowledge`). Nobody signed in: leads to sign in and back; an order
 * of somebody else: 404. Whatever cannot be known is CHECKING, never a failure.
 */
export async function paymentResult(ctx: RequestContext, orderId: string): Promise<PaymentResult> {
  if (!ctx.session.open) {
    throw redirect(href("auth", undefined, { next: href("cart", undefined, { order: orderId }) }));
  }
  const said = await askPaymentOutcome(ctx, orderId, AbortSignal.timeout(openingWaitMs));
  const [order, account] = await Promise.all([readOrder(ctx, orderId), ctx.session.account()]);
  if (order?.status === "CANCELED" && order.invoiceNumber !== null) {
    throw redirect(href("invoices", undefined, { order: orderId }));
  }
  const outcome = settled(order, said);
  const user = account?.user;
  const isGuest = user?.authAsGuest ?? false;
  const showsTicket = outcome === "CONFIRMED" && order !== null && order.ticketCount === 1 && !isGuest;
  return {
    outcome,
    orderId,
    order: order && shown(order, ctx.network.timeZone),
    email: order?.invoiceEmail ?? user?.contactEmail ?? user?.userMail ?? "",
    isGuest,
    ticketId: showsTicket ? await ticketOf(ctx, orderId) : null,
    accountFor: outcome === "CONFIRMED" && isGuest && (await takesPasswords(ctx)) ? (user?.userMail ?? null) : null,
    askedAt: ctx.now(),
    subscription: outcome === "CONFIRMED" && !isGuest ? await subscriptionOfOrder(ctx, orderId) : null,
  };
}

/** Does the network let people sign in by e-mail and password? */
async function takesPasswords(ctx: RequestContext): Promise<boolean> {
  const choices = await ctx.call("getAuthenticationConfiguration", {});
  return choices.ok && choices.value.emailPassword;
}

async function readOrder(ctx: RequestContext, orderId: string): Promise<Order | null> {
  try {
    const found = await ctx.call("getOrders", { orderId });
    return found.ok ? (found.value.items[0] ?? null) : null;
  } catch (failure) {
    if (failure instanceof Response) throw failure;
    return null;
  }
}

/** An order that is over has the last word; a refused payment of it is history. */
function settled(order: Order | null, said: PaymentOutcome): PaymentOutcome {
  if (order?.status === "COMPLETED" || order?.status === "REGULARIZATION") return "CONFIRMED";
  if (order?.status === "CANCELED") return "CANCELLED";
  return said;
}

const shown = (
  { number, amount, paymentMethod, installments, ticketCount, paymentUrl, ...order }: Order,
  timeZone: string,
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
  arrival: expectedArrivalOf(order, timeZone),
  collect: order.collect,
  paidLate: order.history.some(({ event }) => event === "captured-late"),
});

const sumOf = (parts: Order["parts"]): number => parts.reduce((sum, { amount }) => sum + amount.amount, 0);

async function ticketOf(ctx: RequestContext, orderId: string): Promise<string | null> {
  const found = await ctx.call("tickets", { past: false });
  return (found.ok && found.value.items.find((ticket) => ticket.orderId === orderId)?.ticketId) || null;
}
