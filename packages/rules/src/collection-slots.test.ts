import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import {
  type CollectHours,
  type CollectTime,
  collectTimeAt,
  collectTimes,
  isCollectable,
  isOpenAt,
  slotIdOf,
  slotsFrom,
  startOfSlot,
} from "./collection-slots.ts";
import { addDays, dayIn, weekdayOf } from "./dates/days.ts";

const timeZone = "Europe/Paris";
const office: CollectHours = {
  openingHours: [
    { weekday: 1, opens: "09:00", closes: "12:00" },
    { weekday: 1, opens: "14:00", closes: "17:30" },
    { weekday: 2, opens: "09:00", closes: "12:00" },
  ],
  slotMinutes: 60,
  closedOn: [],
};
/** `Mon 09:00` of each slot, in the agency's local time. */
const said = (slots: readonly CollectTime[]) =>
  slots.map(({ startsAt }) =>
    Temporal.Instant.from(startsAt)
      .toZonedDateTimeISO(timeZone)
      .toPlainDateTime()
      .toString({ smallestUnit: "minute" })
      .replace("T", " "),
  );

test("an order placed on Friday noon can be collected from Monday, in whole slots of the opening hours", () => {
  const slots = collectTimes(office, { now: "2026-11-20T11:00:00.000Z", timeZone, days: 2, from: "2026-11-23" });
  expect(said(slots)).toEqual([
    ...["2026-11-23 09:00", "2026-11-23 10:00", "2026-11-23 11:00"],
    ...["2026-11-23 14:00", "2026-11-23 15:00", "2026-11-23 16:00"],
    ...["2026-11-24 09:00", "2026-11-24 10:00", "2026-11-24 11:00"],
  ]);
  expect(slots[0]).toEqual({ startsAt: "2026-11-23T08:00:00.000Z", endsAt: "2026-11-23T09:00:00.000Z" });
});

test.each([
  ["exactly 48 hours before a slot: that one is the first", "2026-11-21T08:00:00.000Z", "2026-11-23 09:00"],
  ["a second later: the next one", "2026-11-21T08:00:01.000Z", "2026-11-23 10:00"],
  ["after the last slot of the day", "2026-11-21T16:00:00.000Z", "2026-11-24 09:00"],
  ["over the short night of March: 48 hours are 48 hours", "2026-03-28T08:00:00.000Z", "2026-03-30 10:00"],
  ["over the long night of October", "2026-10-24T08:00:00.000Z", "2026-10-26 09:00"],
])("%s", (_what, now, first) => {
  expect(said(collectTimes(office, { now, timeZone }))[0]).toBe(first);
});

// covers §9: click and collect 48 to 72 hours
test("slots are offered for 14 days, including the first day on which an order is ready", () => {
  const days = said(collectTimes(office, { now: "2026-11-20T11:00:00.000Z", timeZone })).map((slot) =>
    slot.slice(0, 10),
  );
  expect([...new Set(days)]).toEqual(["2026-11-23", "2026-11-24", "2026-11-30", "2026-12-01"]);
  const later = collectTimes(office, { now: "2026-11-20T11:00:00.000Z", timeZone, from: "2026-12-06", days: 31 });
  expect(later).toEqual([]);
});

test("an agency is closed on its closing days, once or every year", () => {
  const shut = { ...office, closedOn: ["2026-11-23", "12-01"] };
  const days = said(collectTimes(shut, { now: "2026-11-20T11:00:00.000Z", timeZone })).map((slot) => slot.slice(0, 10));
  expect([...new Set(days)]).toEqual(["2026-11-24", "2026-11-30"]);
});

