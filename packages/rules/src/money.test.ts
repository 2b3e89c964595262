import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { add, allocate, money, portion, splitEqually, subtract, sum, times, vatByRate, vatOf } from "./money.ts";

const total = (parts: readonly number[]) => parts.reduce((a, b) => a + b, 0);
const amount = fc.integer({ min: 0, max: 1_000_000_000 });
const rate = fc.integer({ min: 0, max: 10_000 }).map((basisPoints) => basisPoints / 100);

test("amounts of one currency add, subtract and multiply; two currencies throw", () => {
  const fare = money(235, "EUR");
  expect(add(fare, money(65, "EUR"))).toEqual({ amount: 300, currency: "EUR" });
  expect(subtract(fare, money(300, "EUR"))).toEqual({ amount: -65, currency: "EUR" });
  expect(times(fare, 3)).toEqual({ amount: 705, currency: "EUR" });
  expect(sum([], "USD")).toEqual({ amount: 0, currency: "USD" });
  expect(() => add(fare, money(1, "USD"))).toThrow("EUR and USD cannot be added");
  expect(() => money(1.5, "EUR")).toThrow(RangeError);
});

describe("sharing", () => {
  test.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [5, [1, 2, 2], [1, 2, 2]],
    [10, [0, 3, 1], [0, 8, 2]],
    [10, [3, 3], [5, 5]],
    [1, [5, 5], [1, 0]],
    [7, [0, 0], [4, 3]],
    [-100, [1, 1, 1], [-34, -33, -33]],
    [0, [], []],
  ])("%i by %j gives %j", (whole, weights, shares) => {
    expect(allocate(whole, weights)).toEqual(shares);
  });

  test("adds up to the total, and each share is the exact one rounded up or down", () => {
    fc.assert(
      fc.property(amount, fc.array(amount, { minLength: 1, maxLength: 30 }), (whole, weights) => {
        const shares = allocate(whole, weights);
        expect(total(shares)).toBe(whole);
        const all = weights.reduce((a, b) => a + BigInt(b), 0n);
        if (all === 0n) return;
        shares.forEach((share, place) => {
          const down = (BigInt(whole) * BigInt(weights[place] ?? 0)) / all;
          expect(BigInt(share) - down === 0n || BigInt(share) - down === 1n).toBe(true);
        });
      }),
    );
  });

  test("never takes more from a share than its amount", () => {
    fc.assert(
      fc.property(
        fc.array(amount, { minLength: 1, maxLength: 30 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (weights, ratio) => {
          const shares = allocate(Math.floor(total(weights) * ratio), weights);
          expect(total(weights) === 0 || shares.every((share, place) => share <= (weights[place] ?? 0))).toBe(true);
        },
      ),
    );
  });
});

test.each([
  [1000, 3, [334, 333, 333]],
  [28200, 12, Array.from({ length: 12 }, () => 2350)],
  [2, 3, [2, 0, 0]],
  [5, 1, [5]],
])("%i in %i installments are %j, the remainder in the first", (whole, n, parts) => {
  expect(splitEqually(whole, n)).toEqual(parts);
});

test("installments add up to the amount, and all but the first are equal", () => {
  fc.assert(
    fc.property(amount, fc.integer({ min: 1, max: 36 }), (whole, n) => {
      const [first = 0, ...others] = splitEqually(whole, n);
      expect(first + total(others)).toBe(whole);
      expect(new Set(others).size).toBeLessThanOrEqual(1);
      expect(first).toBeGreaterThanOrEqual(others[0] ?? 0);
    }),
  );
});

describe("VAT", () => {
  test.each([
    [1100, 10, 1000, 100],
    [150, 10, 136, 14],
    [2350, 5.5, 2227, 123],
    [2000, 20, 1667, 333],
    [205, 2.5, 200, 5],
    [3, 20, 2, 1], // VAT of 0.5 is rounded up
    [-3, 20, -2, -1],
    [999, 0, 999, 0],
  ])("in %i at %d %% leaves %i and deducts %i", (gross, percent, net, vat) => {
    expect(vatOf(gross, percent)).toEqual({ rate: percent, net, vat, gross });
  });

  test("net and VAT add up to the gross, and a credit note mirrors its invoice", () => {
    fc.assert(
      fc.property(amount, rate, (gross, percent) => {
        const line = vatOf(gross, percent);
        expect(line.net + line.vat).toBe(gross);
        const credit = vatOf(-gross, percent);
        expect(credit.vat + line.vat).toBe(0);
        expect(credit.net + line.net).toBe(0);
      }),
    );
  });

  test("is rounded once per rate, not once per line", () => {
    const parts = [
      { rate: 10, gross: 150 },
      { rate: 20, gross: 100 },
      { rate: 10, gross: 150 },
    ];
    expect(vatByRate(parts)).toEqual([
      { rate: 10, net: 273, vat: 27, gross: 300 },
      { rate: 20, net: 83, vat: 17, gross: 100 },
    ]);
  });
});

test("a portion is rounded half away from zero and exact beyond the precision of decimals", () => {
  expect(portion(5, 1, 2)).toBe(3);
  expect(portion(-5, 1, 2)).toBe(-3);
  expect(portion(9_007_199_254_740_991, 10_000, 10_000)).toBe(9_007_199_254_740_991);
});
