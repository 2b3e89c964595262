import { expect, test } from "vitest";
import { ageOn, isAdult } from "./ages.ts";
import { lastDayOf, readBirthDate } from "./birth-dates.ts";

// covers §5: terms and over-18 box
test.each([
  ["2008-11-20", "2026-11-19", 17],
  ["2008-11-20", "2026-11-20", 18],
  ["2008-02-29", "2026-02-28", 17],
  ["2008-02-29", "2026-03-01", 18],
  ["2008-02-29", "2028-02-29", 20],
  ["2026-11-20", "2026-11-20", 0],
])("a person born on %s is aged, on %s, %i", (birthDay, day, age) => {
  expect(ageOn(birthDay, day)).toBe(age);
  expect(isAdult(birthDay, day)).toBe(age >= 18);
});

test.each([
  ["2001-02-28", true],
  [" 2001-02-28 ", true],
  ["2026-11-19", true],
  ["2026-11-20", false],
  ["2027-01-01", false],
  ["2001-02-29", false],
  ["1896-11-20", true],
  ["1895-11-20", false],
  ["28/02/2001", false],
])("on 20 November 2026 the birth date %j is valid: %s", (text, holds) => {
  expect(readBirthDate(text, "2026-11-20").ok).toBe(holds);
});

test.each([
  ["1985-04-12", "1985-04-12"],
  ["1962-03-00", "1962-03-31"],
  ["1964-02-00", "1964-02-29"],
  ["1963-02-00", "1963-02-28"],
  ["1971-11", "1971-11-30"],
  ["1958-00-00", "1958-12-31"],
  ["1958-00-15", "1958-12-31"],
  ["1958", "1958-12-31"],
  [" 1958 ", "1958-12-31"],
  ["0000-04-12", undefined],
  ["1985-02-30", undefined],
  ["1985-13-00", undefined],
  ["12/04/1985", undefined],
  ["", undefined],
])("the birth date %j from a provider counts as %s", (text, day) => {
  expect(lastDayOf(text)).toBe(day);
});
