import type { Period } from "@guichet/contract/catalogue.ts";
import type { TerminationEffect } from "@guichet/contract/subscriptions.ts";
import { addDays, addMonths, daysBetween } from "./days.ts";
import { dayAfterPeriods, nextTryOn } from "./installments.ts";
import type { SubscriptionState } from "./subscriptions.ts";

/** When a tacit subscription renews, is announced and ends (§4 "Subscription"). Days only; light enough for the browser. */

/** The next period is ordered so many days before it begins, so that a refused card can be seen to without a gap. */
export const renewalDaysBefore = 1;
/** A subscription that is still unpaid so many days after it was blocked is over. */
export const unpaidDaysMax = 60;

/** The first day of a period (1: the first), counted from the day of the first and never from the one before (31 January, 28 February, 31 March). */
export const periodStart = (anchor: string, interval: Period, position: number): string =>
  dayAfterPeriods(anchor, interval, position - 1);

/** So many periods are looked through at most for the one of a day: four years of weeks. */
const periodsMax = 2_000;

/** The first period after `position` that is not over on a day. */
export function nextPeriod(anchor: string, interval: Period, position: number, today: string): number {
  for (let next = position + 1; next <= position + periodsMax; next += 1)
    if (periodStart(anchor, interval, next + 1) > today) return next;
  throw new RangeError(`No ${interval} period from ${anchor} holds ${today}`);
}

/** The day on which the period that begins on `start` is ordered and, by card, taken. */
export const renewalDay = (start: string): string => addDays(start, -renewalDaysBefore);

/** Does the law ask for a notice before each renewal of this term (consumer code L215-1)? Shorter ones are cancelled at any time. */
export const isLongTerm = (interval: Period): interval is "P6M" | "P1Y" => interval === "P6M" || interval === "P1Y";

/** How long before a short term ends the customer is notified of another price. */
export const shortNoticeDays: Readonly<Record<Exclude<Period, "P6M" | "P1Y">, number>> = { P7D: 3, P14D: 5, P1M: 10 };

/**
 * The day on which a renewal is looked at and announced: two months before a long term's end, between the three months and
 * the one that the law names; some days before a short one's.
 */
export function noticeDay(interval: Period, start: string): string {
  if (isLongTerm(interval)) return addMonths(start, -2);
  return addDays(start, -shortNoticeDays[interval]);
}

/** A customer has at least so many days to sign a mandate that a renewal needs. */
export const mandateSigningDays = 14;

/** The day on which a customer is asked for the mandate that a renewal needs: with its notice, or some days before at least. */
export function mandateAskDay(interval: Period, start: string): string {
  return isLongTerm(interval) ? noticeDay(interval, start) : addDays(start, -mandateSigningDays);
}

/** The last day on which a renewal can still be refused: the day before it is ordered. */
export const refusableUntil = (start: string): string => addDays(renewalDay(start), -1);

/** Was a renewal announced as the law asks (L215-1): between three months and one before the last day to refuse it? */
export const isNoticeInTime = (noticedOn: string, start: string): boolean =>
  noticedOn >= addMonths(refusableUntil(start), -3) && noticedOn <= addMonths(refusableUntil(start), -1);

/**
 * May the customer of a period end it on any of its days, and have back what covers the days after (L215-1)? So it is with a
 * renewal of a long term whose notice did not leave in time. `noticedOn`: the day on which it left; null: it never did.
 */
export const mayLeaveAnyTime = (
  interval: Period,
  { position, start, noticedOn }: { position: number; start: string; noticedOn: string | null },
): boolean => isLongTerm(interval) && position > 1 && (noticedOn === null || !isNoticeInTime(noticedOn, start));

/**
 * The last day of a period that is left on a day: that day, and of one that has not begun its first day, since a renewal can be
 * left from its start. Days; `end` is exclusive.
 */
export const lastDayIfLeft = (start: string, today: string): string => (today < start ? start : today);

/** What of a period's price covers the days after its last one, in minor units: what a division breaks is the customer's. */
export function proratedRefund(
  amount: number,
  { start, end, lastDay }: { start: string; end: string; lastDay: string },
) {
  const all = daysBetween(start, end);
  const used = Math.min(all, daysBetween(start, lastDay) + 1);
  return amount - Math.floor((amount * used) / all);
}

/** The day on which a subscription that was blocked on a day is over, if nothing is paid. */
export const unpaidEnd = (blockedOn: string): string => addDays(blockedOn, unpaidDaysMax);

/** The day of the next charge of a renewal that was refused `tries` times, first on `refusedOn`; undefined: none by itself. */
export const nextChargeOn = (firstTryOn: string, tries: number): string | undefined => nextTryOn(firstTryOn, tries);

/** The day from which a customer is notified that a card, good through `YYYY-MM`, will be over: the first of its last month. */
export const expiryWarningDay = (expiresOn: string): string => `${expiresOn}-01`;

/**
 * What becomes of a subscription that its customer ends now (§4); undefined: it is over, or will be. `hasRest`: something comes
 * back of a renewal that may be left at any time, even when it was cancelled to its end before.
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
