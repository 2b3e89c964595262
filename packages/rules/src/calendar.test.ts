import { refusalMessage } from "@guichet/contract/error-codes.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseStart, type Pivot, proposedStarts, slotsOn } from "./calendar.ts";

const isProposed = (startingAt: string, pivot: Pivot, now: string, timeZone: string): boolean =>
  chooseStart({ startingAt }, pivot, now, timeZone).ok;

const paris = "Europe/Paris";
const long = "2000-01-01T00:00:00Z"; // before every slot
const pivot = (
  pivotType: Pivot["pivotType"],
  pivotValue: number | null,
  startProposals: number | null = 3,
  salesEndsAt: string | null = null,
): Pivot => ({
  pivotType,
  pivotValue,
  startProposals,
  salesEndsAt,
});
const days = (of: Pivot, now: string, timeZone = paris) => {
  const outcome = proposedStarts(of, now, timeZone);
  return outcome.ok ? outcome.value.map(({ day }) => day) : outcome.code;
};

describe("weeks", () => {
  test.each([
    ["on the pivot weekday the current week is still proposed", 3, "2026-11-18T22:59:59Z", "2026-11-16"],
    ["the day after it is not", 3, "2026-11-18T23:00:00Z", "2026-11-23"],
    ["on a Sunday with pivot 7 it is", 7, "2026-11-22T12:00:00Z", "2026-11-16"],
    ["a Monday begins its own week", 1, "2026-11-22T23:30:00Z", "2026-11-23"],
    ["a week may begin in the year before", 5, "2027-01-01T12:00:00Z", "2026-12-28"],
  ])("%s", (_, value, now, first) => {
    expect(days(pivot("WEEK_PIVOT", value, 1), now)).toEqual([first]);
  });

  // covers §3: pivot types
  test("start at local midnight of each Monday, across the clock changes", () => {
    const outcome = proposedStarts(pivot("WEEK_PIVOT", 7, 2), "2026-03-25T12:00:00Z", paris);
    expect(outcome).toEqual({
      ok: true,
      value: [
        { startingAt: "2026-03-22T23:00:00.000Z", day: "2026-03-23", startMonth: null, begun: true },
        { startingAt: "2026-03-29T22:00:00.000Z", day: "2026-03-30", startMonth: null, begun: false },
      ],
    });
  });
});

describe("months", () => {
  test.each([
    [
      "up to the pivot day the current month is proposed",
      20,
      "2026-11-20T22:59:59Z",
      ["2026-11-01", "2026-12-01", "2027-01-01"],
    ],
    ["after it the next one is the first", 20, "2026-11-20T23:00:00Z", ["2026-12-01", "2027-01-01", "2027-02-01"]],
    [
      "pivot 31 proposes the current month in February too",
      31,
      "2028-02-29T12:00:00Z",
      ["2028-02-01", "2028-03-01", "2028-04-01"],
    ],
  ])("%s", (_, value, now, expected) => {
    expect(days(pivot("MONTH_PIVOT", value), now)).toEqual(expected);
  });

  test("can be requested by month, by instant, or by both when they agree", () => {
    const monthly = pivot("MONTH_PIVOT", 31, 2);
    const now = "2026-11-20T12:00:00Z";
    const december = "2026-11-30T23:00:00.000Z";
    expect(chooseStart({ startMonth: "2026-12" }, monthly, now, paris)).toEqual({ ok: true, value: december });
    expect(chooseStart({ startingAt: "2026-11-30T23:00:00Z" }, monthly, now, paris)).toEqual({
      ok: true,
      value: december,
    });
    expect(chooseStart({ startingAt: december, startMonth: "2026-12" }, monthly, now, paris).ok).toBe(true);
    expect(chooseStart({ startingAt: december, startMonth: "2026-11" }, monthly, now, paris)).toMatchObject({
      code: "START_NOT_PROPOSED",
    });
    expect(chooseStart({ startMonth: "2027-01" }, monthly, now, paris)).toMatchObject({ code: "START_NOT_PROPOSED" });
    expect(chooseStart({}, monthly, now, paris)).toMatchObject({ code: "START_REQUIRED" });
  });
});

