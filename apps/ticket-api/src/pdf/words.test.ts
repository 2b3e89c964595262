import { describe, expect, it } from "vitest";
import { endInWords, figureOf, type Locale, momentInWords, money, percent } from "./words.ts";

/** The text without direction marks, and with plain spaces. */
function plain(text: string): string {
  return text.replace(/\p{Cf}/gu, "").replace(/\s/g, " ");
}

describe("formatted values", () => {
  it.each<[Locale, number, string, string]>([
    ["fr", 123150, "EUR", "1 231,50 €"],
    ["en", 123150, "EUR", "€1,231.50"],
    ["ar", 123150, "EUR", "1,231.50 €"],
    ["it", 2600, "EUR", "26,00 €"],
    ["es", 2600, "EUR", "26,00 €"],
    ["fr", -5, "EUR", "-0,05 €"],
    ["fr", 500, "JPY", "500 JPY"],
    ["en", 1500, "TND", "TND 1.500"],
    ["fr", 9007199254740991, "EUR", "90 071 992 547 409,91 €"],
  ])("in %s write %i minor units of %s as a price", (locale, amount, currency, written) => {
    expect(plain(money({ amount, currency }, locale))).toBe(plain(written));
  });

  it("state the time of the network, across its change of clocks", () => {
    expect(plain(momentInWords("2026-10-25T00:30:00Z", "fr", "Europe/Paris"))).toBe("25 octobre 2026 à 02:30");
    expect(plain(momentInWords("2026-10-25T01:30:00Z", "fr", "Europe/Paris"))).toBe("25 octobre 2026 à 02:30");
    expect(plain(momentInWords("2026-12-31T23:30:00Z", "fr", "Europe/Paris"))).toBe("1er janvier 2027 à 00:30");
  });

  it.each([
    ["2026-11-30T23:00:00Z", "Europe/Paris", "<30 novembre 2026>"],
    ["2026-06-30T22:00:00Z", "Europe/Paris", "<30 juin 2026>"],
    ["2026-11-30T23:00:01Z", "Europe/Paris", "1er décembre 2026 à 00:00"],
    ["2026-11-30T23:00:00Z", "America/Los_Angeles", "30 novembre 2026 à 15:00"],
  ])("state for an end at %s in %s the last day, or the time", (end, zone, said) => {
    expect(plain(endInWords(end, "fr", zone, (day) => `<${day}>`))).toBe(said);
  });

  it("write rates and big figures in each language", () => {
    expect(plain(percent(5.5, "fr"))).toBe("5,5 %");
    expect(plain(percent(10, "ar"))).toBe("10%");
    expect(figureOf({ count: 31, unit: "day" }, "fr")).toEqual({ number: "31", word: "jours" });
    expect(figureOf({ count: 3, unit: "day" }, "ar")).toEqual({ number: "3", word: "أيام" });
    expect(figureOf({ count: 1, unit: "year" }, "it")).toEqual({ number: "1", word: "anno" });
  });
});
