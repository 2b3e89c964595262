import type { Money } from "@guichet/contract/values.ts";
import { momentOptions, timeOptions, wordedMoment } from "@guichet/texts/moment-formats.ts";
import { moneyText } from "@guichet/texts/money-format.ts";
import type { RunningTime } from "@guichet/ticket-code/ticket-fields.ts";
import { momentFormat, numberFormat } from "./formatters.ts";
import { isolate } from "./reading-order.ts";

export type Locale = "fr" | "en" | "ar" | "it" | "es";

const tags: Record<Locale, string> = { fr: "fr-FR", en: "en-GB", ar: "ar-u-nu-latn", it: "it-IT", es: "es-ES" };

/** Formats a price in the language's notation; the currency defines its minor units. */
export const money = (amount: Money, locale: Locale): string => isolate(moneyText(amount, locale));

/** Formats a rate in per cent: 5.5 is "5,5 %" in French. */
export function percent(rate: number, locale: Locale): string {
  const format = numberFormat(tags[locale], { style: "percent", maximumFractionDigits: 2 });
  return isolate(format.format(rate / 100));
}

export function wholeNumber(value: number, locale: Locale): string {
  return isolate(numberFormat(tags[locale]).format(value));
}

/** Formats a calendar date (`YYYY-MM-DD`). */
export function dayInWords(day: string, locale: Locale): string {
  return formatted(new Date(`${day}T00:00:00Z`), locale, { dateStyle: "long", timeZone: "UTC" });
}

/** Formats the day of an instant in the network's time zone. */
export function dayOf(instant: string, locale: Locale, timeZone: string): string {
  return formatted(new Date(instant), locale, { dateStyle: "long", timeZone });
}

/** Formats an instant in the network's time zone, to the minute. */
export function momentInWords(instant: string, locale: Locale, timeZone: string): string {
  return formatted(new Date(instant), locale, momentOptions({ weekday: false }, timeZone));
}

/** Formats the time of an instant in the network's time zone. */
export function timeInWords(instant: string, locale: Locale, timeZone: string): string {
  return formatted(new Date(instant), locale, timeOptions(timeZone));
}

/** Formats the end (excluded) of a period: midnight is the end of the day before, worded by `included`. */
export function endInWords(end: string, locale: Locale, timeZone: string, included: (day: string) => string): string {
  if (!isMidnight(end, timeZone)) return momentInWords(end, locale, timeZone);
  const lastSecond = new Date(Date.parse(end) - 1000).toISOString();
  return included(dayOf(lastSecond, locale, timeZone));
}

/** Formats a deadline: midnight is the day that it begins. */
export function limitInWords(instant: string, locale: Locale, timeZone: string): string {
  return isMidnight(instant, timeZone) ? dayOf(instant, locale, timeZone) : momentInWords(instant, locale, timeZone);
}

const isMidnight = (instant: string, timeZone: string): boolean =>
  momentFormat("en-GB", { timeStyle: "medium", hourCycle: "h23", timeZone }).format(new Date(instant)) === "00:00:00";

/** Formats a duration: "31 jours". */
export function runningTimeInWords({ count, unit }: RunningTime, locale: Locale): string {
  return isolate(numberFormat(tags[locale], { style: "unit", unit, unitDisplay: "long" }).format(count));
}

/** The number of a duration and its word, separately, for a big figure: "31" and "jours". */
export function figureOf({ count, unit }: RunningTime, locale: Locale): { number: string; word: string } {
  const format = numberFormat(tags[locale], { style: "unit", unit, unitDisplay: "long" });
  const parts = format.formatToParts(count);
  const word = parts.find((part) => part.type === "unit")?.value ?? "";
  return { number: numberFormat(tags[locale]).format(count), word: word.trim() };
}

function formatted(date: Date, locale: Locale, options: Intl.DateTimeFormatOptions): string {
  return isolate(wordedMoment(locale, momentFormat(tags[locale], options).format(date)));
}

/** A value within plain text: without isolation marks when everything has the same direction, since they would only disturb its reader. */
export const inLine = (value: string, locale: Locale): string =>
  locale === "ar" ? value : value.replaceAll(/[\u2068\u2069]/g, "");
