import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { addDays } from "./dates/days.ts";
import { type Departure, departuresOn, journeyWords, runsOn, serviceDayStart, type TimetableTrip } from "./travel.ts";

const paris = "Europe/Paris";
const daily = { weekdays: [1, 2, 3, 4, 5, 6, 7], from: "2026-01-01", to: "2027-12-31", added: [], removed: [] };
const clock = (hours: number, minutes = 0) => hours * 3600 + minutes * 60;
const trip = (over: Partial<TimetableTrip> = {}): TimetableTrip => ({
  tripId: "t",
  route: "1",
  headsign: null,
  service: daily,
  departure: clock(8),
  arrival: clock(8, 20),
  begins: clock(8),
  headways: [],
  ...over,
});
const times = (departures: readonly Departure[]) => departures.map(({ departsAt }) => departsAt);

test.each([
  ["2026-11-20", true],
  ["2026-11-21", false],
  ["2026-12-25", false],
  ["2026-12-26", true],
  ["2025-12-31", false],
  ["2028-01-03", false],
])("a service of weekdays with exceptions on %s: %s", (day, runs) => {
  const service = { ...daily, weekdays: [1, 2, 3, 4, 5], added: ["2026-12-26"], removed: ["2026-12-25"] };
  expect(runsOn(service, day)).toBe(runs);
});

describe("departures of a day", () => {
  it("are in the network's zone, summer and winter", () => {
    expect(times(departuresOn([trip()], "2026-11-20", paris))).toEqual(["2026-11-20T07:00:00.000Z"]);
    expect(times(departuresOn([trip()], "2026-07-14", paris))).toEqual(["2026-07-14T06:00:00.000Z"]);
  });

  it("include those of the previous service day after midnight", () => {
    const night = trip({ departure: clock(25, 10), arrival: clock(25, 30), service: { ...daily, weekdays: [6] } });
    expect(departuresOn([night], "2026-11-21", paris)).toEqual([]);
    expect(departuresOn([night], "2026-11-22", paris)).toMatchObject([
      { departsAt: "2026-11-22T00:10:00.000Z", arrivesAt: "2026-11-22T00:30:00.000Z" },
    ]);
  });

  // covers §7: trips by frequency: every run of the day, at fixed or approximate times
  it("include every run of a trip by frequency, before the end of its headway", () => {
    const headway = { from: clock(23, 30), until: clock(24, 30), every: 1_200, isExact: false };
    const stop = trip({ departure: clock(8, 10), arrival: clock(8, 25), headways: [headway] });
    expect(departuresOn([stop], "2026-11-20", paris)).toMatchObject([
      { departsAt: "2026-11-19T23:00:00.000Z", headwaySeconds: 1_200 },
      { departsAt: "2026-11-19T23:20:00.000Z", arrivesAt: "2026-11-19T23:35:00.000Z" },
      { departsAt: "2026-11-20T22:40:00.000Z" },
    ]);
    const exact = departuresOn([{ ...stop, headways: [{ ...headway, isExact: true }] }], "2026-11-20", paris);
    expect(exact.map(({ headwaySeconds }) => headwaySeconds)).toEqual([null, null, null]);
    expect(departuresOn([trip()], "2026-11-20", paris)).toMatchObject([{ headwaySeconds: null }]);
  });

  it("count from noon minus twelve hours when clocks go forward: eight is eight, midnight is eleven the evening before", () => {
    const early = trip({ tripId: "e", departure: 0, arrival: 60 });
    expect(times(departuresOn([trip()], "2026-03-29", paris))).toEqual(["2026-03-29T06:00:00.000Z"]);
    expect(times(departuresOn([early], "2026-03-28", paris))).toEqual([
      "2026-03-27T23:00:00.000Z",
      "2026-03-28T22:00:00.000Z",
    ]);
    expect(times(departuresOn([early], "2026-03-29", paris))).toEqual([]);
  });

  it("count from noon minus twelve hours when the clocks go back: midnight of that day is one o'clock", () => {
    const early = trip({ tripId: "e", departure: 0, arrival: 60 });
    expect(times(departuresOn([early], "2026-10-25", paris))).toEqual(["2026-10-24T23:00:00.000Z"]);
    expect(times(departuresOn([trip()], "2026-10-25", paris))).toEqual(["2026-10-25T07:00:00.000Z"]);
  });

  it("are in order", () => {
    const list = [
      trip({ tripId: "b" }),
      trip({ tripId: "a", departure: clock(7) }),
      trip({ tripId: "c", arrival: clock(8, 10) }),
    ];
    expect(departuresOn(list, "2026-11-20", paris).map(({ tripId }) => tripId)).toEqual(["a", "c", "b"]);
  });
});

