import type {
  PreviewedRefund,
  PreviewedTicket,
  previewRefund,
  StaffRefundRefusal,
} from "@guichet/contract/office/refunds.ts";
import { StaffRefundRefusal as Refusal } from "@guichet/contract/office/refunds.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { Money } from "@guichet/contract/values.ts";
import { ticketStateAt } from "@guichet/rules/punching.ts";
import { needsApproval } from "@guichet/rules/refunds/refund-states.ts";
import type { Handler } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { readOrder } from "../order-records/order-store.ts";
import { droppedView } from "../payments/installment-handlers.ts";
import { collectableAmounts, type DivisionLimits, divided } from "../payments/refunds/drop-installments.ts";
import { payBackDayOf } from "../payments/refunds/plan-refunds.ts";
import { type RefundLimits, readRefundLimits } from "../payments/refunds/refund-limits.ts";
import { type RefundableTicket, refundableTickets } from "./refundable-tickets.ts";
import { cancellable, faultOf, type Scoped, scopeOf } from "./staff-refund-scope.ts";

/** Computes a refund by the staff as `refundOrder` would make it now; locks and writes nothing. */
export const previewRefundHandler: Handler<typeof previewRefund> = async ({ deps, network, request }) => {
  const { orderId, scope, ticketIds, amount } = request;
  const order = isUuid(orderId) ? await readOrder(deps.db, orderId) : undefined;
  if (order?.networkId !== network.id) return err("NOT_FOUND");
  const fault = scope === undefined ? undefined : faultOf({ orderId, scope, ticketIds, amount });
  if (fault !== undefined) return fault;
  const limits = await readRefundLimits(deps.db, orderId);
  const now = deps.clock.iso();
  const known = await refundableTickets(deps.db, network, order, now);
  const scoped =
    scope === undefined
      ? undefined
      : await scopeOf(deps.db, deps, network, { order, limits }, { scope, ticketIds, amount });
  if (scoped?.ok === false && scoped.code !== "REFUND_REFUSED" && scoped.code !== "REFUND_EXCEEDS_PAID")
    return scoped.code === "FIELD_INVALID" ? err("FIELD_INVALID", scoped.details) : err("NOT_FOUND");
  const refund = scoped?.ok ? scoped.value : undefined;
  const isWhole = scope === "order" && refund !== undefined;
  const { currency } = order;
  const collectable = await collectableAmounts(deps.db, deps, network, limits.open);
  return ok({
    tickets: known.map((ticket) => ticketView(ticket, { refund, isWhole, currency, now })),
    remaining: { amount: limits.remainingAmount, currency },
    refund: refund === undefined ? null : refundView(refund, { limits, collectable, network, currency }),
    refusal: scoped === undefined || scoped.ok ? null : refusalIn(scoped),
  });
};

function refusalIn(refused: Extract<Result<never>, { ok: false }>): StaffRefundRefusal {
  if (refused.code === "REFUND_EXCEEDS_PAID") return "EXCEEDS_PAID";
  return Refusal.catch("NOT_REFUNDABLE").parse(refused.details?.reason);
}

function ticketView(
  { ticket, line, paidAmount, leftAmount, refund: byPolicy }: RefundableTicket,
  { refund, isWhole, currency, now }: { refund: Scoped | undefined; isWhole: boolean; currency: string; now: string },
): PreviewedTicket {
  const money = (amount: number): Money => ({ amount, currency });
  const own = refund?.tickets.find(({ id }) => id === ticket.id);
  return {
    ticketId: ticket.id,
    name: line.name,
    serial: ticket.serial,
    traveller: ticket.traveller && `${ticket.traveller.firstName} ${ticket.traveller.lastName}`.trim(),
    state: ticketStateAt(ticket, now),
    paid: money(paidAmount),
    left: money(leftAmount),
    byPolicy: {
      used: money(byPolicy.usedAmount),
      fee: money(byPolicy.feeAmount),
      refund: money(byPolicy.refusal === null ? byPolicy.refundAmount : 0),
      refusal: byPolicy.refusal,
    },
    isRefundable: cancellable.has(ticket.status) && leftAmount > 0,
    refund: own === undefined ? null : money(own.amount),
    isCancelled: own !== undefined || (isWhole && cancellable.has(ticket.status)),
  };
}

function refundView(
  { amount }: Scoped,
  {
    limits,
    collectable,
    network,
    currency,
  }: { limits: RefundLimits; network: LoadedNetwork; currency: string } & Pick<DivisionLimits, "collectable">,
): PreviewedRefund {
  const { open, paidAmount } = limits;
  const { dropped, paidBackAmount } = divided(amount, { open, paidAmount, collectable });
  return {
    amount: { amount, currency },
    dropped: dropped.map((one) => droppedView(one, currency)),
    paidBack: { amount: paidBackAmount, currency },
    destinations: destinationsOf(paidBackAmount, limits),
    needsApproval: needsApproval(amount, network.definition.refundApprovalAbove),
  };
}

/** Where an amount in minor units goes: to the newest payment first, as `planRefunds` sends it. */
function destinationsOf(paidBackAmount: number, { payments }: RefundLimits): PreviewedRefund["destinations"] {
  const destinations: PreviewedRefund["destinations"] = [];
  let missing = paidBackAmount;
  for (const payment of payments) {
    const amount = Math.min(payment.remainingAmount, missing);
    if (amount === 0) continue;
    missing -= amount;
    const isDebit = payment.kind === "debit";
    destinations.push({
      method: isDebit ? "TRANSFER" : "CARD",
      lastDigits: payment.lastDigits,
      from: isDebit ? payBackDayOf(payment) : null,
      amount: { amount, currency: payment.currency },
    });
  }
  return destinations;
}
