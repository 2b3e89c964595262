import type { Period } from "@guichet/contract/catalogue.ts";
import { addDays, addMonths } from "./days.ts";
import { dayAfterPeriods, nextTryOn } from "./installments.ts";
import type { SubscriptionState } from "./subscriptions.ts";

/** When a tacit subscription renews, is announced and ends (§4 "Subscription"). Days only; light enough for the browser. */

/** The next period is ordered so many days before it begins, so that a refused card can be seen to without a gap. */
export const renewalDaysBefore = 1;
/** A subscription that is still unpaid so many days after it was blocked is over. */
export const unpaidDaysMax = 60;

/** The first day of a period (1: the first), reckoned from the day of the first and never from the one before (31 January, 28 February, 31 March). */
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

/** How long before a short term ends the customer is told of another price. */
export const shortNoticeDays: Readonly<Record<Exclude<Period, "P6M" | "P1Y">, number>> = { P7D: 3, P14D: 5, P1M: 10 };

/**
 * The day on which a renewal is looked at and announced: two months before a long term's end, between the three months and
 * the one that the law names; some days before a short one's.
 */
export function noticeDay(interval: Period, start: string): string {
  if (isLongTerm(interval)) return addMonths(start, -2);
  return addDays(start, -shortNoticeDays[interval]);
}

/** Was a renewal announced as the law asks: between three months and one before the term's end? */
export const isNoticeInTime = (noticedOn: string, start: string): boolean =>
  noticedOn >= addMonths(start, -3) && noticedOn <= addMonths(start, -1);

/** The last day on which a renewal can still be refused: the day before it is ordered. */
export const refusableUntil = (start: string): string => addDays(renewalDay(start), -1);

/** The day on which a subscription that was blocked on a day is over, if nothing is paid. */
export const unpaidEnd = (blockedOn: string): string => addDays(blockedOn, unpaidDaysMax);

/** The day of the next charge of a renewal that was refused `tries` times, first on `refusedOn`; undefined: none by itself. */
export const nextChargeOn = (firstTryOn: string, tries: number): string | undefined => nextTryOn(firstTryOn, tries);

/** The day from which a customer is told that a card, good through `YYYY-MM`, will be over: the first of its last month. */
export const expiryWarningDay = (expiresOn: string): string => `${expiresOn}-01`;

/** What becomes of a subscription that its customer ends now (§4); undefined: it is over, or will be. */
export function terminationEffect(state: SubscriptionState): "REFUNDED" | "AT_END" | "AT_ONCE" | undefined {
  if (state === "pending") return "REFUNDED";
  if (state === "active") return "AT_END";
  return state === "suspended" ? "AT_ONCE" : undefined;
}
