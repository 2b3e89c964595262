import type { Language } from "@guichet/contract/languages.ts";
import { currencyDigits } from "@guichet/texts/money-format.ts";
import { formatLocale } from "@guichet/texts/translate.ts";

/** An amount in minor units at the edge of a plot, rounded and short: `1,5 k €`. */
export function amountTick(amount: number, currency: string, language: Language): string {
  const options = { style: "currency", currency, notation: "compact", maximumFractionDigits: 1 } as const;
  const format = new Intl.NumberFormat(formatLocale(language), options);
  return format.format(amount / 10 ** currencyDigits(currency));
}
