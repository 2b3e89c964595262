import type { Language } from "@guichet/contract/languages.ts";
import type { Money } from "@guichet/contract/values.ts";
import {
  clockOptions,
  momentOptions,
  shortMomentOptions,
  timeOptions,
  wordedMoment,
} from "@guichet/texts/moment-formats.ts";
import { moneyText } from "@guichet/texts/money-format.ts";
import { formatLocale } from "@guichet/texts/translate.ts";

/** Formats amounts, days and instants in a language and a network's time zone, always with Latin digits. */
export interface Formats {
  /** `31,00 €`; in Arabic too it reads from left to right, inside a sentence or alone (`Amount`). */
  money(money: Money): string;
  /** A calendar day `YYYY-MM-DD`: `mardi 1er décembre 2026`. */
  day(day: string): string;
  /** A day in the near future: `mardi 1er décembre`. */
  nearDay(day: string): string;
  /** `1er déc. 2026` */
  shortDay(day: string): string;
  /** A month `YYYY-MM`: `décembre 2026`. */
  month(month: string): string;
  /** An instant in the network's time zone: `mardi 1er décembre 2026 à 14:05`. */
  instant(instant: string): string;
  /** `1er déc. 2026, 14:05`, in the network's time zone. */
  shortInstant(instant: string): string;
  /** Day of an instant in the network's time zone. */
  dayOf(instant: string): string;
  /** Last day of a period that ends at an instant: an end at local midnight counts as the day before. */
  lastDayOf(end: string): string;
  /** Time of an instant in the network's time zone, of 24 hours in every language: `14:05`. */
  time(instant: string): string;
  /** Time of an instant with seconds: `14:05:09`. */
  clock(instant: string): string;
  number(value: number): string;
  /** `Carnet de 10, Ticket 1 heure` */
  list(names: readonly string[]): string;
}

export function formatsFor(language: Language, timeZone: string): Formats {
  const locale = formatLocale(language);
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const made = lazily(() => new Intl.DateTimeFormat(locale, options));
    return (date: Date) => wordedMoment(language, made().format(date));
  };
  const long = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;
  const day = dates({ ...long, timeZone: "UTC" });
  const nearDay = dates({ weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });
  const shortDay = dates({ day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
  const month = dates({ month: "long", year: "numeric", timeZone: "UTC" });
  const instant = dates(momentOptions({ weekday: true }, timeZone));
  const shortInstant = dates(shortMomentOptions(timeZone));
  const dayOf = dates({ ...long, timeZone });
  const time = dates(timeOptions(timeZone));
  const clock = dates(clockOptions(timeZone));
  const plain = lazily(() => new Intl.NumberFormat(locale));
  return {
    money: (amount) => moneyText(amount, language),
    day: (value) => day(new Date(`${value}T00:00:00Z`)),
    nearDay: (value) => nearDay(new Date(`${value}T00:00:00Z`)),
    shortDay: (value) => shortDay(new Date(`${value}T00:00:00Z`)),
    month: (value) => month(new Date(`${value}-01T00:00:00Z`)),
    instant: (value) => instant(new Date(value)),
    shortInstant: (value) => shortInstant(new Date(value)),
    dayOf: (value) => dayOf(new Date(value)),
    lastDayOf: (end) => dayOf(new Date(Date.parse(end) - 1)),
    time: (value) => time(new Date(value)),
    clock: (value) => clock(new Date(value)),
    list: (names) => names.join(language === "ar" ? "، " : ", "),
    number: (value) => plain().format(value),
  };
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
