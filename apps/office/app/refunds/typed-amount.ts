import type { Money } from "@guichet/contract/values.ts";
import { typedMinorUnits } from "@guichet/texts/decimal-money.ts";

/**
 * The amount that a member of the staff typed, `12,50` or `12.50`, in minor units of its currency; undefined: not a
 * positive amount, or more decimals than the currency has. Zero only where it may be.
 */
export function typedAmount(text: string, currency: string, { mayBeZero = false } = {}): Money | undefined {
  const amount = typedMinorUnits(text, currency);
  if (amount === undefined) return undefined;
  return amount > 0 || mayBeZero ? { amount, currency } : undefined;
}
