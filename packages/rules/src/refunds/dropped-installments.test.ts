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