describe("days", () => {
  test.each([
    [
      "in the pivot hour today is proposed, from the next full slot",
      10,
      "2026-11-20T09:59:59Z",
      "2026-11-20",
      "2026-11-20T10:00:00.000Z",
    ],
    ["after it tomorrow is the first", 10, "2026-11-20T10:00:00Z", "2026-11-21", "2026-11-20T23:00:00.000Z"],
    [
      "a slot that begins now is still proposed",
      23,
      "2026-11-20T10:15:00.000Z",
      "2026-11-20",
      "2026-11-20T10:15:00.000Z",
    ],
    ["a second later the next one is", 23, "2026-11-20T10:15:01Z", "2026-11-20", "2026-11-20T10:30:00.000Z"],
    [
      "when no slot of today is left, tomorrow is the first",
      23,
      "2026-11-20T22:50:00Z",
      "2026-11-21",
      "2026-11-20T23:00:00.000Z",
    ],
  ])("%s", (_, value, now, day, startingAt) => {
    const outcome = proposedStarts(pivot("DAY_PIVOT", value, 1), now, paris);
    expect(outcome).toEqual({ ok: true, value: [{ startingAt, day, startMonth: null, begun: false }] });
  });

  // covers §9: 15-minute slots, Europe/Paris
  test.each([
    ["2026-11-20", 96],
    ["2026-03-29", 92],
    ["2026-10-25", 100],
    ["2028-02-29", 96],
  ])("%s has %i slots", (day, count) => {
    expect(slotsOn(day, { now: long, timeZone: paris })).toHaveLength(count);
  });

  test("the hour skipped in spring has no slot", () => {
    const times = slotsOn("2026-03-29", { now: long, timeZone: paris }).map(({ time }) => time);
    expect(times.filter((time) => time.startsWith("02:"))).toEqual([]);
    expect(times.slice(7, 9)).toEqual(["01:45", "03:00"]);
  });

  // covers §9: 15-minute slots, Europe/Paris
  test("the hour repeated in autumn shows its offset, and only that hour", () => {
    const slots = slotsOn("2026-10-25", { now: long, timeZone: paris });
    const labels = slots
      .filter(({ offset }) => offset !== null)
      .map(({ time, offset, startingAt }) => [time, offset, startingAt]);
    expect(labels).toHaveLength(8);
    expect(labels[0]).toEqual(["02:00", "+02:00", "2026-10-25T00:00:00.000Z"]);
    expect(labels[4]).toEqual(["02:00", "+01:00", "2026-10-25T01:00:00.000Z"]);
  });

  test("in the repeated hour, the second occurrence is distinguished from the first", () => {
    const daily = pivot("DAY_PIVOT", 23, 1);
    expect(isProposed("2026-10-25T00:30:00Z", daily, "2026-10-25T01:20:00Z", paris)).toBe(false);
    expect(isProposed("2026-10-25T01:30:00Z", daily, "2026-10-25T01:20:00Z", paris)).toBe(true);
  });

  test("only the proposed days and their slots can be chosen", () => {
    const daily = pivot("DAY_PIVOT", 23, 2);
    const now = "2026-11-20T09:05:00Z";
    const chosen = (startingAt: string) => isProposed(startingAt, daily, now, paris);
    expect(chosen("2026-11-20T09:00:00Z")).toBe(false); // passed
    expect(chosen("2026-11-20T09:15:00Z")).toBe(true);
    expect(chosen("2026-11-20T09:20:00Z")).toBe(false); // between slots
    expect(chosen("2026-11-21T22:45:00Z")).toBe(true);
    expect(chosen("2026-11-21T23:00:00Z")).toBe(false); // the third day
    expect(chooseStart({ startMonth: "2026-11" }, daily, now, paris)).toMatchObject({ code: "START_REQUIRED" });
  });

  test("a day whose midnight does not exist starts at its first moment", () => {
    const [first] = slotsOn("2026-04-24", { now: long, timeZone: "Africa/Cairo" });
    expect(first).toMatchObject({ time: "01:00", startingAt: "2026-04-23T22:00:00.000Z" });
  });
});

describe("a start that cannot be computed", () => {
  // covers §5: start dates computable
  // covers §8: 'Cannot compute article start date'
  test("has the message of the error catalogue", () => {
    expect(refusalMessage("START_NOT_COMPUTABLE")).toBe("Cannot compute article start date");
  });

  test.each([
    pivot("DAY_PIVOT", -1),
    pivot("DAY_PIVOT", 24),
    pivot("WEEK_PIVOT", 0),
    pivot("WEEK_PIVOT", 8),
    pivot("MONTH_PIVOT", 0),
    pivot("MONTH_PIVOT", 32),
    pivot("MONTH_PIVOT", 1.5),
    pivot("MONTH_PIVOT", null),
    pivot("MONTH_PIVOT", 1, 0),
    pivot("MONTH_PIVOT", 1, 401),
    pivot("MONTH_PIVOT", 1, null),
    pivot("WEEK_PIVOT", 1, 9, "2026-11-22T23:00:00Z"),
  ])("is the result of %o", (of) => {
    expect(days(of, "2026-11-20T12:00:00Z")).toBe("START_NOT_COMPUTABLE");
  });

  test("no start is proposed after the end of sales", () => {
    expect(days(pivot("WEEK_PIVOT", 1, 9, "2026-11-22T23:00:01Z"), "2026-11-20T12:00:00Z")).toEqual(["2026-11-23"]);
    const slots = slotsOn("2026-11-20", {
      now: "2026-11-20T09:00:00Z",
      timeZone: paris,
      salesEndsAt: "2026-11-20T10:00:00Z",
    });
    expect(slots.map(({ time }) => time)).toEqual(["10:00", "10:15", "10:30", "10:45"]);
  });
});

