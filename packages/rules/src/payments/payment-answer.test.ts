import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type AnsweredPayment,
  certainlyTaken,
  type ExpectedPayment,
  paymentMismatches,
  refundMismatches,
} from "./payment-answer.ts";

const euros = (amount: number) => ({ amount, currency: "EUR" });
const francs = (amount: number) => ({ amount, currency: "CHF" });
const asked: ExpectedPayment = { reference: "payment", orderId: "order", amount: euros(150), purpose: "pay" };
const taken: AnsweredPayment = {
  reference: "payment",
  orderId: "order",
  state: "captured",
  amount: euros(150),
  captured: euros(150),
  refunded: euros(0),
};
const open = { ...taken, state: "open", captured: euros(0) } as const;

/** A response, its mismatches, and the amount that was certainly captured. */
const answers: [string, AnsweredPayment, string[], ReturnType<typeof euros> | undefined][] = [
  ["what was asked", taken, [], euros(150)],
  ["nothing yet", open, [], euros(0)],
  ["refused", { ...open, state: "refused" }, [], euros(0)],
  ["one cent", { ...taken, captured: euros(1) }, ["captured"], euros(1)],
  ["twice as much", { ...taken, captured: euros(300) }, ["captured"], euros(300)],
  ["captured, and nothing taken", { ...taken, captured: euros(0) }, ["captured"], euros(0)],
  ["open, and something taken", { ...open, captured: euros(150) }, ["captured"], euros(150)],
  ["cancelled, and something taken", { ...taken, state: "cancelled" }, ["captured"], euros(150)],
  ["another amount asked of the customer", { ...open, amount: euros(151) }, ["amount"], euros(0)],
  [
    "another currency",
    { ...taken, amount: francs(150), captured: francs(150), refunded: francs(0) },
    ["currency"],
    francs(150),
  ],
  ["two currencies", { ...taken, captured: francs(150) }, ["captured"], undefined],
  [
    "no currency",
    {
      ...taken,
      amount: { amount: 150, currency: "ZZZ" },
      captured: { amount: 150, currency: "ZZZ" },
      refunded: { amount: 0, currency: "ZZZ" },
    },
    ["currency"],
    undefined,
  ],
  ["another payment", { ...taken, reference: "other" }, ["reference"], undefined],
  ["another order", { ...taken, orderId: "other" }, ["order"], undefined],
  ["an earlier refund", { ...taken, refunded: euros(50) }, ["refunded"], euros(100)],
  ["more refunded than captured", { ...taken, refunded: euros(151) }, ["refunded"], undefined],
];

// covers §4: an answer of the provider or the bank is compared with the request: amount, currency, reference, order, captures and refunds
test.each(answers)("a response with %s is acted on only if it matches the request", (_, answered, fields, certain) => {
  expect(paymentMismatches(asked, answered).map(({ field }) => field)).toEqual(fields);
  expect(certainlyTaken(asked, answered)).toEqual(certain);
});

test("a card is saved only if nothing was charged", () => {
  const kept: ExpectedPayment = { ...asked, amount: euros(0), purpose: "save" };
  const answered = { ...taken, amount: euros(0), captured: euros(0) };
  expect(paymentMismatches(kept, answered)).toEqual([]);
  expect(paymentMismatches(kept, { ...answered, captured: euros(1) })).toMatchObject([{ field: "captured" }]);
});

test("a refund must match amount, reference and order", () => {
  const refund = { reference: "late:1", orderId: "order", amount: euros(150) };
  expect(refundMismatches(refund, refund)).toEqual([]);
  expect(refundMismatches(refund, { ...refund, amount: euros(1) })).toMatchObject([{ field: "refunded" }]);
  expect(refundMismatches(refund, { ...refund, amount: francs(150) })).toMatchObject([{ field: "refunded" }]);
  expect(refundMismatches(refund, { ...refund, amount: undefined })).toMatchObject([{ answered: "0" }]);
  expect(refundMismatches(refund, { ...refund, orderId: "other" })).toMatchObject([{ field: "order" }]);
});

test("a response without mismatch captured exactly the amount due, or nothing", () => {
  const money = fc.record({ amount: fc.integer({ min: 0, max: 400 }), currency: fc.constantFrom("EUR", "CHF") });
  const state = fc.constantFrom("open", "authorised", "captured", "refused", "cancelled", "expired");
  const answer = fc.record({
    reference: fc.constantFrom("payment", "other"),
    orderId: fc.constantFrom("order", "other"),
    state,
    amount: fc.oneof(money, fc.constant(euros(150))),
    captured: fc.oneof(money, fc.constant(euros(150)), fc.constant(euros(0))),
    refunded: fc.oneof(money, fc.constant(euros(0))),
  });
  fc.assert(
    fc.property(answer, (answered) => {
      if (paymentMismatches(asked, answered).length > 0) return;
      expect(
        certainlyTaken(asked, { ...answered, captured: { ...answered.captured, currency: "EUR" }, refunded: euros(0) }),
      ).toEqual(euros(answered.state === "captured" ? 150 : 0));
    }),
  );
});
