import type { CodeOf } from "@guichet/contract/call.ts";
import type { quoteRefund, RefundDestination, requestRefund } from "@guichet/contract/refunds.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { Money } from "@guichet/contract/values.ts";
import { allocate } from "@guichet/rules/money.ts";
import { refundMachine } from "@guichet/rules/refunds/refund-states.ts";
import { born } from "@guichet/rules/state-machine.ts";
import type { Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Dependencies } from "../dependencies.ts";
import type { CallContext, Handler, ModuleHandlers } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { creditNoteNumberOf } from "../order-records/invoice-store.ts";
import { isOrderLinkValid } from "../order-records/order-links.ts";
import { lockOrder, type OrderRow, readOrder } from "../order-records/order-store.ts";
import { ownOrder } from "../order-records/own-order.ts";
import { type CapturedPayment, capturedPayments } from "../payment-records/payment-store.ts";
import { lockTickets } from "../wallet/ticket-store.ts";
import { makeRefund, remainingOf } from "./make-refund.ts";
import { insertOrderRefund, type TicketOfRefund } from "./order-refund-store.ts";
import { refundableTickets, ticketOfRefund } from "./refundable-tickets.ts";

export const refundHandlers: ModuleHandlers<"quoteRefund" | "requestRefund"> = {
  quoteRefund: (ctx) => quoteHandler(ctx),
  requestRefund: (ctx) => requestHandler(ctx),
};

const quoteHandler: Handler<typeof quoteRefund> = async (ctx) => {
  const { deps, network } = ctx;
  const order = await orderOfCustomer(ctx);
  if (order === undefined) return err("NOT_FOUND");
  const tickets = await refundableTickets(deps.db, network, order, deps.clock.iso());
  const payments = await capturedPayments(deps.db, order.id);
  const remaining = remainingOf(payments);
  const money = (amount: number): Money => ({ amount, currency: order.currency });
  return ok({
    tickets: tickets.map(({ ticket, line, paidAmount, refund }) => ({
      ticketId: ticket.id,
      name: line.name,
      serial: ticket.serial,
      travellerName: ticket.traveller && `${ticket.traveller.firstName} ${ticket.traveller.lastName}`.trim(),
      paid: money(paidAmount),
      used: money(refund.usedAmount),
      fee: money(refund.feeAmount),
      refund: money(remaining === 0 ? 0 : refund.refundAmount),
      refusal: refund.refusal ?? (remaining === 0 ? "NOTHING_LEFT" : null),
    })),
    remaining: money(remaining),
    destinations: payments.filter(({ remainingAmount }) => remainingAmount > 0).map(destinationOf),
  });
};

const destinationOf = ({ kind, lastDigits }: CapturedPayment): RefundDestination => ({
  method: kind === "debit" ? "TRANSFER" : "CARD",
  lastDigits,
});

const requestHandler: Handler<typeof requestRefund> = async (ctx) => {
  const { deps, network, request } = ctx;
  const own = await orderOfCustomer(ctx);
  if (own === undefined || !request.ticketIds.every(isUuid)) return err("NOT_FOUND");
  const id = deps.ids.uuid();
  const made = await runTransaction<true, CodeOf<typeof requestRefund>>(deps.db, async (tx) => {
    // Locked in the sequence in which a payment is settled: the order, then its tickets.
    const order = await lockOrder(tx, own.id);
    if (order === undefined) return err("NOT_FOUND");
    await lockTickets(tx, order.id);
    const asked = await ticketsGivenBack(tx, deps, network, order, request.ticketIds);
    if (!asked.ok) return asked;
    const given = withinRemaining(asked.value, remainingOf(await capturedPayments(tx, order.id)));
    const amount = sumOf(given.map((ticket) => ticket.amount));
    if (amount === 0) return err("REFUND_REFUSED", { reason: "NOTHING_LEFT" });
    if (amount !== request.amount.amount || order.currency !== request.amount.currency)
      return err("REFUND_AMOUNT_CHANGED", { amount, currency: order.currency });
    const refund = {
      id,
      networkId: network.id,
      orderId: order.id,
      scope: "tickets",
      amount,
      currency: order.currency,
      staffId: null,
      reason: null,
      createdAt: deps.clock.iso(),
    } as const;
    const tickets = given.map((ticket) => ({ ticketId: ticket.id, amount: ticket.amount }));
    await insertOrderRefund(tx, { ...refund, status: born(refundMachine, "make") }, tickets);
    const outcome = await makeRefund(tx, deps, network, order, { refund, tickets: given });
    if (outcome.ok) return outcome;
    return err("REFUND_REFUSED", outcome.code === "REFUND_REFUSED" ? outcome.details : { reason: "NOTHING_LEFT" });
  });
  if (!made.ok) return made;
  deps.wake();
  const creditNoteNumber = (await creditNoteNumberOf(deps.db, id)) ?? "";
  return ok({ refundId: id, amount: request.amount, creditNoteNumber });
};

/** The customer's own order: by the session, or a guest's by the signed link of its e-mails. */
async function orderOfCustomer({
  deps,
  network,
  session,
  request,
}: CallContext<typeof quoteRefund | typeof requestRefund>): Promise<OrderRow | undefined> {
  const { orderId, until, linkSignature } = request;
  const own = session === null ? undefined : await ownOrder(deps, session, orderId);
  if (own !== undefined) return own;
  if (until === undefined || linkSignature === undefined || !isUuid(orderId)) return undefined;
  if (!isOrderLinkValid(deps, { id: orderId, networkId: network.id }, { until, linkSignature })) return undefined;
  const order = await readOrder(deps.db, orderId);
  return order?.networkId === network.id && order.customer.guest ? order : undefined;
}

/**
 * The tickets with their refunds, limited in total to what is left of the order in minor units: part of it may have
 * been refunded before, as goodwill or at the provider.
 */
function withinRemaining(tickets: readonly TicketOfRefund[], remaining: number): TicketOfRefund[] {
  const wanted = tickets.map(({ amount }) => amount);
  const shares = allocate(Math.min(remaining, sumOf(wanted)), wanted);
  return tickets.map((ticket, place) => ({ ...ticket, amount: shares[place] ?? 0 }));
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/** The named tickets of a locked order with their refunds; refused if one of them has none. */
async function ticketsGivenBack(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow,
  ticketIds: readonly string[],
): Promise<Result<TicketOfRefund[], "NOT_FOUND" | "REFUND_REFUSED">> {
  const tickets = await refundableTickets(tx, network, order, deps.clock.iso());
  const given: TicketOfRefund[] = [];
  for (const id of new Set(ticketIds)) {
    const found = tickets.find(({ ticket }) => ticket.id === id);
    if (found === undefined) return err("NOT_FOUND");
    const { refund } = found;
    if (refund.refusal !== null) return err("REFUND_REFUSED", { reason: refund.refusal, ticketId: id });
    given.push(ticketOfRefund(found, refund.refundAmount));
  }
  return ok(given);
}