/** Local date and time of an instant by the time zone's calendar, without own arithmetic. */
function wallClock(ms: number, timeZone: string): string {
  const known = wallClocks.get(timeZone);
  const format = known ?? new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  wallClocks.set(timeZone, format);
  return format.format(ms);
}
const wallClocks = new Map<string, Intl.DateTimeFormat>();

/** Slow computation: finds noon of the service day minute by minute, subtracts twelve hours, and keeps departures on the calendar day. */
function slowly(trips: readonly TimetableTrip[], day: string, timeZone: string): string[] {
  const found: string[] = [];
  for (let back = -2; back <= 5; back += 1) {
    const serviceDay = addDays(day, -back);
    const from = Date.parse(`${serviceDay}T00:00:00Z`) - 14 * 3_600_000;
    let noon = from;
    while (wallClock(noon, timeZone) !== `${serviceDay} 12:00:00`) noon += 15 * 60_000;
    for (const { service, departure, tripId } of trips) {
      const { from: first, to: last } = service;
      const byWeek =
        first !== null &&
        last !== null &&
        serviceDay >= first &&
        serviceDay <= last &&
        service.weekdays.includes(new Date(`${serviceDay}T12:00:00Z`).getUTCDay() || 7);
      const runs = !service.removed.includes(serviceDay) && (byWeek || service.added.includes(serviceDay));
      const at = noon - 12 * 3_600_000 + departure * 1000;
      if (runs && wallClock(at, timeZone).startsWith(day)) found.push(`${new Date(at).toISOString()} ${tripId}`);
    }
  }
  return found.sort();
}

// covers: trips of a day past midnight, with exceptions and over both clock changes
test("departures match a slow computation, on any day, in any zone, over both clock changes", {
  timeout: 60_000,
}, () => {
  const days = [
    "2026-03-28",
    "2026-03-29",
    "2026-03-30",
    "2026-10-24",
    "2026-10-25",
    "2026-10-26",
    "2026-11-01",
    "2026-03-08",
    "2026-07-14",
  ];
  const zones = [paris, "America/Los_Angeles", "Australia/Lord_Howe", "Asia/Kathmandu"];
  const day = fc.constantFrom(...days);
  const service = fc.record({
    weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 })),
    from: fc.constantFrom("2026-01-01", "2026-03-29", null),
    to: fc.constantFrom("2026-10-25", "2027-01-01"),
    added: fc.uniqueArray(day, { maxLength: 2 }),
    removed: fc.uniqueArray(day, { maxLength: 2 }),
  });
  const minute = fc.integer({ min: 0, max: 72 * 60 });
  const trips = fc
    .array(fc.tuple(service, minute), { maxLength: 6 })
    .map((list) =>
      list.map(([runs, at], place) =>
        trip({ tripId: `${place}`, service: runs, departure: at * 60, arrival: at * 60 + 600 }),
      ),
    );
  fc.assert(
    fc.property(trips, day, fc.constantFrom(...zones), (list, asked, timeZone) => {
      const quick = departuresOn(list, asked, timeZone).map(({ departsAt, tripId }) => `${departsAt} ${tripId}`);
      expect(quick.sort()).toEqual(slowly(list, asked, timeZone));
    }),
    { numRuns: 150 },
  );
});

test("a service day begins at midnight, except when clocks change", () => {
  const start = (day: string) => new Date(serviceDayStart(day, paris)).toISOString();
  expect(["2026-11-20", "2026-03-29", "2026-10-25"].map(start)).toEqual([
    "2026-11-19T23:00:00.000Z",
    "2026-03-28T22:00:00.000Z",
    "2026-10-24T23:00:00.000Z",
  ]);
});

test("a journey's arrow points in reading direction", () => {
  const journey = { origin: { id: "a", name: "Aubert" }, destination: { id: "p", name: "Port" } };
  expect(journeyWords(journey, "fr")).toBe("\u2066\u2068Aubert\u2069 → \u2068Port\u2069\u2069");
  expect(journeyWords(journey, "ar")).toBe("\u2067\u2068Aubert\u2069 ← \u2068Port\u2069\u2069");
});