describe("compared with a slow computation in steps of 15 minutes", () => {
  const zones = [paris, "America/New_York", "Australia/Sydney", "Asia/Kolkata"];
  const clocks = new Map(
    zones.map((timeZone) => [
      timeZone,
      new Intl.DateTimeFormat("en-CA", {
        timeZone,
        year: "numeric",
        month: "2-digit",
        day: "2-digit",
        hour: "2-digit",
        minute: "2-digit",
        weekday: "short",
        hourCycle: "h23",
      }),
    ]),
  );
  const quarterMs = 900_000;

  /** Local time of an instant in the time zone. */
  function wall(ms: number, timeZone: string) {
    const parts = Object.fromEntries(
      (clocks.get(timeZone)?.formatToParts(ms) ?? []).map(({ type, value }) => [type, value]),
    );
    const weekday = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].indexOf(parts.weekday ?? "") + 1;
    return {
      day: `${parts.year}-${parts.month}-${parts.day}`,
      hour: Number(parts.hour),
      weekday,
      date: Number(parts.day),
    };
  }

  /** Steps from three days before `now` and collects the first quarter of an hour of every local day. */
  function walkedDays(from: number, count: number, timeZone: string) {
    const found: { ms: number; day: string; weekday: number; date: number }[] = [];
    let before = wall(from - quarterMs, timeZone).day;
    for (let ms = from; found.length < count; ms += quarterMs) {
      const shown = wall(ms, timeZone);
      if (shown.day !== before) found.push({ ms, ...shown });
      before = shown.day;
      // Skips most of the day after a midnight.
      if (found.at(-1)?.ms === ms) ms += 22 * 3_600_000;
    }
    return found;
  }

  const quarter = (ms: number) => Math.floor(ms / quarterMs) * quarterMs;
  const around = (day: string) =>
    fc.integer({ min: -4 * 86_400_000, max: 4 * 86_400_000 }).map((off) => Date.parse(day) + off);
  const moment = fc.oneof(
    around("2026-03-29"),
    around("2026-10-25"),
    around("2026-11-01"),
    around("2026-04-05"),
    around("2028-02-29"),
    around("2026-12-31"),
    fc.integer({ min: Date.parse("2020-01-01"), max: Date.parse("2040-01-01") }),
  );

  test("the slots of a day are all its remaining quarters of an hour, in any zone and across clock changes", () => {
    fc.assert(
      fc.property(moment, fc.constantFrom(...zones), (ms, timeZone) => {
        const { day } = wall(ms, timeZone);
        const expected: string[] = [];
        for (let at = quarter(ms - 30 * 3_600_000); at < ms + 30 * 3_600_000; at += quarterMs) {
          if (at >= ms && wall(at, timeZone).day === day) expected.push(new Date(at).toISOString());
        }
        const found = slotsOn(day, { now: new Date(ms).toISOString(), timeZone });
        expect(found.map(({ startingAt }) => startingAt)).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  test("weeks and months start on the days found by the slow computation", () => {
    const kind = fc.constantFrom("WEEK_PIVOT" as const, "MONTH_PIVOT" as const);
    fc.assert(
      fc.property(
        moment,
        fc.constantFrom(...zones),
        kind,
        fc.integer({ min: 1, max: 31 }),
        (ms, timeZone, pivotType, any) => {
          const pivotValue = pivotType === "WEEK_PIVOT" ? ((any - 1) % 7) + 1 : any;
          const walked = walkedDays(quarter(ms - 33 * 86_400_000), 100, timeZone);
          const isFirst = (day: { weekday: number; date: number }) =>
            pivotType === "WEEK_PIVOT" ? day.weekday === 1 : day.date === 1;
          const firsts = walked.filter(isFirst);
          const current = firsts.findLastIndex((first) => first.ms <= ms);
          const today = wall(ms, timeZone);
          const reached = (pivotType === "WEEK_PIVOT" ? today.weekday : today.date) <= pivotValue;
          const expected = firsts.slice(reached ? current : current + 1).slice(0, 2);
          const outcome = proposedStarts(pivot(pivotType, pivotValue, 2), new Date(ms).toISOString(), timeZone);
          if (!outcome.ok) throw new Error(outcome.code);
          expect(outcome.value.map(({ startingAt }) => startingAt)).toEqual(
            expected.map((first) => new Date(first.ms).toISOString()),
          );
          expect(outcome.value.map(({ begun }) => begun)).toEqual(expected.map((first) => first.ms < ms));
        },
      ),
      { numRuns: 60 },
    );
  });

  test("every proposal can be chosen at its own instant and at no other", () => {
    const kind = fc.constantFrom("DAY_PIVOT" as const, "WEEK_PIVOT" as const, "MONTH_PIVOT" as const);
    fc.assert(
      fc.property(
        moment,
        fc.constantFrom(...zones),
        kind,
        fc.integer({ min: 1, max: 7 }),
        (ms, timeZone, pivotType, value) => {
          const of = pivot(pivotType, value, 3);
          const now = new Date(ms).toISOString();
          const outcome = proposedStarts(of, now, timeZone);
          if (!outcome.ok) throw new Error(outcome.code);
          for (const { startingAt } of outcome.value) {
            expect(isProposed(startingAt, of, now, timeZone)).toBe(true);
            expect(isProposed(new Date(Date.parse(startingAt) + 60_000).toISOString(), of, now, timeZone)).toBe(false);
          }
        },
      ),
    );
  });
});