test.each([
  ["the hour that the clock jumps over is no hour", "2026-03-29", "01:00", "04:00", 2],
  ["opening within it is opening at the jump", "2026-03-29", "02:30", "04:00", 1],
  ["closing within it is closing at the jump", "2026-03-29", "01:00", "02:30", 1],
  ["the hour that comes twice is open twice", "2026-10-25", "01:00", "04:00", 4],
  ["closing as it begins is closing before its first time", "2026-10-25", "01:00", "02:00", 1],
  ["opening and closing within it spans both times", "2026-10-25", "02:00", "02:30", 1],
])("%s", (_what, day, opens, closes, count) => {
  const hours = { openingHours: [{ weekday: 7, opens, closes }], slotMinutes: 60, closedOn: [] };
  expect(collectTimes(hours, { now: `${addDays(day, -4)}T00:00:00.000Z`, timeZone, from: day, days: 1 })).toHaveLength(
    count,
  );
});

test("a slot is only found by its start if an order placed now can have it", () => {
  const at = { now: "2026-11-20T11:00:00.000Z", timeZone };
  expect(collectTimeAt("2026-11-23T08:00:00Z", office, at)?.endsAt).toBe("2026-11-23T09:00:00.000Z");
  expect(collectTimeAt("2026-11-23T08:30:00Z", office, at)).toBeUndefined();
  expect(collectTimeAt("2026-11-23T08:00:00Z", office, { ...at, now: "2026-11-22T11:00:00.000Z" })).toBeUndefined();
  expect(collectTimeAt("2027-01-04T08:00:00Z", office, at)).toBeUndefined();
  expect(collectTimeAt("soon", office, at)).toBeUndefined();
});

test("a slot's id is its start, and any other text is invalid", () => {
  expect(slotIdOf("2026-11-23T08:00:00.000Z")).toBe("20261123T080000Z");
  expect(startOfSlot("20261123T080000Z")).toBe("2026-11-23T08:00:00.000Z");
  for (const name of ["", "gare", "20261399T080000Z", "20261123T0800Z"]) expect(startOfSlot(name)).toBeUndefined();
});

interface Minute {
  at: number;
  clock: string;
}
const walked = new Map<string, Minute[]>();

/** Every minute of a day with its local time. */
function minutesOf(day: string, zone: string): Minute[] {
  const known = walked.get(`${day} ${zone}`);
  if (known !== undefined) return known;
  const start = Temporal.PlainDate.from(day).toZonedDateTime(zone);
  const end = Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds;
  const minutes: Minute[] = [];
  for (let at = start.epochMilliseconds; at < end; at += 60_000) {
    const clock = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainTime();
    minutes.push({ at, clock: clock.toString({ smallestUnit: "minute" }) });
  }
  walked.set(`${day} ${zone}`, minutes);
  return minutes;
}

/** The same computed minute by minute: open while the local time is between opening and closing. */
function byTheMinute(day: string, hours: CollectHours, zone: string): CollectTime[] {
  const minutes = minutesOf(day, zone);
  const found: CollectTime[] = [];
  for (const { weekday, opens, closes } of hours.openingHours) {
    if (weekday !== weekdayOf(day)) continue;
    const first = minutes.find(({ clock }) => clock >= opens);
    const last = minutes.findLast(({ clock }) => clock < closes);
    if (first === undefined || last === undefined) continue;
    const length = hours.slotMinutes * 60_000;
    for (let at = first.at; at + length <= last.at + 60_000; at += length)
      found.push({ startsAt: new Date(at).toISOString(), endsAt: new Date(at + length).toISOString() });
  }
  return found.sort((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));
}

const clock = fc.integer({ min: 0, max: 24 * 60 - 1 }).map((minute) => {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
});

// covers §9: click and collect 48 to 72 hours
test("slots are those found minute by minute, also on clock changes", () => {
  const days = fc.constantFrom("2026-03-29", "2026-10-25", "2026-11-24", "2027-03-28", "2027-10-31", "2028-02-29");
  const zones = fc.constantFrom("Europe/Paris", "Atlantic/Azores", "Indian/Reunion");
  fc.assert(
    fc.property(days, zones, clock, clock, fc.integer({ min: 15, max: 480 }), (day, zone, one, other, slotMinutes) => {
      const [opens = one, closes = other] = [one, other].sort();
      if (opens === closes) return;
      const openingHours = [{ weekday: weekdayOf(day), opens, closes }];
      const hours = { openingHours, slotMinutes, closedOn: [] };
      const now = new Date(Date.parse(`${day}T00:00:00Z`) - 5 * 86_400_000).toISOString();
      const slots = collectTimes(hours, { now, timeZone: zone, from: day, days: 1 });
      expect(slots).toEqual(byTheMinute(day, hours, zone));
      for (const { startsAt } of slots) expect(dayIn(startsAt, zone)).toBe(day);
    }),
    { numRuns: 200 },
  );
});

