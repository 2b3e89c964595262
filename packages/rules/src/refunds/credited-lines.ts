import { allocate } from "../money.ts";

/** Gross amounts in minor units by VAT rate in percent. */
export type GrossByRate = ReadonlyMap<number, number>;

/**
 * Limits the lines of a credit note so that no VAT rate is credited for more than the invoice states (§6). Where
 * goodwill was allocated to a line's rate before, the part of the line that exceeds what is left of that rate is
 * credited at the other rates, in proportion to what is left of them, as separate lines. Amounts are minor units; their
 * sum stays the same.
 */
export function creditedLines<Line extends { vatRate: number; amount: number }>(
  lines: readonly Line[],
  invoiced: GrossByRate,
  creditedBefore: GrossByRate,
): Line[] {
  const left = leftToCredit(invoiced, creditedBefore);
  const take = (rate: number, most: number): number => {
    const available = left.get(rate) ?? 0;
    const taken = Math.min(available, most);
    left.set(rate, available - taken);
    return taken;
  };
  // Every line takes from its own rate before one takes from another's.
  const own = lines.map((line) => ({ line, amount: take(line.vatRate, line.amount) }));
  return own.flatMap(({ line, amount }) => {
    const beyond = line.amount - amount;
    if (beyond === 0) return [line];
    const shares = byRemaining(beyond, left).map(({ vatRate, amount: share }) => {
      take(vatRate, share);
      return { ...line, vatRate, amount: share };
    });
    return amount === 0 ? shares : [{ ...line, amount }, ...shares];
  });
}

/** What is left to credit of each rate, in minor units; nothing for a rate that was credited in excess. */
export const leftToCredit = (invoiced: GrossByRate, credited: GrossByRate): Map<number, number> =>
  new Map([...invoiced].map(([rate, gross]) => [rate, Math.max(0, gross - (credited.get(rate) ?? 0))]));

/**
 * Allocates an amount in minor units to VAT rates in proportion to what is left to credit of each; rates without a
 * share are left out.
 */
export function byRemaining(amount: number, left: GrossByRate): { vatRate: number; amount: number }[] {
  const rates = [...left.keys()];
  const shares = allocate(amount, [...left.values()]);
  return rates
    .map((vatRate, place) => ({ vatRate, amount: shares[place] ?? 0 }))
    .filter(({ amount: share }) => share > 0);
}
