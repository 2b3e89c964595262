import { addDays, dayIn } from "@guichet/rules/dates/days.ts";
import { lastDayIfTerminated, mayTerminateAnyTime, proratedRefund } from "@guichet/rules/renewals.ts";
import type { EarlyTermination } from "../orders/end-order-early.ts";
import type { PeriodRow, SubscriptionRow } from "../subscription-records/subscription-store.ts";

/** The terms of leaving a renewed period now: its last day, the amount kept of its price, and the refund; minor units. */
export interface ProratedRefund extends EarlyTermination {
  refund: number;
}

/**
 * Computes the refund if the customer leaves the newest period now (consumer code L215-1). Undefined if its notice was
 * sent in time, if nothing is left of it, or while a payment for it is under way, which may not be refundable.
 */
export function proratedRefundOf(
  { interval }: Pick<SubscriptionRow, "interval">,
  last: PeriodRow,
  { now, timeZone }: { now: string; timeZone: string },
): ProratedRefund | undefined {
  const { position, orderStatus, noticedAt, leftOn, isUnderWay, amount, taken } = last;
  const isPaid = orderStatus === "COMPLETED" || orderStatus === "REGULARIZATION";
  if (!isPaid || leftOn !== null || isUnderWay || now >= last.endsAt) return undefined;
  const start = dayIn(last.startsAt, timeZone);
  const end = dayIn(last.endsAt, timeZone);
  const noticedOn = noticedAt === null ? null : dayIn(noticedAt, timeZone);
  if (!mayTerminateAnyTime(interval, { position, start, noticedOn })) return undefined;
  const lastDay = lastDayIfTerminated(start, dayIn(now, timeZone));
  const unusedAmount = proratedRefund(amount, { start, end, lastDay });
  if (unusedAmount === 0 || addDays(lastDay, 1) >= end) return undefined;
  // If less was captured than used, the difference is not claimed: the late notice was not the customer's fault.
  const keptAmount = Math.min(amount - unusedAmount, taken);
  return { lastDay, end, keptAmount, refund: taken - keptAmount };
}
