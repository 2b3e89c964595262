import type { Language } from "@guichet/contract/languages.ts";
import { formatLocale } from "@guichet/texts/translate.ts";
import { type Formats, formatsFor } from "@guichet/web/formats.ts";

/** The formats that only the office needs, added to those of every page. */
export interface OfficeFormats extends Formats {
  /** A share of 0 to 1, with at most one decimal: `12,5 %`. */
  percent(share: number): string;
  /** The name of a language, by its code. */
  language(code: string): string;
}

export function officeFormatsFor(language: Language, timeZone: string): OfficeFormats {
  const locale = formatLocale(language);
  const share = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
  const languageNames = new Intl.DisplayNames(locale, { type: "language" });
  return {
    ...formatsFor(language, timeZone),
    percent: (value) => share.format(value),
    language: (code) => languageNames.of(code) ?? code,
  };
}
