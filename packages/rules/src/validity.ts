import type { PivotType, Validity } from "@guichet/contract/catalogue.ts";
import type { TicketState } from "@guichet/contract/wallet.ts";
import { Temporal } from "temporal-polyfill";

/**
 * Validity of tickets. Years, months, weeks and days of a duration are calendar days of the network's time zone, including the first:
 * they end at local midnight, so P1D bought at 14:00 ends tonight, and P31D first used on the 1st ends with the 31st. Hours and
 * minutes count from the instant: 24 hours are PT24H. Every end is exclusive.
 */

export interface TicketTerms {
  validity: Validity;
  /** Time limit of the first use, counted from purchase or from a later start. */
  useWithin: string | null;
  purchasedAt: string;
  /** The customer's choice; null for articles without a pivot. */
  startingAt: string | null;
  pivotType: PivotType | null;
  firstUseAt: string | null;
  timeZone: string;
  now: string;
}

export interface TicketWindow {
  /** null: from the first use. */
  validFrom: string | null;
  /** The first instant at which it is no longer valid; null until the first use. */
  validUntil: string | null;
  /** The first instant at which an unused ticket is lost; null: none, or already used. */
  useBefore: string | null;
  state: Extract<TicketState, "pending" | "active" | "expired">;
}

/** Validity window of a ticket, and its state at `now` as determined by time (without trips and incidents). */
export function ticketWindow(terms: TicketTerms): TicketWindow {
  const { validFrom, validUntil } = bounds(terms);
  const useBefore =
    terms.useWithin === null || terms.firstUseAt !== null
      ? null
      : endOf(opening(terms), terms.useWithin, terms.timeZone);
  const window = { validFrom, validUntil, useBefore };
  return { ...window, state: stateAt(window, terms.now) };
}

/** State of a window at an instant: `pending` before it, `expired` after it or when not used in time. */
export function stateAt(window: Omit<TicketWindow, "state">, now: string): TicketWindow["state"] {
  const at = Date.parse(now);
  if (window.validUntil !== null && at >= Date.parse(window.validUntil)) return "expired";
  if (window.useBefore !== null && at >= Date.parse(window.useBefore)) return "expired";
  return window.validFrom !== null && at >= Date.parse(window.validFrom) ? "active" : "pending";
}

/** End of a duration from an instant, by the calendar of the time zone (see above). */
export function endOf(from: string, duration: string, timeZone: string): string {
  const start = Temporal.Instant.from(from).toZonedDateTimeISO(timeZone);
  const length = Temporal.Duration.from(duration);
  const { years, months, weeks, days, hours, minutes } = length;
  if (hours !== 0 || minutes !== 0) return instantOf(start.add(length));
  const first = start.toPlainDate();
  const sameDate = first.add({ years, months });
  // From the 31st, a month without a 31st ends with its last day, not the day before.
  const ended = sameDate.day < first.day ? sameDate.add({ days: 1 }) : sameDate;
  return instantOf(ended.add({ weeks, days }).toZonedDateTime(timeZone));
}

function bounds(terms: TicketTerms): Pick<TicketWindow, "validFrom" | "validUntil"> {
  const { validity, timeZone, firstUseAt } = terms;
  const open = opening(terms);
  if ("period" in validity) return yearlyPeriod(validity.period, open, timeZone);
  if (validity.from === "first-use") {
    return {
      validFrom: firstUseAt,
      validUntil: firstUseAt === null ? null : endOf(firstUseAt, validity.duration, timeZone),
    };
  }
  if (validity.from === "purchase") {
    return { validFrom: terms.purchasedAt, validUntil: endOf(terms.purchasedAt, validity.duration, timeZone) };
  }
  // The current week or month counts from its first day although it is valid from purchase; a slot that has passed does not.
  const wholePeriod = terms.pivotType === "WEEK_PIVOT" || terms.pivotType === "MONTH_PIVOT";
  const counted = wholePeriod ? (terms.startingAt ?? open) : open;
  return { validFrom: open, validUntil: endOf(counted, validity.duration, timeZone) };
}

/** The later of purchase and chosen start. */
function opening({ purchasedAt, startingAt }: TicketTerms): string {
  return startingAt !== null && Date.parse(startingAt) > Date.parse(purchasedAt) ? startingAt : purchasedAt;
}

/** The yearly period that contains `open`, or the next one; both days included. */
function yearlyPeriod({ from, to }: { from: string; to: string }, open: string, timeZone: string) {
  const day = Temporal.Instant.from(open).toZonedDateTimeISO(timeZone).toPlainDate();
  const crossing = to < from ? 1 : 0;
  for (const year of [day.year - 1, day.year, day.year + 1]) {
    const last = dayOfYear(to, year + crossing);
    if (Temporal.PlainDate.compare(last, day) < 0) continue;
    const begins = instantOf(dayOfYear(from, year).toZonedDateTime(timeZone));
    return {
      validFrom: Date.parse(begins) > Date.parse(open) ? begins : open,
      validUntil: instantOf(last.add({ days: 1 }).toZonedDateTime(timeZone)),
    };
  }
  throw new RangeError(`No period from ${from} to ${to} after ${open}`);
}

/** `MM-DD` in a year; a non-existent day becomes the last of its month. */
function dayOfYear(text: string, year: number): Temporal.PlainDate {
  const [month = 1, day = 1] = text.split("-").map(Number);
  return Temporal.PlainDate.from({ year, month, day }, { overflow: "constrain" });
}

const instantOf = (moment: Temporal.ZonedDateTime): string => new Date(moment.epochMilliseconds).toISOString();
