import type { Language } from "@guichet/contract/languages.ts";
import type { Money } from "@guichet/contract/values.ts";
import { formatLocale } from "./translate.ts";

/** Amounts of every screen, e-mail, document and file: minor units of an ISO 4217 currency, which decides their decimals. */

/** By language and currency: a format is expensive to create. Small code, because every first view of the shop loads it. */
const formats: Record<string, Intl.NumberFormat> = {};

const formatOf = (language: Language, currency: string): Intl.NumberFormat =>
  (formats[language + currency] ??= new Intl.NumberFormat(formatLocale(language), { style: "currency", currency }));

const digitsOf = (format: Intl.NumberFormat) => format.resolvedOptions().maximumFractionDigits;

/** Decimals of a currency: 2 for EUR, 0 for JPY, 3 for TND. */
export const currencyDigits = (currency: string): number => digitsOf(formatOf("en", currency)) ?? 2;

/**
 * An amount with its currency: `31,00 €`. In Arabic too the number is first from the left; the mark after a symbol in Arabic letters
 * stays, because without it the symbol's last point would change sides.
 */
export const moneyText = ({ amount, currency }: Money, language: Language): string => {
  const format = formatOf(language, currency);
  // A decimal string loses no digit.
  const written = format.format(`${amount}e-${digitsOf(format)}` as Intl.StringNumericLiteral);
  return language === "ar" ? `\u2066${written.replace("\u200f", "")}\u2069` : written;
};