const from = "2026-12-20T23:00:00.000Z";
const special = {
  ...office,
  closedOn: ["2026-12-21", "12-22", "12-29"],
  specialHours: [
    { day: "2026-12-29", opens: "10:00", closes: "12:00" },
    { day: "2026-12-24", opens: "09:00", closes: "11:00" },
    { day: "2026-12-24", opens: "08:00", closes: "09:00" },
  ],
};

test("a day with hours of its own has those, also on a yearly closing day; a closing day has none", () => {
  expect(said(slotsFrom(special, { from, days: 9, timeZone }))).toEqual([
    ...["2026-12-24 08:00", "2026-12-24 09:00", "2026-12-24 10:00"],
    ...["2026-12-28 09:00", "2026-12-28 10:00", "2026-12-28 11:00"],
    ...["2026-12-28 14:00", "2026-12-28 15:00", "2026-12-28 16:00"],
    ...["2026-12-29 10:00", "2026-12-29 11:00"],
  ]);
});

test("an agency at which nothing is collected has no slots, and is open all the same", () => {
  const counter = { ...office, services: ["COUNTER"] };
  expect(slotsFrom(counter, { from, days: 9, timeZone })).toEqual([]);
  const monday = { startsAt: "2026-12-28T09:00:00.000Z", endsAt: "2026-12-28T10:00:00.000Z" };
  expect(isCollectable(monday, counter, timeZone)).toBe(false);
  expect(isOpenAt(monday.startsAt, counter, timeZone)).toBe(true);
  expect(isOpenAt("2026-12-28T11:00:00.000Z", counter, timeZone)).toBe(false);
});

test("an order can be collected as long as its whole time is in one opening, whatever the slots are now", () => {
  const time = (begins: string, ends: string) => ({
    ...{ startsAt: `2026-12-28T${begins}:00.000Z`, endsAt: `2026-12-28T${ends}:00.000Z` },
  });
  const half = { ...office, slotMinutes: 45 };
  expect(isCollectable(time("09:00", "10:00"), half, timeZone)).toBe(true);
  expect(isCollectable(time("10:30", "11:30"), half, timeZone)).toBe(false);
  expect(isCollectable(time("07:00", "08:00"), half, timeZone)).toBe(false);
  expect(isCollectable(time("09:00", "10:00"), { ...half, closedOn: ["12-28"] }, timeZone)).toBe(false);
});

test("hours that begin where others end are one opening: a time over both can be collected", () => {
  const touching: CollectHours = {
    ...office,
    openingHours: [
      { weekday: 1, opens: "12:00", closes: "14:00" },
      { weekday: 1, opens: "09:00", closes: "12:00" },
    ],
    slotMinutes: 120,
  };
  const overNoon = { startsAt: "2026-11-23T10:00:00.000Z", endsAt: "2026-11-23T12:00:00.000Z" };
  expect(isCollectable(overNoon, touching, timeZone)).toBe(true);
  expect(isCollectable(overNoon, office, timeZone)).toBe(false);
  // A slot runs over the joint only if the slots after it begin as before.
  const slotsOf = (slotMinutes: number) =>
    said(
      collectTimes(
        { ...touching, slotMinutes },
        { now: "2026-11-20T11:00:00.000Z", timeZone, days: 1, from: "2026-11-23" },
      ),
    );
  expect(slotsOf(120)).toEqual(["2026-11-23 09:00", "2026-11-23 12:00"]);
  expect(slotsOf(90)).toEqual(["2026-11-23 09:00", "2026-11-23 10:30", "2026-11-23 12:00"]);
});
