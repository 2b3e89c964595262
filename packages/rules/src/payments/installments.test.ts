import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, weekdayOf } from "../dates/days.ts";
import {
  dayAfterPeriods,
  debitRetryDay,
  installmentCalendar,
  isTargetDay,
  targetDayBefore,
  targetDayFrom,
} from "./installments.ts";

const dues = (first: string, period: Parameters<typeof dayAfterPeriods>[1], count: number) =>
  Array.from({ length: count }, (_, place) => dayAfterPeriods(first, period, place));

// covers §3: renewal and installment intervals
test.each([
  ["2026-01-31", "P1M", ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"]],
  ["2028-01-31", "P1M", ["2028-01-31", "2028-02-29", "2028-03-31", "2028-04-30"]],
  ["2026-12-30", "P7D", ["2026-12-30", "2027-01-06", "2027-01-13"]],
  ["2026-02-20", "P14D", ["2026-02-20", "2026-03-06"]],
  ["2026-08-31", "P6M", ["2026-08-31", "2027-02-28", "2027-08-31"]],
  ["2028-02-29", "P1Y", ["2028-02-29", "2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29"]],
] as const)("from %s by %s installments are due on %j", (first, period, expected) => {
  expect(dues(first, period, expected.length)).toEqual(expected);
});

describe("TARGET days", () => {
  test.each([
    ["2026-11-20", true],
    ["2026-11-21", false],
    ["2026-11-22", false],
    ["2027-01-01", false],
    ["2026-04-03", false],
    ["2026-04-06", false],
    ["2026-05-01", false],
    ["2026-12-25", false],
    ["2026-12-26", false],
    ["2026-12-24", true],
    ["2026-07-14", true],
  ])("%s is one: %s", (day, expected) => {
    expect(isTargetDay(day)).toBe(expected);
  });

  test.each([
    ["2026-11-20", "2026-11-20"],
    ["2026-04-03", "2026-04-07"],
    ["2026-12-25", "2026-12-28"],
    ["2026-05-01", "2026-05-04"],
  ])("the first from %s on is %s", (day, expected) => {
    expect(targetDayFrom(day)).toBe(expected);
  });

  test.each([
    ["2026-11-27", "2026-11-26"],
    ["2026-11-30", "2026-11-27"],
    ["2026-04-07", "2026-04-02"],
    ["2026-12-28", "2026-12-24"],
    ["2027-01-04", "2026-12-31"],
  ])("the last before %s is %s", (day, expected) => {
    expect(targetDayBefore(day)).toBe(expected);
  });

  test("the closing days of TARGET are the published ones, year by year", () => {
    const weekdaysClosed = (year: number) =>
      Array.from({ length: 366 }, (_, n) => addDays(`${year}-01-01`, n))
        .filter((day) => day.startsWith(String(year)) && weekdayOf(day) <= 5 && !isTargetDay(day))
        .map((day) => day.slice(5));
    expect(weekdaysClosed(2024)).toEqual(["01-01", "03-29", "04-01", "05-01", "12-25", "12-26"]);
    expect(weekdaysClosed(2025)).toEqual(["01-01", "04-18", "04-21", "05-01", "12-25", "12-26"]);
    expect(weekdaysClosed(2026)).toEqual(["01-01", "04-03", "04-06", "05-01", "12-25"]);
    expect(weekdaysClosed(2027)).toEqual(["01-01", "03-26", "03-29"]);
    expect(weekdaysClosed(2028)).toEqual(["04-14", "04-17", "05-01", "12-25", "12-26"]);
  });

  test("no other one is between two consecutive ones", () => {
    const day = fc.integer({ min: 0, max: 60_000 }).map((n) => addDays("1999-01-01", n));
    fc.assert(
      fc.property(day, (from) => {
        const before = targetDayBefore(from);
        expect(isTargetDay(before) && before < from).toBe(true);
        expect(targetDayFrom(addDays(before, 1)) >= from).toBe(true);
      }),
    );
  });

  test("there is always one within five days, and none is skipped", () => {
    const day = fc.integer({ min: 0, max: 100_000 }).map((n) => addDays("1999-01-01", n));
    fc.assert(
      fc.property(day, (from) => {
        const found = targetDayFrom(from);
        expect(isTargetDay(found) && weekdayOf(found) <= 5).toBe(true);
        expect(found <= addDays(from, 5)).toBe(true);
        for (let before = from; before < found; before = addDays(before, 1)) expect(isTargetDay(before)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});

describe("a calendar of installments", () => {
  // covers §9: the calendar of installments: on the anniversary of the first payment
  test("by card starts on the order day and keeps its days", () => {
    const calendar = installmentCalendar({
      orderDay: "2026-01-31",
      amount: 1000,
      count: 3,
      period: "P1M",
      method: "CARD",
    });
    expect(calendar).toEqual([
      { due: "2026-01-31", collectedOn: "2026-01-31", noticeOn: null, amount: 334 },
      { due: "2026-02-28", collectedOn: "2026-02-28", noticeOn: null, amount: 333 },
      { due: "2026-03-31", collectedOn: "2026-03-31", noticeOn: null, amount: 333 },
    ]);
  });

  test("by debit starts on the first TARGET day from the fifth day on, and debit days never move due days", () => {
    const calendar = installmentCalendar({
      orderDay: "2026-08-26",
      amount: 28_200,
      count: 4,
      period: "P1M",
      method: "TRANSFER",
    });
    expect(calendar.map(({ due, collectedOn }) => [due, collectedOn])).toEqual([
      ["2026-08-31", "2026-08-31"],
      ["2026-09-30", "2026-09-30"],
      ["2026-10-31", "2026-11-02"],
      ["2026-11-30", "2026-11-30"],
    ]);
    expect(calendar[2]?.noticeOn).toBe("2026-10-28");
  });

  test("for any order, adds up, is in order, and never collects before the due day", () => {
    const order = fc.record({
      orderDay: fc.integer({ min: 0, max: 20_000 }).map((n) => addDays("2020-01-01", n)),
      amount: fc.nat(10_000_000),
      count: fc.integer({ min: 1, max: 36 }),
      period: fc.constantFrom("P7D", "P14D", "P1M", "P6M", "P1Y" as const),
      method: fc.constantFrom("CARD", "TRANSFER" as const),
    });
    fc.assert(
      fc.property(order, (placed) => {
        const calendar = installmentCalendar(placed);
        expect(calendar).toHaveLength(placed.count);
        expect(calendar.reduce((sum, { amount }) => sum + amount, 0)).toBe(placed.amount);
        const days = calendar.map(({ due }) => due);
        expect(days).toEqual(days.toSorted());
        expect(new Set(days).size).toBe(placed.count);
        for (const { due, collectedOn } of calendar) {
          expect(collectedOn >= due).toBe(true);
          expect(placed.method === "CARD" || isTargetDay(collectedOn)).toBe(true);
        }
      }),
    );
  });
});

test.each([
  ["2026-11-20", 10, "2026-11-30"],
  // A Saturday, and the days around Christmas.
  ["2026-11-18", 10, "2026-11-30"],
  ["2026-12-15", 10, "2026-12-28"],
  // Never less than a day more than the notice.
  ["2026-11-23", 0, "2026-11-30"],
])("a debit that failed on %s is presented again after %s days on %s", (knownOn, afterDays, day) => {
  expect(debitRetryDay(knownOn, afterDays)).toBe(day);
});
