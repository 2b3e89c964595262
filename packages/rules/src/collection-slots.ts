import { collectReadyMinHours, collectShownDays } from "@guichet/contract/limits/order-limits.ts";
import { Temporal } from "temporal-polyfill";
import { addDays, dayIn, weekdayOf } from "./dates/days.ts";

/** Collection slots of agencies (§1, §5, §9). Server only: it loads Temporal. */

/** Collection hours of an agency, as in its pack. */
export interface CollectHours {
  /** Local times `HH:MM`; weekday 1 is Monday. */
  openingHours: readonly { weekday: number; opens: string; closes: string }[];
  slotMinutes: number;
  /** Closing days: `YYYY-MM-DD`, or `MM-DD` every year. */
  closedOn: readonly string[];
  /** Days with hours of their own, instead of those of their weekday; they open a yearly closing day. */
  specialHours?: readonly { day: string; opens: string; closes: string }[];
  /** What the agency does; absent: also COLLECTION. */
  services?: readonly string[];
}

/** A time slot for collection; instants, with an exclusive end. */
export interface CollectTime {
  startsAt: string;
  endsAt: string;
}

/** The earliest collection of an order placed at `now`. */
export const readyFrom = (now: string): string =>
  new Date(Date.parse(now) + collectReadyMinHours * 3_600_000).toISOString();

/** First and last day of the slots offered at `now`, from the day on which an order is ready. */
export function collectDays(now: string, timeZone: string): { first: string; last: string } {
  const first = dayIn(readyFrom(now), timeZone);
  return { first, last: addDays(first, collectShownDays - 1) };
}

/**
 * The slots in which an order placed at `now` can be collected, earliest first: whole slots of the opening hours of 14 days,
 * none within the next 48 hours. `from` and `days` select a part of them.
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

/** The slot that begins at this instant, if an order placed at `now` can be collected in it. */
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

/** The slots of `days` days that begin at an instant or later, earliest first. */
export function slotsFrom(
  hours: CollectHours,
  { from, days, timeZone }: { from: string; days: number; timeZone: string },
): CollectTime[] {
  const first = dayIn(from, timeZone);
  const found = Array.from({ length: days }, (_, after) => timesOn(addDays(first, after), hours, timeZone)).flat();
  return found.filter(({ startsAt }) => Date.parse(startsAt) >= Date.parse(from));
}

/** Whether orders can be collected in the whole of a time, whatever slots it has been made of. */
export function isCollectable({ startsAt, endsAt }: CollectTime, hours: CollectHours, timeZone: string): boolean {
  const [begins, ends] = [Date.parse(startsAt), Date.parse(endsAt)];
  return (
    collects(hours) &&
    openingsOn(dayIn(startsAt, timeZone), hours, timeZone).some(({ from, to }) => from <= begins && ends <= to)
  );
}

/** Whether the agency is open at an instant. */
export function isOpenAt(now: string, hours: CollectHours, timeZone: string): boolean {
  const at = Date.parse(now);
  return openingsOn(dayIn(now, timeZone), hours, timeZone).some(({ from, to }) => from <= at && at < to);
}

const collects = ({ services }: CollectHours): boolean => services === undefined || services.includes("COLLECTION");

/**
 * The slots of one day, consecutive from the opening minute; an incomplete last slot is dropped. They run on through hours that touch only where a
 * slot ends there: otherwise those after it would begin at other times than before, beside what is booked.
 */
function timesOn(day: string, hours: CollectHours, timeZone: string): CollectTime[] {
  if (!collects(hours)) return [];
  const length = hours.slotMinutes * 60_000;
  const isOnGrid = ({ from, to }: Opening) => (to - from) % length === 0;
  return openingsOn(day, hours, timeZone, isOnGrid).flatMap(({ from, to }) =>
    Array.from({ length: Math.max(0, Math.floor((to - from) / length)) }, (_, place) => ({
      startsAt: new Date(from + place * length).toISOString(),
      endsAt: new Date(from + (place + 1) * length).toISOString(),
    })),
  );
}

/** A time in which an agency is open, in milliseconds. */
interface Opening {
  from: number;
  to: number;
}

/** When the agency is open on a day, earliest first. Hours that begin where others end are one opening, if `joins` says so of the first. */
function openingsOn(
  day: string,
  { openingHours, closedOn, specialHours = [] }: CollectHours,
  timeZone: string,
  joins: (first: Opening) => boolean = () => true,
): Opening[] {
  if (closedOn.includes(day)) return [];
  const special = specialHours.filter((one) => one.day === day);
  if (special.length === 0 && closedOn.includes(day.slice(5))) return [];
  const ofDay = special.length > 0 ? special : openingHours.filter(({ weekday }) => weekday === weekdayOf(day));
  const openings = ofDay
    .map(({ opens, closes }) => ({ from: opening(day, opens, timeZone), to: closing(day, closes, timeZone) }))
    .sort((a, b) => a.from - b.from);
  const joined: Opening[] = [];
  for (const next of openings) {
    const last = joined.at(-1);
    const isTouching = last !== undefined && (next.from < last.to || (next.from === last.to && joins(last)));
    if (isTouching) last.to = Math.max(last.to, next.to);
    else joined.push(next);
  }
  return joined;
}

/** Opening instant: the first time that the clock shows this or a later time, so that a repeated hour is open from its first occurrence. */
const opening = (day: string, time: string, timeZone: string): number => turn(day, time, timeZone, "earlier");

/** Closing instant: after the last time that the clock shows the minute before, so that a repeated hour is open both times. */
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
  // A skipped local time becomes the instant of the clock change.
  const before = local.toZonedDateTime(timeZone, { disambiguation: "earlier" });
  return before.getTimeZoneTransition("next")?.epochMilliseconds ?? before.epochMilliseconds;
}

function isSkipped(day: string, time: string, timeZone: string): boolean {
  const local = Temporal.PlainDateTime.from(`${day}T${time}`);
  return !local.toZonedDateTime(timeZone, { disambiguation: "later" }).toPlainDateTime().equals(local);
}

/** Id of a slot of an agency: `20261124T130000Z`. */
export const slotIdOf = (startsAt: string): string =>
  `${new Date(startsAt).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;

/** The start of a slot by its id; undefined for an invalid id. */
export function startOfSlot(slotId: string): string | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(slotId);
  if (parts === null) return undefined;
  const [, year, month, day, hour, minute, second] = parts;
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
