import { collectReadyMinHours, collectShownDays } from "@guichet/contract/limits/order-limits.ts";
import { Temporal } from "temporal-polyfill";
import { addDays, dayIn, weekdayOf } from "./days.ts";

/** The times at which an agency hands orders over (§1, §5, §9). Heavy (it brings Temporal): for servers. */

/** When an agency hands over, as its pack has it. */
export interface CollectHours {
  /** Local times `HH:MM`; weekday 1 is Monday. */
  openingHours: readonly { weekday: number; opens: string; closes: string }[];
  slotMinutes: number;
  /** Days on which it stays shut: `YYYY-MM-DD`, or `MM-DD` every year. */
  closedOn: readonly string[];
}

/** A stretch of time in which orders are handed over; instants, the end not included. */
export interface CollectTime {
  startsAt: string;
  endsAt: string;
}

/** Of an order placed at `now`: the first instant at which it may be collected. */
export const readyFrom = (now: string): string =>
  new Date(Date.parse(now) + collectReadyMinHours * 3_600_000).toISOString();

/** The days, first and last, whose slots are shown at `now`: from the one on which an order is ready. */
export function collectDays(now: string, timeZone: string): { first: string; last: string } {
  const first = dayIn(readyFrom(now), timeZone);
  return { first, last: addDays(first, collectShownDays - 1) };
}

/**
 * The slots that an order placed at `now` may be collected in, earliest first: whole slots of the opening hours of 14 days,
 * none before 48 hours are over. `from` and `days` cut a part out of them.
 */
export function collectTimes(
  hours: CollectHours,
  { now, timeZone, from, days = collectShownDays }: { now: string; timeZone: string; from?: string; days?: number },
): CollectTime[] {
  const shown = collectDays(now, timeZone);
  const first = from !== undefined && from > shown.first ? from : shown.first;
  const last = [shown.last, addDays(first, days - 1)].sort()[0] ?? shown.last;
  const ready = Date.parse(readyFrom(now));
  const found: CollectTime[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) found.push(...timesOn(day, hours, timeZone));
  return found.filter(({ startsAt }) => Date.parse(startsAt) >= ready);
}

/** The slot that begins at this instant, when an order placed at `now` may be collected in it. */
export function collectTimeAt(
  startsAt: string,
  hours: CollectHours,
  { now, timeZone }: { now: string; timeZone: string },
): CollectTime | undefined {
  const at = Date.parse(startsAt);
  if (Number.isNaN(at)) return undefined;
  const day = dayIn(startsAt, timeZone);
  return collectTimes(hours, { now, timeZone, from: day, days: 1 }).find((slot) => Date.parse(slot.startsAt) === at);
}

/** The slots of one day, one after the other from the minute at which the agency opens; what is left before it closes is none. */
function timesOn(day: string, { openingHours, slotMinutes, closedOn }: CollectHours, timeZone: string): CollectTime[] {
  if (closedOn.includes(day) || closedOn.includes(day.slice(5))) return [];
  const stretches = openingHours
    .filter(({ weekday }) => weekday === weekdayOf(day))
    .map(({ opens, closes }) => ({ from: opening(day, opens, timeZone), to: closing(day, closes, timeZone) }))
    .sort((a, b) => a.from - b.from);
  const length = slotMinutes * 60_000;
  return stretches.flatMap(({ from, to }) =>
    Array.from({ length: Math.max(0, Math.floor((to - from) / length)) }, (_, place) => ({
      startsAt: new Date(from + place * length).toISOString(),
      endsAt: new Date(from + (place + 1) * length).toISOString(),
    })),
  );
}

/** When the clock shows this time or a later one for the first time: an hour that comes twice is open from its first time. */
const opening = (day: string, time: string, timeZone: string): number => turn(day, time, timeZone, "earlier");

/** When the clock has shown the minute before this time for the last time: an hour that comes twice is open both times. */
function closing(day: string, time: string, timeZone: string): number {
  const before = Temporal.PlainTime.from(time).subtract({ minutes: 1 }).toString({ smallestUnit: "minute" });
  const last = turn(day, before, timeZone, "later");
  return isSkipped(day, before, timeZone) ? last : last + 60_000;
}

function turn(day: string, time: string, timeZone: string, which: "earlier" | "later"): number {
  const local = Temporal.PlainDateTime.from(`${day}T${time}`);
  if (!isSkipped(day, time, timeZone)) {
    return local.toZonedDateTime(timeZone, { disambiguation: which }).epochMilliseconds;
  }
  // A time that the clock jumps over: the instant of the jump.
  const before = local.toZonedDateTime(timeZone, { disambiguation: "earlier" });
  return before.getTimeZoneTransition("next")?.epochMilliseconds ?? before.epochMilliseconds;
}

function isSkipped(day: string, time: string, timeZone: string): boolean {
  const local = Temporal.PlainDateTime.from(`${day}T${time}`);
  return !local.toZonedDateTime(timeZone, { disambiguation: "later" }).toPlainDateTime().equals(local);
}

/** Names a slot of an agency: `20261124T130000Z`. */
export const slotIdOf = (startsAt: string): string =>
  `${new Date(startsAt).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;

/** The instant that a slot's name stands for; undefined for a name of nothing. */
export function startOfSlot(slotId: string): string | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(slotId);
  if (parts === null) return undefined;
  const [, year, month, day, hour, minute, second] = parts;
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
