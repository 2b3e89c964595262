import type { Money } from "@guichet/contract/values.ts";

/**
 * The amount that a member of the staff typed, `12,50` or `12.50`, in minor units of its currency; undefined: not a
 * positive amount, or more decimals than the currency has. Zero only where it may be.
 */
export function typedAmount(text: string, currency: string, { mayBeZero = false } = {}): Money | undefined {
  const digits =
    new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
  const [, whole, decimals = ""] = /^(\d{1,7})(?:[.,](\d+))?$/u.exec(text.replace(/[\s\u00a0\u202f€]/gu, "")) ?? [];
  if (whole === undefined || decimals.length > digits) return undefined;
  const amount = Number(whole + decimals.padEnd(digits, "0"));
  return amount > 0 || mayBeZero ? { amount, currency } : undefined;
}
