import type { Money } from "@guichet/contract/values.ts";

/** Money in integer minor units with a currency. Adding two currencies is a programming error, hence an exception. */

export function money(amount: number, currency: string): Money {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Not an amount in minor units: ${amount}`);
  return { amount, currency };
}

export function add(a: Money, b: Money): Money {
  return money(a.amount + sameCurrency(a, b).amount, a.currency);
}

export function subtract(a: Money, b: Money): Money {
  return money(a.amount - sameCurrency(a, b).amount, a.currency);
}

export function times(price: Money, count: number): Money {
  return money(price.amount * count, price.currency);
}

/** Sum of several amounts; zero in the currency when there are none. */
export function sum(amounts: readonly Money[], currency: string): Money {
  return amounts.reduce(add, money(0, currency));
}

function sameCurrency(a: Money, b: Money): Money {
  if (a.currency !== b.currency) throw new TypeError(`${a.currency} and ${b.currency} cannot be added`);
  return b;
}

/** `amount * numerator / denominator` in integer minor units, rounded half away from zero; exact for any size. */
export function portion(amount: number, numerator: number, denominator: number): number {
  const product = BigInt(Math.abs(amount)) * BigInt(numerator) * 2n;
  const rounded = Number((product + BigInt(denominator)) / (2n * BigInt(denominator)));
  return amount < 0 ? 0 - rounded : rounded;
}

/**
 * Allocates `total` minor units by weights (non-negative integers), so that the shares add up to it: largest remainder first, the
 * first in the list among equal remainders. If all weights are 0, the shares are equal.
 */
export function allocate(total: number, weights: readonly number[]): number[] {
  if (weights.length === 0) return [];
  if (total < 0) return allocate(-total, weights).map((share) => 0 - share);
  const asked = weights.every((weight) => weight === 0) ? weights.map(() => 1) : weights;
  const whole = asked.reduce((sofar, weight) => sofar + BigInt(weight), 0n);
  const exact = asked.map((weight) => BigInt(total) * BigInt(weight));
  const shares = exact.map((product) => Number(product / whole));
  const left = total - shares.reduce((sofar, share) => sofar + share, 0);
  const byRemainder = exact
    .map((product, place) => ({ place, remainder: product % whole }))
    .sort(
      (a, b) => Number(b.remainder - a.remainder > 0n) - Number(b.remainder - a.remainder < 0n) || a.place - b.place,
    );
  for (const { place } of byRemainder.slice(0, left)) shares[place] = (shares[place] ?? 0) + 1;
  return shares;
}

/** `n` equal installments of an amount, with the remainder of the division on the first (§9 installments). */
export function splitEqually(amount: number, n: number): number[] {
  const part = Math.trunc(amount / n);
  return Array.from({ length: n }, (_, place) => (place === 0 ? amount - part * (n - 1) : part));
}

export interface VatLine {
  /** Percent, with up to two decimals. */
  rate: number;
  net: number;
  vat: number;
  gross: number;
}

/** Extracts the VAT from a gross amount: rounded half away from zero, `net + vat = gross`; a credit note mirrors its invoice. */
export function vatOf(gross: number, rate: number): VatLine {
  const basisPoints = Math.round(rate * 100);
  const vat = portion(gross, basisPoints, 10_000 + basisPoints);
  return { rate, net: gross - vat, vat, gross };
}

/** VAT of several amounts, added per rate before rounding, lowest rate first. */
export function vatByRate(parts: readonly { rate: number; gross: number }[]): VatLine[] {
  const grossByRate = new Map<number, number>();
  for (const { rate, gross } of parts) grossByRate.set(rate, (grossByRate.get(rate) ?? 0) + gross);
  return [...grossByRate].sort(([a], [b]) => a - b).map(([rate, gross]) => vatOf(gross, rate));
}
