import type { RefundRefusal } from "@guichet/contract/refunds.ts";
import type { Money } from "@guichet/contract/values.ts";
import type { TicketRefund } from "@guichet/rules/refunds/ticket-refund.ts";
import type { RefundLimits } from "../payments/refunds/refund-limits.ts";

/** The refund of one ticket within what can be refunded of the order now. */
export function refundView(
  { refundAmount, refusal }: TicketRefund,
  limits: RefundLimits,
  currency: string,
): { refund: Money; refusal: RefundRefusal | null } {
  const refused = refusal ?? refusalByLimits(refundAmount, limits) ?? null;
  return { refund: { amount: refused === null ? refundAmount : 0, currency }, refusal: refused };
}

/** Why an amount in minor units cannot be refunded now although a policy grants it. */
export function refusalByLimits(
  amount: number,
  { remainingAmount, isCollecting }: RefundLimits,
): RefundRefusal | undefined {
  if (isCollecting && amount > remainingAmount) return "INSTALLMENTS";
  return remainingAmount === 0 ? "NOTHING_LEFT" : undefined;
}
