import { expect, test } from "vitest";
import { addWorkingDays, easterSunday } from "./working-days.ts";

test.each([
  [1961, "1961-04-02"],
  [2000, "2000-04-23"],
  [2019, "2019-04-21"],
  [2024, "2024-03-31"],
  [2026, "2026-04-05"],
  [2027, "2027-03-28"],
  [2038, "2038-04-25"],
  [1981, "1981-04-19"],
  [1954, "1954-04-18"],
  [2285, "2285-03-22"],
])("Easter of %i is on %s", (year, day) => {
  expect(easterSunday(year)).toBe(day);
});

const holidays = ["2026-05-08", "2026-05-14", "2026-11-11", "2026-12-25", "2027-01-01"];

// covers §1: the expected days of delivery, in checkout, result and receipt
test.each([
  ["2026-11-19", 2, "2026-11-23"],
  ["2026-11-20", 2, "2026-11-24"],
  ["2026-11-10", 2, "2026-11-13"],
  ["2026-05-07", 1, "2026-05-11"],
  ["2026-05-13", 2, "2026-05-18"],
  ["2026-12-24", 1, "2026-12-28"],
  ["2026-12-31", 3, "2027-01-06"],
  ["2026-11-21", 0, "2026-11-21"],
])("from %s, %i working days later is %s", (day, count, expected) => {
  expect(addWorkingDays(day, count, holidays)).toBe(expected);
});
