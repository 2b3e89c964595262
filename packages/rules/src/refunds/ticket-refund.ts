import type { RefundPolicy, UsedPeriod } from "@guichet/contract/packs/refund-policy.ts";
import type { RefundRefusal } from "@guichet/contract/refunds.ts";
import { addDays, addMonths, daysBetween } from "../dates/days.ts";

/** A ticket whose refund is computed. Days are `YYYY-MM-DD` in the network's time zone, amounts minor units. */
export interface TicketToRefund {
  /** Its share of the price of its order line, after discounts. */
  paidAmount: number;
  boughtOn: string;
  /** Its first and last day; null: from the first use on, or without an end. */
  firstDay: string | null;
  lastDay: string | null;
  isUsed: boolean;
  /** Whether its validity has ended, or the time to use it. */
  isOver: boolean;
  tripsUsed: number;
}

/** The refund of a ticket in minor units: what was paid without the two deductions, never below 0. */
export interface TicketRefund {
  usedAmount: number;
  feeAmount: number;
  refundAmount: number;
  /** Why there is none; null: there is one. */
  refusal: RefundRefusal | null;
}

/** No refund, for this reason. */
export const noRefund = (refusal: RefundRefusal): TicketRefund => ({
  usedAmount: 0,
  feeAmount: 0,
  refundAmount: 0,
  refusal,
});

/** A refund of at most this amount in minor units: what a compensation gave before counts as used. */
export function limitedRefund(refund: TicketRefund, leftAmount: number): TicketRefund {
  const excess = refund.refundAmount - leftAmount;
  if (excess <= 0) return refund;
  if (leftAmount === 0) return noRefund("NOTHING_LEFT");
  return { ...refund, usedAmount: refund.usedAmount + excess, refundAmount: leftAmount };
}

/**
 * The refund of a ticket that is returned today, by the policy of its purchase (decision 145). `usedOn`: the day up to which use
 * counts, where a ticket was used after its return was requested (decision 166).
 */
export function ticketRefund(
  policy: RefundPolicy,
  ticket: TicketToRefund,
  today: string,
  usedOn: string = today,
): TicketRefund {
  if (policy.basis === "none") return noRefund("NOT_REFUNDABLE");
  if (ticket.isOver) return noRefund("ENDED");
  const outOfTime = refusalByTime(policy, ticket, today);
  if (outOfTime !== undefined) return noRefund(outOfTime);
  if (policy.basis === "unused" && ticket.isUsed) return noRefund("USED");
  if (policy.basis === "unused" && hasStarted(ticket, today)) return noRefund("STARTED");
  const { paidAmount } = ticket;
  const usedAmount = Math.min(paidAmount, usedAmountOf(policy, ticket, lastUsedDay(policy, usedOn)));
  const leftAmount = paidAmount - usedAmount;
  const withheldAmount = shareOf(leftAmount, 100 - (policy.refundPercent ?? 100));
  const feeAmount = Math.min(leftAmount, withheldAmount + feeOf(policy, ticket, today));
  const refundAmount = leftAmount - feeAmount;
  if (refundAmount === 0) return noRefund("NOTHING_LEFT");
  if (refundAmount < policy.minimum) return noRefund("BELOW_MINIMUM");
  return { usedAmount, feeAmount, refundAmount, refusal: null };
}

type Refundable = Exclude<RefundPolicy, { basis: "none" }>;

/** Whether a refund is requested too early or too late by the terms of the policy. */
function refusalByTime(policy: Refundable, ticket: TicketToRefund, today: string): RefundRefusal | undefined {
  const { deadlineDays, lockedFirstDays, lockedLastDays, countedFrom } = policy;
  const { boughtOn, firstDay, lastDay } = ticket;
  const counted = countedFrom === "start" ? (firstDay ?? boughtOn) : boughtOn;
  if (deadlineDays !== undefined && today > addDays(counted, deadlineDays)) return "DEADLINE_PASSED";
  // Before a ticket starts it is not locked.
  if (lockedFirstDays !== undefined && today >= counted && today < addDays(counted, lockedFirstDays))
    return "LOCKED_FIRST_DAYS";
  if (lockedLastDays !== undefined && lastDay !== null && today > addDays(lastDay, -lockedLastDays))
    return "LOCKED_LAST_DAYS";
  return undefined;
}

/** Percent of an amount in minor units, rounded down. */
const shareOf = (amount: number, percent: number): number => Math.floor((amount * Math.round(percent * 100)) / 10_000);

/** Today's fee: until certain days from the first day of the ticket, and afterwards. */
function feeOf(policy: Refundable, { paidAmount, firstDay }: TicketToRefund, today: string): number {
  const byDay =
    firstDay === null ? undefined : policy.feesByDay?.find(({ untilDay }) => today <= addDays(firstDay, untilDay));
  const { fee, feePercent = 0 } = byDay ?? policy;
  return Math.max(fee, shareOf(paidAmount, feePercent));
}

/** Last day that counts as used when a refund is requested today. */
function lastUsedDay({ usedUntil }: Refundable, today: string): string {
  if (usedUntil === "yesterday") return addDays(today, -1);
  return usedUntil === "month-end" ? addDays(addMonths(`${today.slice(0, 7)}-01`, 1), -1) : today;
}

const hasStarted = ({ firstDay }: TicketToRefund, today: string): boolean => firstDay !== null && firstDay <= today;

function usedAmountOf(policy: Refundable, ticket: TicketToRefund, today: string): number {
  if (policy.basis === "unused") return 0;
  if (policy.basis === "used-value" && policy.usedPrices.trip !== undefined)
    return policy.usedPrices.trip * ticket.tripsUsed;
  const { firstDay, lastDay, paidAmount } = ticket;
  if (firstDay === null || !hasStarted(ticket, today)) return 0;
  if (policy.basis === "used-value") return cheapestCover(policy.usedPrices.periods, firstDay, today);
  // Without an end there is no share: everything counts as used.
  if (lastDay === null) return paidAmount;
  const { used, all } =
    policy.basis === "remaining-days"
      ? { used: daysBetween(firstDay, today) + 1, all: daysBetween(firstDay, lastDay) + 1 }
      : { used: monthsBegun(firstDay, today), all: monthsBegun(firstDay, lastDay) };
  return Math.floor((paidAmount * Math.min(used, all)) / all);
}

/** Number of months, counted from a first day, of which at least one day is not after `last`. */
function monthsBegun(first: string, last: string): number {
  let months = 1;
  while (addMonths(first, months) <= last) months += 1;
  return months;
}

/** The lowest price for periods that follow each other from the first day and cover the last one. */
export function cheapestCover(
  periods: readonly { period: UsedPeriod; price: number }[],
  first: string,
  last: string,
): number {
  const prices = new Map<string, number>();
  const priceFrom = (day: string): number => {
    if (day > last) return 0;
    const known = prices.get(day);
    if (known !== undefined) return known;
    const lowest = Math.min(...periods.map(({ period, price }) => price + priceFrom(dayAfter(day, period))));
    prices.set(day, lowest);
    return lowest;
  };
  return priceFrom(first);
}

const lengths: Readonly<Record<UsedPeriod, { days: number } | { months: number }>> = {
  P1D: { days: 1 },
  P7D: { days: 7 },
  P14D: { days: 14 },
  P1M: { months: 1 },
  P6M: { months: 6 },
  P1Y: { months: 12 },
};

function dayAfter(day: string, period: UsedPeriod): string {
  const length = lengths[period];
  return "days" in length ? addDays(day, length.days) : addMonths(day, length.months);
}
