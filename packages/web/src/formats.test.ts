import { expect, test } from "vitest";
import { isDayStart } from "./day-start.ts";
import { formatsFor } from "./formats.ts";

const [first, eleventh] = ["2026-12-01", "2026-12-11"];
const instant = "2026-12-01T13:05:00Z";

test("in French the first of a month is an ordinal in every format, and no other day is", () => {
  const fr = formatsFor("fr", "Europe/Paris");
  expect(fr.day(first)).toBe("mardi 1er décembre 2026");
  expect(fr.nearDay(first)).toBe("mardi 1er décembre");
  expect(fr.shortDay(first)).toBe("1er déc. 2026");
  expect(fr.dayOf(instant)).toBe("mardi 1er décembre 2026");
  expect(fr.instant(instant)).toContain("mardi 1er décembre 2026");
  expect(fr.shortInstant(instant)).toContain("1er déc. 2026");
  expect(fr.time("2026-12-01T00:01:00Z")).toBe("01:01");
  expect([fr.day(eleventh), fr.shortDay("2026-12-21")]).toEqual(["vendredi 11 décembre 2026", "21 déc. 2026"]);
  expect(fr.month("2026-01")).toBe("janvier 2026");
});

test.each([
  ["en", "Tuesday 1 December 2026"],
  ["it", "martedì 1 dicembre"],
  ["es", "martes, 1 de diciembre"],
  ["ar", "1 ديسمبر"],
] as const)("in %s it is formatted as in that language", (language, words) => {
  const worded = formatsFor(language, "Europe/Paris").day(first);
  expect(worded).toContain(words);
  expect(worded).not.toContain("1er");
});

test("every short instant contains the month's name, in Arabic too", () => {
  const ar = formatsFor("ar", "Europe/Paris").shortInstant(instant);
  expect(ar).toContain("1 ديسمبر 2026");
  expect(ar).toContain("14:05");
});

// covers §1: the last day and the remaining time of a ticket, the same everywhere
test("an end at midnight in the network's time zone counts as the day before, a later end as its own day", () => {
  const en = formatsFor("en", "Europe/Paris");
  expect(en.lastDayOf("2026-12-21T23:00:00Z")).toBe("Monday 21 December 2026");
  expect(en.lastDayOf("2026-12-21T23:01:00Z")).toBe("Tuesday 22 December 2026");
  expect([isDayStart(en, "2026-12-21T23:00:00Z"), isDayStart(en, "2026-12-21T23:01:00Z")]).toEqual([true, false]);
});

// covers §1: five languages, Arabic from right to left
test("an amount is left-to-right in Arabic, whatever surrounds it", () => {
  expect(formatsFor("ar", "Europe/Paris").money({ amount: -110, currency: "EUR" })).toBe(
    "\u2066\u200e-1.10\u00a0€\u2069",
  );
  expect(formatsFor("it", "Europe/Paris").money({ amount: 3200, currency: "EUR" })).toBe("32,00\u00a0€");
});

// covers §9: amounts in the network's currency
test.each([
  ["fr", "EUR", "23,50\u00a0€"],
  ["en", "EUR", "€23.50"],
  ["it", "EUR", "23,50\u00a0€"],
  ["es", "EUR", "23,50\u00a0€"],
  ["fr", "JPY", "2\u202f350\u00a0JPY"],
  ["en", "TND", "TND\u00a02.350"],
] as const)("2350 minor units in %s and %s read %j", (language, currency, text) => {
  expect(formatsFor(language, "Europe/Paris").money({ amount: 2350, currency })).toBe(text);
});
