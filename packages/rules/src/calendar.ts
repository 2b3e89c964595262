import type { PivotType } from "@guichet/contract/catalogue.ts";
import { startSlotMinutes } from "@guichet/contract/limits/catalogue-limits.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { Temporal } from "temporal-polyfill";

/**
 * Start dates by pivot (§5, §9), all in the network's time zone. Server only: it loads Temporal; a form gets the
 * proposed starts from its loader.
 */

/** How the start of an article is chosen, as in `ShopItem`. */
export interface Pivot {
  pivotType: PivotType;
  pivotValue: number | null;
  startProposals: number | null;
  salesEndsAt: string | null;
}

/** A day, week or month that can be chosen as start. */
export interface ProposedStart {
  /** Start of validity: local midnight, or the first free slot of the day. */
  startingAt: string;
  /** Its first day, `YYYY-MM-DD`. */
  day: string;
  /** `YYYY-MM` for MONTH_PIVOT, else null. */
  startMonth: string | null;
  /** Whether it has already begun: its duration counts from its first day, and it is valid from purchase. */
  begun: boolean;
}

/** A quarter of an hour at which a DAY_PIVOT article can start. */
export interface Slot {
  startingAt: string;
  /** Local time, `HH:MM`. */
  time: string;
  /** UTC offset, e.g. `+02:00`, only where the same local time occurs twice that day. */
  offset: string | null;
}

const ranges: Readonly<Record<PivotType, readonly [from: number, to: number]>> = {
  DAY_PIVOT: [0, 23],
  WEEK_PIVOT: [1, 7],
  MONTH_PIVOT: [1, 31],
};
const proposalsMax = 400;

/** The possible starts at `now`, earliest first. START_NOT_COMPUTABLE for a pivot out of range, or without any start. */
export function proposedStarts(
  pivot: Pivot,
  now: string,
  timeZone: string,
): Result<ProposedStart[], "START_NOT_COMPUTABLE"> {
  const { pivotType, pivotValue, startProposals } = pivot;
  if (!isWithin(pivotValue, ranges[pivotType]) || !isWithin(startProposals, [1, proposalsMax])) {
    return err("START_NOT_COMPUTABLE");
  }
  const local = Temporal.Instant.from(now).toZonedDateTimeISO(timeZone);
  const proposals = Array.from({ length: startProposals }, (_, place) => place)
    .map((place) => proposal(pivotType, pivotValue, local, place))
    .filter(({ startingAt }) => isBeforeEnd(startingAt, pivot.salesEndsAt));
  return proposals.length === 0 ? err("START_NOT_COMPUTABLE") : ok(proposals);
}

/**
 * The slots of a proposed day of a DAY_PIVOT, every 15 minutes from local midnight to the next: 96, on clock-change days 92 or
 * 100, without those that have passed or are after the end of sales.
 */
export function slotsOn(
  day: string,
  { now, timeZone, salesEndsAt = null }: { now: string; timeZone: string; salesEndsAt?: string | null },
): Slot[] {
  const date = Temporal.PlainDate.from(day);
  const midnight = date.toZonedDateTime(timeZone);
  const next = date.add({ days: 1 }).toZonedDateTime(timeZone);
  const count = Math.round((next.epochMilliseconds - midnight.epochMilliseconds) / (startSlotMinutes * 60_000));
  const slots = Array.from({ length: count }, (_, place) => midnight.add({ minutes: place * startSlotMinutes }));
  const times = slots.map(timeOf);
  const twice = new Set(times.filter((time, place) => times.indexOf(time) !== place));
  const from = Date.parse(now);
  return slots
    .map((slot, place) => ({
      startingAt: instantOf(slot),
      time: times[place] ?? "",
      offset: twice.has(times[place] ?? "") ? slot.offset : null,
    }))
    .filter(({ startingAt }) => Date.parse(startingAt) >= from && isBeforeEnd(startingAt, salesEndsAt));
}

/** The start of a line on the wire: an instant, or a month for MONTH_PIVOT; if both are given, they must agree. */
export interface AskedStart {
  startingAt?: string | null | undefined;
  startMonth?: string | null | undefined;
}

/**
 * Checks that a start is one of those proposed at `now` and returns its instant. START_REQUIRED without a start,
 * START_NOT_PROPOSED for another one, START_NOT_COMPUTABLE as in `proposedStarts`.
 */
