import type { Money } from "@guichet/contract/values.ts";

/** A price divided by the months that it is for, rounded up to the smallest unit of the currency. */
export function monthlyPrice({ amount, currency }: Money, months: number): Money {
  return { amount: Math.ceil(amount / months), currency };
}
