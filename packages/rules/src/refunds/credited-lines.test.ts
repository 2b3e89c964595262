import fc from "fast-check";
import { expect, test } from "vitest";
import { creditedLines } from "./credited-lines.ts";

const at = (vatRate: number, amount: number) => ({ name: `at ${vatRate}`, vatRate, amount });
const invoiced = new Map([
  [10, 150],
  [20, 50],
]);

test("a line above what is left of its rate is credited at the other rates for the difference", () => {
  const before = new Map([
    [10, 22],
    [20, 8],
  ]);
  expect(creditedLines([at(10, 150)], invoiced, before)).toEqual([at(10, 128), { ...at(10, 22), vatRate: 20 }]);
});

test("a line that finds nothing left of its rate keeps its name at another rate", () => {
  expect(creditedLines([at(20, 10)], invoiced, new Map([[20, 50]]))).toEqual([{ ...at(20, 10), vatRate: 10 }]);
});

test("each line takes from its own rate before another takes from it", () => {
  const before = new Map([[10, 100]]);
  const lines = [at(10, 70), at(20, 30)];
  expect(creditedLines(lines, invoiced, before)).toEqual([at(10, 50), { ...at(10, 20), vatRate: 20 }, at(20, 30)]);
});

// covers §6: no VAT rate is credited for more than was invoiced
test("the sum stays, and no rate exceeds what was invoiced, for any lines within what is left", () => {
  const rate = fc.constantFrom(2.1, 5.5, 10, 20);
  const amount = fc.integer({ min: 0, max: 5_000 });
  const amounts = fc.array(fc.record({ vatRate: rate, amount, before: fc.integer({ min: 0, max: 100 }) }), {
    minLength: 1,
  });
  fc.assert(
    fc.property(
      amounts,
      fc.array(rate, { minLength: 1, maxLength: 5 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (sold, rates, share) => {
        const all = new Map<number, number>();
        const before = new Map<number, number>();
        for (const { vatRate, amount: gross, before: percent } of sold) {
          all.set(vatRate, (all.get(vatRate) ?? 0) + gross);
          before.set(vatRate, (before.get(vatRate) ?? 0) + Math.floor((gross * percent) / 100));
        }
        const left = [...all].reduce((sum, [one, gross]) => sum + gross - (before.get(one) ?? 0), 0);
        const total = Math.floor(left * share);
        const lines = rates.map((one, place) =>
          at(one, Math.floor(total / rates.length) + (place === 0 ? total % rates.length : 0)),
        );
        const credited = creditedLines(lines, all, before);
        expect(credited.reduce((sum, line) => sum + line.amount, 0)).toBe(total);
        for (const [one, gross] of all) {
          const sum = credited.filter(({ vatRate }) => vatRate === one).reduce((so, line) => so + line.amount, 0);
          expect((before.get(one) ?? 0) + sum).toBeLessThanOrEqual(gross);
        }
      },
    ),
  );
});