export function chooseStart(
  asked: AskedStart,
  pivot: Pivot,
  now: string,
  timeZone: string,
): Result<string, "START_REQUIRED" | "START_NOT_PROPOSED" | "START_NOT_COMPUTABLE"> {
  const proposed = proposedStarts(pivot, now, timeZone);
  if (!proposed.ok) return proposed;
  const { startingAt, startMonth } = asked;
  if (!startingAt && !startMonth) return err("START_REQUIRED");
  if (pivot.pivotType === "DAY_PIVOT") return chooseSlot(startingAt, pivot, proposed.value, now, timeZone);
  const found = proposed.value.find(
    (start) =>
      (!startingAt || Date.parse(start.startingAt) === Date.parse(startingAt)) &&
      (!startMonth || start.startMonth === startMonth),
  );
  return found === undefined ? err("START_NOT_PROPOSED") : ok(found.startingAt);
}

function chooseSlot(
  startingAt: string | null | undefined,
  pivot: Pivot,
  proposed: readonly ProposedStart[],
  now: string,
  timeZone: string,
): Result<string, "START_REQUIRED" | "START_NOT_PROPOSED"> {
  if (!startingAt) return err("START_REQUIRED");
  const day = Temporal.Instant.from(startingAt).toZonedDateTimeISO(timeZone).toPlainDate().toString();
  if (!proposed.some((start) => start.day === day)) return err("START_NOT_PROPOSED");
  const slots = slotsOn(day, { now, timeZone, salesEndsAt: pivot.salesEndsAt });
  const slot = slots.find((candidate) => Date.parse(candidate.startingAt) === Date.parse(startingAt));
  return slot === undefined ? err("START_NOT_PROPOSED") : ok(slot.startingAt);
}

function proposal(
  pivotType: PivotType,
  pivotValue: number,
  local: Temporal.ZonedDateTime,
  place: number,
): ProposedStart {
  const today = local.toPlainDate();
  if (pivotType === "DAY_PIVOT") {
    const firstToday = nextSlot(local);
    const startsToday = local.hour <= pivotValue && firstToday !== null;
    const day = today.add({ days: place + (startsToday ? 0 : 1) });
    const start = firstToday !== null && day.equals(today) ? firstToday : day.toZonedDateTime(local.timeZoneId);
    return { startingAt: instantOf(start), day: day.toString(), startMonth: null, begun: false };
  }
  if (pivotType === "WEEK_PIVOT") {
    const monday = today.subtract({ days: today.dayOfWeek - 1 });
    const day = monday.add({ weeks: place + (today.dayOfWeek <= pivotValue ? 0 : 1) });
    return startOf(day, local, null);
  }
  const first = today.with({ day: 1 });
  const day = first.add({ months: place + (today.day <= pivotValue ? 0 : 1) });
  return startOf(day, local, day.toPlainYearMonth().toString());
}

function startOf(day: Temporal.PlainDate, local: Temporal.ZonedDateTime, startMonth: string | null): ProposedStart {
  const start = day.toZonedDateTime(local.timeZoneId);
  const begun = start.epochMilliseconds < local.epochMilliseconds;
  return { startingAt: instantOf(start), day: day.toString(), startMonth, begun };
}

/** The next slot of today, counted in real time from local midnight; null when none is left. */
function nextSlot(local: Temporal.ZonedDateTime): Temporal.ZonedDateTime | null {
  const midnight = local.startOfDay();
  const elapsedMs = local.epochMilliseconds - midnight.epochMilliseconds;
  const slot = midnight.add({ minutes: Math.ceil(elapsedMs / (startSlotMinutes * 60_000)) * startSlotMinutes });
  return slot.toPlainDate().equals(local.toPlainDate()) ? slot : null;
}

function isWithin(value: number | null, [from, to]: readonly [number, number]): value is number {
  return value !== null && Number.isInteger(value) && value >= from && value <= to;
}

function isBeforeEnd(startingAt: string, salesEndsAt: string | null): boolean {
  return salesEndsAt === null || Date.parse(startingAt) < Date.parse(salesEndsAt);
}

const instantOf = (moment: Temporal.ZonedDateTime): string => new Date(moment.epochMilliseconds).toISOString();
const timeOf = (moment: Temporal.ZonedDateTime): string => moment.toPlainTime().toString({ smallestUnit: "minute" });
