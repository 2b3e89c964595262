import type { Language } from "@guichet/contract/languages.ts";
import { formatLocale } from "@guichet/texts/translate.ts";
import { type Formats, formatsFor } from "@guichet/web/formats.ts";

/** The formats that only the office needs, added to those of every page. */
export interface OfficeFormats extends Formats {
  /** A share of 0 to 1, with at most one decimal: `12,5 %`. */
  percent(share: number): string;
  /** The name of a language, by its code. */
  language(code: string): string;
  /** The name of a month, `01` to `12`. */
  monthName(month: string): string;
  /** A day of every year, `09-01`: `1 septembre`. */
  yearDay(day: string): string;
}

export function officeFormatsFor(language: Language, timeZone: string): OfficeFormats {
  const locale = formatLocale(language);
  const share = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
  const months = new Intl.DateTimeFormat(locale, { month: "long", timeZone: "UTC" });
  const yearDays = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", timeZone: "UTC" });
  const languageNames = new Intl.DisplayNames(locale, { type: "language" });
  return {
    ...formatsFor(language, timeZone),
    percent: (value) => share.format(value),
    language: (code) => languageNames.of(code) ?? code,
    // 2028 is a leap year: it has each day of the year.
    monthName: (month) => months.format(new Date(`2028-${month}-01T00:00:00Z`)),
    yearDay: (day) => yearDays.format(new Date(`2028-${day}T00:00:00Z`)),
  };
}
