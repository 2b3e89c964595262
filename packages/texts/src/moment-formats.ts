import type { Language } from "@guichet/contract/languages.ts";

/**
 * Formats of instants that screens, e-mails and PDF documents share, so that all of them state the same instant in the
 * same way: 24 hours in every language, with Latin digits.
 */

const twentyFourHours = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

/** The time of an instant: `14:05`. */
export const timeOptions = (timeZone: string): Intl.DateTimeFormatOptions => ({ ...twentyFourHours, timeZone });

/** The time of an instant with seconds: `14:05:09`. */
export const clockOptions = (timeZone: string): Intl.DateTimeFormatOptions => ({
  ...twentyFourHours,
  second: "2-digit",
  timeZone,
});

/** Day and time of an instant: `1er décembre 2026 à 14:05`, with the weekday on screens. */
export const momentOptions = ({ weekday }: { weekday: boolean }, timeZone: string): Intl.DateTimeFormatOptions => ({
  ...(weekday && { weekday: "long" }),
  day: "numeric",
  month: "long",
  year: "numeric",
  ...twentyFourHours,
  timeZone,
});

/** Short day and time: `1er déc. 2026, 14:05`. Without a style: in Arabic that is numeric, in Spanish its hour has one digit. */
export const shortMomentOptions = (timeZone: string): Intl.DateTimeFormatOptions => ({
  day: "numeric",
  month: "short",
  year: "numeric",
  ...twentyFourHours,
  timeZone,
});

/**
 * A formatted day or instant as the language writes it: an ordinal first day in French, no comma after an English weekday,
 * the same separator between day and time in Spanish with and without a weekday.
 */
export function wordedMoment(language: Language, formatted: string): string {
  if (language === "fr") return formatted.replace(/\b1(?= [a-z])/, "1er");
  if (language === "es") return formatted.replace(/( de \d{4}), (?=\d\d:\d\d$)/, "$1 a las ");
  // Browsers disagree on the comma of `Monday, 30 November 2026`.
  return language === "en" ? formatted.replace(/^(\w+day),/, "$1") : formatted;
}
