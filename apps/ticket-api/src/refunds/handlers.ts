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
import type { Handler, ModuleHandlers } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { creditNoteNumberOf } from "../order-records/invoice-store.ts";
import { orderOfCustomer } from "../order-records/order-of-customer.ts";
import { lockOrder, type OrderRow } from "../order-records/order-store.ts";
import type { CapturedPayment } from "../payment-records/payment-store.ts";
import { droppedView, installmentView } from "../payments/installment-handlers.ts";
import { collectableAmounts } from "../payments/refunds/drop-installments.ts";
import { payBackDayOf } from "../payments/refunds/plan-refunds.ts";
import { lockRefundLimits, readRefundLimits } from "../payments/refunds/refund-limits.ts";
import { lockTickets } from "../wallet/ticket-store.ts";
import { makeRefund } from "./make-refund.ts";
import { type DividedRefund, insertOrderRefund, type TicketOfRefund } from "./order-refund-store.ts";
import { refundView, refusalByLimits } from "./refund-limits-view.ts";
import { refundableTickets, ticketOfRefund } from "./refundable-tickets.ts";
import { refundRequestsOf } from "./request-store.ts";
import { reasonsToChoose } from "./request-view.ts";

export const refundHandlers: ModuleHandlers<"quoteRefund" | "requestRefund"> = {
  quoteRefund: (ctx) => quoteHandler(ctx),
  requestRefund: (ctx) => requestHandler(ctx),
};

const quoteHandler: Handler<typeof quoteRefund> = async (ctx) => {
  const { deps, network } = ctx;
  const order = await orderOfCustomer(ctx);
  if (order === undefined) return err("NOT_FOUND");
  const tickets = await refundableTickets(deps.db, network, order, deps.clock.iso());
  const limits = await readRefundLimits(deps.db, order.id);
  const { payments, open: installments, remainingAmount: remaining } = limits;
  const open = await openRequests(deps, order.id);
  const money = (amount: number): Money => ({ amount, currency: order.currency });
  return ok({
    tickets: tickets.map((found) => {
      const { ticket, line, paidAmount, refund } = found;
      const openRequestId = open.get(ticket.id) ?? null;
      return {
        ticketId: ticket.id,
        name: line.name,
        serial: ticket.serial,
        travellerName: ticket.traveller && `${ticket.traveller.firstName} ${ticket.traveller.lastName}`.trim(),
        paid: money(paidAmount),
        used: money(refund.usedAmount),
        fee: money(refund.feeAmount),
        ...refundView(refund, limits, order.currency),
        withEvidence: openRequestId === null ? reasonsToChoose(ctx, found, { limits, currency: order.currency }) : [],
        openRequestId,
      };
    }),
    remaining: money(remaining),
    open: installments.map(installmentView),
    collectable: await collectableAmounts(deps.db, deps, network, installments),
    destinations: payments.filter(({ remainingAmount }) => remainingAmount > 0).map(destinationOf),
  });
};

/** The open refund request of each ticket of an order that has one, by ticket. */
const openRequests = async (deps: Dependencies, orderId: string): Promise<ReadonlyMap<string, string>> =>
  new Map(
    (await refundRequestsOf(deps.db, orderId))
      .filter(({ status }) => status === "pending" || status === "confirming")
      .map(({ id, ticketId }) => [ticketId, id]),
  );

const destinationOf = ({ kind, lastDigits, settledAt }: CapturedPayment): RefundDestination => ({
  method: kind === "debit" ? "TRANSFER" : "CARD",
  lastDigits,
  from: kind === "debit" ? payBackDayOf({ settledAt }) : null,
});

const requestHandler: Handler<typeof requestRefund> = async (ctx) => {
  const { deps, network, request } = ctx;
  const own = await orderOfCustomer(ctx);
  if (own === undefined || !request.ticketIds.every(isUuid)) return err("NOT_FOUND");
  const id = deps.ids.uuid();
  const made = await runTransaction<DividedRefund, CodeOf<typeof requestRefund>>(deps.db, async (tx) => {
    // Locked in the sequence in which a payment is settled: the order, then its tickets.
    const order = await lockOrder(tx, own.id);
    if (order === undefined) return err("NOT_FOUND");
    await lockTickets(tx, order.id);
    const asked = await ticketsGivenBack(tx, deps, network, order, request.ticketIds);
    if (!asked.ok) return asked;
    const limits = await lockRefundLimits(tx, order.id);
    const refusal = refusalByLimits(sumOf(asked.value.map((ticket) => ticket.amount)), limits);
    if (refusal !== undefined) return err("REFUND_REFUSED", { reason: refusal });
    const given = withinRemaining(asked.value, limits.remainingAmount);
    const amount = sumOf(given.map((ticket) => ticket.amount));
    // Nothing is left for one of them: it is not cancelled for nothing.
    const forNothing = given.find((ticket) => ticket.amount === 0);
    if (forNothing !== undefined) return err("REFUND_REFUSED", { reason: "NOTHING_LEFT", ticketId: forNothing.id });
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
  deps.failpoint("refund-promised");
  deps.wake();
  const creditNoteNumber = (await creditNoteNumberOf(deps.db, id)) ?? "";
  const { currency } = request.amount;
  const dropped = made.value.dropped.map((one) => droppedView(one, currency));
  const paidBack = { amount: made.value.paidBackAmount, currency };
  return ok({ refundId: id, amount: request.amount, dropped, paidBack, creditNoteNumber });
};

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
