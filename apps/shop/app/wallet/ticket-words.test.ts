import type { Language } from "@guichet/contract/languages.ts";
import { i18nOf } from "@guichet/texts/translate.ts";
import { formatsFor } from "@guichet/web/formats.ts";
import { describe, expect, it } from "vitest";
import { readTexts } from "../../scripts/texts.ts";
import type { Translate } from "../texts/texts.tsx";
import { leftOf, stateWords, type TicketTimes, validityWords } from "./ticket-words.ts";

const { catalogues } = readTexts();
const wordsIn = (language: Language): Translate => {
  const words = i18nOf(language, catalogues[language]);
  return (id, ...[values]) => words._(id, values);
};
const formats = (language: Language) => formatsFor(language, "Europe/Paris");
const pass: TicketTimes = {
  state: "active",
  validFrom: "2026-10-31T07:12:00Z",
  validUntil: "2026-11-30T23:00:00Z",
  useBefore: null,
  tripsLeft: null,
  trips: null,
};
const hour: TicketTimes = { ...pass, validFrom: "2026-11-20T12:00:00Z", validUntil: "2026-11-20T13:30:00Z" };
const carnet: TicketTimes = {
  ...pass,
  state: "pending",
  validFrom: null,
  validUntil: null,
  useBefore: "2027-11-20T23:00:00Z",
  tripsLeft: 7,
  trips: 10,
};
const chosenDay: TicketTimes = {
  ...pass,
  state: "pending",
  validFrom: "2027-03-28T06:00:00Z",
  validUntil: "2027-03-28T22:00:00Z",
};
const noon = Date.parse("2026-11-20T12:00:00Z");

// covers §1: the last day and the remaining time of a ticket, the same everywhere
describe("a ticket's validity as text", () => {
  it.each<[string, Language, TicketTimes, string]>([
    ["an end at midnight is the day before, inclusive", "fr", pass, "Valable jusqu’au lundi 30 novembre 2026 inclus"],
    ["the same in English", "en", pass, "Valid until the end of Monday 30 November 2026"],
    ["an end within the day has its time", "fr", hour, "Valable jusqu’au vendredi 20 novembre 2026 à 14:30"],
    ["in Arabic with Latin digits", "ar", pass, "صالحة حتى نهاية الاثنين، 30 نوفمبر 2026"],
    ["first use, with its last day", "it", carnet, "Da convalidare prima di domenica 21 novembre 2027"],
    [
      "a later start",
      "es",
      { ...pass, state: "pending" },
      "Válido desde el sábado, 31 de octubre de 2026 a las 08:12 hasta el lunes, 30 de noviembre de 2026 inclusive",
    ],
    [
      "a later day of a clock change",
      "fr",
      chosenDay,
      "Valable du dimanche 28 mars 2027 à 08:00 au dimanche 28 mars 2027 inclus",
    ],
    ["the same in Arabic", "ar", chosenDay, "صالحة من الأحد، 28 مارس 2027 في 08:00 حتى نهاية الأحد، 28 مارس 2027"],
    [
      "24 hours across a clock change",
      "fr",
      { ...pass, validUntil: "2027-03-28T19:07:00Z" },
      "Valable jusqu’au dimanche 28 mars 2027 à 21:07",
    ],
    [
      "a first use before a day",
      "fr",
      { ...carnet, useBefore: "2027-04-26T22:00:00Z" },
      "À valider avant le mardi 27 avril 2027",
    ],
    [
      "a first use before an hour",
      "fr",
      { ...carnet, useBefore: "2027-04-27T12:05:00Z" },
      "À valider avant le mardi 27 avril 2027 à 14:05",
    ],
    ["an end that is over", "fr", { ...pass, state: "expired" }, "A expiré le lundi 30 novembre 2026"],
    ["a ticket taken back", "en", { ...pass, state: "cancelled" }, "This ticket can no longer be used"],
  ])("%s", (_, language, ticket, words) => {
    expect(validityWords(wordsIn(language), formats(language), ticket)).toBe(words);
  });
});

describe("the remaining time or trips", () => {
  it.each<[string, Language, TicketTimes, number, string, string]>([
    ["days count today when they end with the day", "fr", pass, noon, "11 jours", "Encore 11 jours"],
    ["two in Arabic", "ar", pass, Date.parse("2026-11-28T22:00:00Z"), "3 أيام", "بقيت 3 أيام"],
    ["eleven in Arabic", "ar", pass, noon, "11 يومًا", "بقي 11 يومًا"],
    ["the last evening in hours", "en", pass, Date.parse("2026-11-30T18:30:00Z"), "4 hours", "4 hours left"],
    ["minutes, never rounded up", "it", hour, Date.parse("2026-11-20T12:45:30Z"), "44 minuti", "Ancora 44 minuti"],
    ["the last minute", "es", hour, Date.parse("2026-11-20T13:29:40Z"), "1 minuto", "Queda 1 minuto"],
    ["trips of a carnet", "fr", carnet, noon, "7 trajets", "Encore 7 trajets"],
    [
      "trips of a carnet, not the year that it runs",
      "fr",
      { ...carnet, state: "active", validFrom: "2026-11-01T09:00:00Z", validUntil: "2027-11-01T09:00:00Z" },
      noon,
      "7 trajets",
      "Encore 7 trajets",
    ],
    ["two trips in Arabic have their own word", "ar", { ...carnet, tripsLeft: 2 }, noon, "2 رحلتان", "بقيت رحلتان"],
  ])("%s", (_, language, ticket, now, figure, label) => {
    const left = leftOf(wordsIn(language), formats(language), ticket, now);
    expect(`${left?.value} ${left?.unit}`).toBe(figure);
    expect(left?.label).toBe(label);
  });

  it("is a fraction of the total", () => {
    expect(leftOf(wordsIn("fr"), formats("fr"), hour, noon + 45 * 60_000)?.part).toBeCloseTo(0.5);
    expect(leftOf(wordsIn("fr"), formats("fr"), carnet, noon)?.part).toBeCloseTo(0.7);
  });

  it("is absent for expired, used up and not yet started tickets", () => {
    const t = wordsIn("fr");
    expect(leftOf(t, formats("fr"), { ...pass, state: "expired" }, noon)).toBeUndefined();
    expect(leftOf(t, formats("fr"), { ...carnet, state: "used-up", tripsLeft: 0 }, noon)).toBeUndefined();
    expect(leftOf(t, formats("fr"), { ...pass, state: "pending" }, noon)).toBeUndefined();
    expect(leftOf(t, formats("fr"), hour, Date.parse("2026-11-20T13:30:00Z"))).toBeUndefined();
  });
});

it("a future start is shown as such, a pending first use as not used yet", () => {
  expect(stateWords(wordsIn("fr"), { ...pass, state: "pending" })).toBe("À venir");
  expect(stateWords(wordsIn("fr"), carnet)).toBe("Non validé");
});
