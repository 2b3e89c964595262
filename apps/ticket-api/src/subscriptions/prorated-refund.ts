import { addDays, dayIn } from "@guichet/rules/days.ts";
import { lastDayIfLeft, mayLeaveAnyTime, proratedRefund } from "@guichet/rules/renewals.ts";
import type { EarlyTermination } from "../orders/end-order-early.ts";
import type { PeriodRow, SubscriptionRow } from "../subscription-records/subscription-store.ts";

/** What leaving a renewed period now does: its last day, what is kept of its price, and what comes back; minor units. */
export interface ProratedRefund extends EarlyTermination {
  refund: number;
}

/**
 * What comes back when the customer leaves the newest period now (consumer code L215-1): undefined where its notice left in time,
 * where nothing is left of it, and while a payment of it is under way, of which nobody knows yet whether it can go back.
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
  if (!mayLeaveAnyTime(interval, { position, start, noticedOn })) return undefined;
  const lastDay = lastDayIfLeft(start, dayIn(now, timeZone));
  const rest = proratedRefund(amount, { start, end, lastDay });
  if (rest === 0 || addDays(lastDay, 1) >= end) return undefined;
  // Where less was taken than was used, what is missing is not asked for: the omission was not the customer's.
  const kept = Math.min(amount - rest, taken);
  return { lastDay, end, kept, refund: taken - kept };
}
