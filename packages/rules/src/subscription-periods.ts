import type { Period, PivotType, Validity } from "@guichet/contract/catalogue.ts";
import { addMonths, dayIn } from "./dates/days.ts";
import { dayBegins } from "./dates/instants.ts";
import { periodStart } from "./renewals.ts";
import { ticketWindow } from "./validity.ts";

/**
 * Periods of a subscription as instants: each ends when the next begins, so that no ticket extends into the next period and no
 * day is lost between two. Server only: it loads Temporal.
 */

/** Start and end of a period, with an exclusive end. */
export interface PeriodSpan {
  startsAt: string;
  endsAt: string;
}

/** The period at a position (1 is the first), from local midnight to local midnight, computed from the day of the first. */
export function periodSpan(anchorOn: string, interval: Period, position: number, timeZone: string): PeriodSpan {
  const begins = (of: number) => dayBegins(periodStart(anchorOn, interval, of), timeZone).toISOString();
  return { startsAt: begins(position), endsAt: begins(position + 1) };
}

/** Properties of an article and its order that determine the start of a subscription. */
export interface SubscriptionTerms {
  validity: Validity;
  useWithin: string | null;
  pivotType: PivotType | null;
  interval: Period;
  purchasedAt: string;
  startingAt: string | null;
  timeZone: string;
}

/**
 * First period, and the day from which all are computed: the first day of a week or month, or of the yearly period; otherwise the
 * day on which it begins. It begins with its ticket and ends when the second period begins, whatever the article's own
 * duration: a month from 31 January ends with 27 February, since the second begins on the 28th.
 */
export function firstPeriod(terms: SubscriptionTerms): PeriodSpan & { anchorOn: string } {
  const { validity, useWithin, pivotType, interval, purchasedAt, startingAt, timeZone } = terms;
  const ticket = { validity, useWithin, pivotType, purchasedAt, startingAt, timeZone, firstUseAt: null };
  const { validFrom, validUntil } = ticketWindow({ ...ticket, now: purchasedAt });
  const startsAt = validFrom ?? purchasedAt;
  const isWhole = pivotType === "WEEK_PIVOT" || pivotType === "MONTH_PIVOT";
  const anchorOn =
    "period" in validity && validUntil !== null
      ? addMonths(dayIn(validUntil, timeZone), -12)
      : dayIn(isWhole ? (startingAt ?? startsAt) : startsAt, timeZone);
  return { startsAt, anchorOn, endsAt: periodSpan(anchorOn, interval, 1, timeZone).endsAt };
}
