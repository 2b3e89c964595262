import fc from "fast-check";
import { expect, test } from "vitest";
import { divideRefund } from "./dropped-installments.ts";

const open = [
  { position: 2, amount: 2000 },
  { position: 3, amount: 2000 },
  { position: 4, amount: 2000 },
];

test.each([
  ["more than is open", 7200, [4, 3, 2], [0, 0, 0], 1200],
  ["all that is open", 6000, [4, 3, 2], [0, 0, 0], 0],
  ["a part of one installment", 500, [4], [1500], 0],
  ["the last one and a part of the one before", 2700, [4, 3], [0, 1300], 0],
  ["nothing", 0, [], [], 0],
])("a refund of %s reduces installments from the last one backwards, then pays back", (_case, amount, ...wanted) => {
  const { reduced, paidBackAmount } = divideRefund(amount, open);
  const [positions, left, paidBack] = wanted;
  expect(reduced.map(({ position }) => position)).toEqual(positions);
  expect(reduced.map(({ leftAmount }) => leftAmount)).toEqual(left);
  expect(paidBackAmount).toBe(paidBack);
});

test("nothing of a refund is lost, and no installment becomes negative", () => {
  const amounts = fc.array(fc.nat(100_000), { maxLength: 12 });
  fc.assert(
    fc.property(fc.nat(1_000_000), amounts, (amount, sizes) => {
      const installments = sizes.map((size, place) => ({ position: place + 2, amount: size }));
      const { reduced, droppedAmount, paidBackAmount } = divideRefund(amount, installments);
      const sum = reduced.reduce((total, one) => total + one.droppedAmount, 0);
      const isWhole = sum === droppedAmount && droppedAmount + paidBackAmount === amount;
      const isLastFirst = reduced.slice(0, -1).every(({ leftAmount }) => leftAmount === 0);
      return (
        isWhole && isLastFirst && reduced.every(({ leftAmount, droppedAmount: one }) => leftAmount >= 0 && one > 0)
      );
    }),
  );
});

const collectable = { minAmount: 50, step: 10 };

test.each([
  ["leaves less than the least charge", 1970, 6668, [4], [50], 20],
  ["leaves no multiple of what is charged", 1495, 6668, [4], [510], 5],
  ["leaves nothing", 2000, 6668, [4], [0], 0],
  ["leaves what can be collected", 1500, 6668, [4], [500], 0],
  ["drops one and leaves too little of the next", 3980, 6668, [4, 3], [0, 50], 30],
  ["leaves too little, and less is paid than the difference", 1970, 10, [4], [30], 0],
])("a refund that %s pays the difference back where it can", (_case, amount, paidAmount, ...wanted) => {
  const { reduced, paidBackAmount } = divideRefund(amount, open, { paidAmount, collectable });
  expect([
    reduced.map(({ position }) => position),
    reduced.map(({ leftAmount }) => leftAmount),
    paidBackAmount,
  ]).toEqual(wanted);
});

test("an installment below the least charge is left alone, and all of the refund is paid back", () => {
  const small = [{ position: 2, amount: 40 }];
  const divided = divideRefund(10, small, { paidAmount: 100, collectable });
  expect(divided).toEqual({ reduced: [], droppedAmount: 0, paidBackAmount: 10 });
});

test("nothing of a refund is lost where the provider has a least charge, and no more is paid back than was paid", () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 1_000 }), { maxLength: 5 });
  fc.assert(
    fc.property(fc.nat(6_000), fc.nat(1_000), amounts, (wanted, paidAmount, sizes) => {
      const installments = sizes.map((size, place) => ({ position: place + 2, amount: size }));
      const amount = Math.min(
        wanted,
        sizes.reduce((sum, size) => sum + size, paidAmount),
      );
      const { reduced, droppedAmount, paidBackAmount } = divideRefund(amount, installments, {
        paidAmount,
        collectable,
      });
      const sum = reduced.reduce((total, one) => total + one.droppedAmount, 0);
      return sum === droppedAmount && droppedAmount + paidBackAmount === amount && paidBackAmount <= paidAmount;
    }),
  );
});
