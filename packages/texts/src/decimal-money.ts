import { currencyDigits } from "./money-format.ts";

/** Amounts as decimals without a currency: in files, and as people type them. */

/** An amount in minor units of a currency with all its decimals: `12.50`. */
export function decimalText(amount: number, currency: string): string {
  const digits = currencyDigits(currency);
  const padded = `${Math.abs(amount)}`.padStart(digits + 1, "0");
  const at = padded.length - digits;
  return `${amount < 0 ? "-" : ""}${padded.slice(0, at)}${digits === 0 ? "" : `.${padded.slice(at)}`}`;
}

/** Whole units that may be typed. */
const wholeDigitsMax = 8;

/** The amount in minor units that was typed, with a comma or a point, spaces, and the currency's code or symbol; undefined: none of the currency. */
export function typedMinorUnits(typed: string, currency: string): number | undefined {
  const bare = typed.replaceAll(/[\s\p{Sc}\p{Cf}]/gu, "").replace(currency, "");
  const [, whole, decimals = ""] = /^(\d+)(?:[.,](\d+))?$/.exec(bare) ?? [];
  const digits = currencyDigits(currency);
  if (whole === undefined || whole.length > wholeDigitsMax || decimals.length > digits) return undefined;
  return Number(whole + decimals.padEnd(digits, "0"));
}
