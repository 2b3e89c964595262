import type { Language } from "@guichet/contract/languages.ts";
import type { Money } from "@guichet/contract/values.ts";
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
  /** Time of an instant in the network's time zone: `14:05`. */
  time(instant: string): string;
  /** Time of an instant with seconds, of 24 hours in every language: `14:05:09`. */
  clock(instant: string): string;
  number(value: number): string;
  /** `Carnet de 10, Ticket 1 heure` */
  list(names: readonly string[]): string;
}

export function formatsFor(language: Language, timeZone: string): Formats {
  const locale = formatLocale(language);
  const amounts = new Map<string, Intl.NumberFormat>();
  const amountFormat = (currency: string) => {
    const known = amounts.get(currency) ?? new Intl.NumberFormat(locale, { style: "currency", currency });
    amounts.set(currency, known);
    return known;
  };
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const made = lazily(() => new Intl.DateTimeFormat(locale, options));
    const worded = (date: Date) => made().format(date);
    // French uses an ordinal for the first day: `mardi 1er décembre`.
    if (language === "fr") return (date: Date) => worded(date).replace(/\b1(?= [a-z])/, "1er");
    // The half of the day must not wrap to a line of its own: `10:58 ص`.
    if (language === "ar") return (date: Date) => worded(date).replace(/ (?=[صم]$)/, "\u00a0");
    // Browsers disagree on the comma of `Monday, 30 November 2026`.
    return language === "en" ? (date: Date) => worded(date).replace(/^(\w+day),/, "$1") : worded;
  };
  const long = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;
  const day = dates({ ...long, timeZone: "UTC" });
  const nearDay = dates({ weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });
  const shortDay = dates({ day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
  const month = dates({ month: "long", year: "numeric", timeZone: "UTC" });
  const instant = dates({ dateStyle: "full", timeStyle: "short", timeZone });
  // The medium style of a date in Arabic is numeric, with an ambiguous month.
  const shortInstant = dates(
    language === "ar"
      ? { day: "numeric", month: "short", year: "numeric", hour: "numeric", minute: "2-digit", timeZone }
      : { dateStyle: "medium", timeStyle: "short", timeZone },
  );
  const dayOf = dates({ ...long, timeZone });
  const time = dates({ timeStyle: "short", timeZone });
  const clock = dates({ hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23", timeZone });
  const plain = lazily(() => new Intl.NumberFormat(locale));
  return {
    money({ amount, currency }) {
      const format = amountFormat(currency);
      const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
      const written = format.format(amount / 10 ** digits);
      return language === "ar" ? leftToRight(written) : written;
    },
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

/** Removes the mark of Arabic that would put the currency first, and isolates the direction. */
const leftToRight = (written: string): string => `\u2066${written.replaceAll("\u200f", "")}\u2069`;

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
