import type { Period } from "@guichet/contract/catalogue.ts";
import type { TerminationEffect } from "@guichet/contract/subscriptions.ts";
import { addDays, addMonths, daysBetween } from "./dates/days.ts";
import { dayAfterPeriods, nextTryOn } from "./payments/installments.ts";
import type { SubscriptionState } from "./subscriptions.ts";

/** Renewal, notice and end of a tacit subscription (§4 "Subscription"). Days only; light enough for the browser. */

/** Days between the order of the next period and its start, so that a refused card can be replaced without a gap. */
export const renewalDaysBefore = 1;
/** Days after which a blocked, unpaid subscription ends. */
export const unpaidDaysMax = 60;

/** First day of a period (1 is the first), always computed from the first period's day (31 January, 28 February, 31 March). */
export const periodStart = (anchor: string, interval: Period, position: number): string =>
  dayAfterPeriods(anchor, interval, position - 1);

/** Maximum of periods searched for the one of a day: four years of weeks. */
const periodsMax = 2_000;

/** The first period after `position` that has not ended on a day. */
export function nextPeriod(anchor: string, interval: Period, position: number, today: string): number {
  for (let next = position + 1; next <= position + periodsMax; next += 1)
    if (periodStart(anchor, interval, next + 1) > today) return next;
  throw new RangeError(`No ${interval} period from ${anchor} holds ${today}`);
}

/** How far ahead the end of a subscription can be chosen. */
export const chosenEndMonthsMax = 24;

/** Last days of the periods from `position` on that are after `earliest`, at most 24 months after it. */
export function laterEnds(
  anchor: string,
  interval: Period,
  { position, earliest }: { position: number; earliest: string },
): string[] {
  const latest = addMonths(earliest, chosenEndMonthsMax);
  const found: string[] = [];
  for (let next = position + 1; next <= position + periodsMax; next += 1) {
    const lastDay = addDays(periodStart(anchor, interval, next), -1);
    if (lastDay > latest) break;
    if (lastDay > earliest) found.push(lastDay);
  }
  return found;
}

/** The first of the possible last days that is not before the requested one, or the last of them; `ends` is ascending. */
export const preferredEnd = (ends: readonly [string, ...string[]], desired: string | null): string =>
  desired === null ? ends[0] : (ends.find((end) => end >= desired) ?? ends.at(-1) ?? ends[0]);

/** Day on which the period starting on `start` is ordered and, by card, charged. */
export const renewalDay = (start: string): string => addDays(start, -renewalDaysBefore);

/** Whether the law requires a notice before each renewal of this term (consumer code L215-1). Shorter terms can be cancelled at any time. */
export const isLongTerm = (interval: Period): interval is "P6M" | "P1Y" => interval === "P6M" || interval === "P1Y";

/** Days before the end of a short term at which the customer is notified of a changed price. */
export const shortNoticeDays: Readonly<Record<Exclude<Period, "P6M" | "P1Y">, number>> = { P7D: 3, P14D: 5, P1M: 10 };

/**
 * Day on which a renewal is checked and announced: two months before a long term's end, between the legal limits of three
 * months and one; some days before a short term's end.
 */
export function noticeDay(interval: Period, start: string): string {
  if (isLongTerm(interval)) return addMonths(start, -2);
  return addDays(start, -shortNoticeDays[interval]);
}

/** Minimum number of days for a customer to sign a mandate required by a renewal. */
export const mandateSigningDays = 14;

/** Day on which a customer is asked for the mandate of a renewal: with the renewal's notice, or at least some days before. */
export function mandateAskDay(interval: Period, start: string): string {
  return isLongTerm(interval) ? noticeDay(interval, start) : addDays(start, -mandateSigningDays);
}

/** Last day on which a renewal can be refused: the day before it is ordered. */
export const refusableUntil = (start: string): string => addDays(renewalDay(start), -1);

/** Whether the notice of a renewal met the legal limits (L215-1): between three months and one before the last day to refuse it. */
export const isNoticeInTime = (noticedOn: string, start: string): boolean =>
  noticedOn >= addMonths(refusableUntil(start), -3) && noticedOn <= addMonths(refusableUntil(start), -1);

/**
 * Whether the customer may end a period on any day with a prorated refund (L215-1): allowed for a long-term renewal whose notice
 * was not sent in time. `noticedOn`: the day on which it was sent; null: never.
 */
export const mayTerminateAnyTime = (
  interval: Period,
  { position, start, noticedOn }: { position: number; start: string; noticedOn: string | null },
): boolean => isLongTerm(interval) && position > 1 && (noticedOn === null || !isNoticeInTime(noticedOn, start));

/**
 * Last day of a period terminated on a day: that day, or the first day of a period that has not begun, since a renewal can be
 * terminated from its start. Days; `end` is exclusive.
 */
export const lastDayIfTerminated = (start: string, today: string): string => (today < start ? start : today);

/** Share of a period's price for the days after its last one, in minor units; fractions are rounded in the customer's favour. */
export function proratedRefund(
  amount: number,
  { start, end, lastDay }: { start: string; end: string; lastDay: string },
) {
  const all = daysBetween(start, end);
  const used = Math.min(all, daysBetween(start, lastDay) + 1);
  return amount - Math.floor((amount * used) / all);
}

/** Day on which a subscription blocked on a day ends if it stays unpaid. */
export const unpaidEnd = (blockedOn: string): string => addDays(blockedOn, unpaidDaysMax);

/** Day of the next charge of a renewal refused `attempts` times, first on `firstTryOn`; undefined: no automatic retry. */
export const nextChargeOn = (firstTryOn: string, attempts: number): string | undefined =>
  nextTryOn(firstTryOn, attempts);

/** Day from which a customer is warned that a card, valid through `YYYY-MM`, expires: the first of its last month. */
export const expiryWarningDay = (expiresOn: string): string => `${expiresOn}-01`;

/**
 * Effect of a termination by the customer now (§4); undefined: it has ended, or will end. `hasRest`: a prorated refund is due for a
 * renewal that may be terminated at any time, even if it was cancelled to its end before.
 */
export function terminationEffect(
  state: SubscriptionState,
  { hasProratedRefund = false }: { hasProratedRefund?: boolean } = {},
): TerminationEffect | undefined {
  if (state === "pending") return "REFUNDED";
  if (hasProratedRefund && state !== "terminated") return "REST_REFUNDED";
  if (state === "active") return "AT_END";
  return state === "suspended" ? "AT_ONCE" : undefined;
}
