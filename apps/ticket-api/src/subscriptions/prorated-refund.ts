import { addDays, dayIn } from "@guichet/rules/dates/days.ts";
import { lastDayIfTerminated, mayTerminateAnyTime, proratedRefund } from "@guichet/rules/renewals.ts";
import type { EarlyTermination } from "../orders/end-order-early.ts";
import type { PeriodRow, SubscriptionRow } from "../subscription-records/subscription-store.ts";

/** The terms of leaving a renewed period now: its last day, the amount kept of its price, and the refund; minor units. */
export interface ProratedRefund extends EarlyTermination {
  refund: number;
  /** The price of the period, and what of it was not collected and is dropped. */
  price: number;
  dropped: number;
}

/** When a subscription is terminated: now, by a termination that was notified before and is confirmed now. */
export interface TerminationTime {
  now: string;
  timeZone: string;
  /** Absent: the customer terminates it now. */
  notifiedAt?: string | undefined;
}

/** Whether the newest period was ordered after the termination was notified. The customer owes nothing for it. */
export const isRenewedSince = (
  { position, orderedAt }: Pick<PeriodRow, "position" | "orderedAt">,
  notifiedAt: string | undefined,
): boolean => notifiedAt !== undefined && position > 1 && orderedAt > notifiedAt;

/**
 * Computes the refund if the customer leaves the newest period now (consumer code L215-1); all of it if the period was
 * ordered after the termination was notified. Undefined if its notice was sent in time, if nothing is left of it, or
 * while a payment for it is under way, which may not be refundable.
 */
export function proratedRefundOf(
  { interval }: Pick<SubscriptionRow, "interval">,
  last: PeriodRow,
  { now, timeZone, notifiedAt }: TerminationTime,
): ProratedRefund | undefined {
  const { position, orderStatus, noticedAt, leftOn, isUnderWay, amount, taken, compensated } = last;
  const isPaid = orderStatus === "COMPLETED" || orderStatus === "REGULARIZATION";
  if (!isPaid || leftOn !== null || isUnderWay || now >= last.endsAt) return undefined;
  const start = dayIn(last.startsAt, timeZone);
  const end = dayIn(last.endsAt, timeZone);
  const noticedOn = noticedAt === null ? null : dayIn(noticedAt, timeZone);
  const wasRenewedSince = isRenewedSince(last, notifiedAt);
  if (!wasRenewedSince && !mayTerminateAnyTime(interval, { position, start, noticedOn })) return undefined;
  const lastDay = lastDayIfTerminated(start, dayIn(now, timeZone));
  const unusedAmount = wasRenewedSince ? amount : proratedRefund(amount, { start, end, lastDay });
  if (unusedAmount === 0 || addDays(lastDay, 1) >= end) return undefined;
  // If less was captured than used, the difference is not claimed: the late notice was not the customer's fault.
  // What was given back as a compensation is not refunded again.
  const keptAmount = Math.min(Math.max(amount - unusedAmount, compensated), taken);
  return { lastDay, end, keptAmount, refund: taken - keptAmount, price: amount, dropped: amount - taken };
}
