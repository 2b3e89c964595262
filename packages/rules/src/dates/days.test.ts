import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { addDays, addMonths, dayIn, isDay, weekdayOf } from "./days.ts";

const someDay = fc
  .date({ min: new Date("1900-01-01"), max: new Date("2200-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

test.each([
  ["2026-02-28", true],
  ["2024-02-29", true],
  ["2026-02-29", false],
  ["1900-02-29", false],
  ["2000-02-29", true],
  ["2026-13-01", false],
  ["2026-04-31", false],
  ["2026-00-10", false],
  ["26-01-01", false],
  ["2026-1-1", false],
  ["", false],
])("%j exists as a day: %s", (text, exists) => {
  expect(isDay(text)).toBe(exists);
});

test("days, months and weekdays are computed as by the calendar library", () => {
  fc.assert(
    fc.property(someDay, fc.integer({ min: -500, max: 500 }), (day, n) => {
      const date = Temporal.PlainDate.from(day);
      expect(addDays(day, n)).toBe(date.add({ days: n }).toString());
      expect(addMonths(day, n)).toBe(date.add({ months: n }).toString());
      expect(weekdayOf(day)).toBe(date.dayOfWeek);
    }),
  );
});

test("the day of an instant is that of the calendar in its time zone", () => {
  expect(dayIn("2026-03-28T22:59:59Z", "Europe/Paris")).toBe("2026-03-28");
  expect(dayIn("2026-03-28T23:00:00Z", "Europe/Paris")).toBe("2026-03-29");
  expect(dayIn("2026-01-01T05:00:00Z", "America/Los_Angeles")).toBe("2025-12-31");
});
