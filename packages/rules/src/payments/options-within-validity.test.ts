import type { PaymentMethod, PaymentOption } from "@guichet/contract/catalogue.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { installmentCalendar } from "./installments.ts";
import { optionsWithin } from "./options-within-validity.ts";

const option = (installments: number, paymentMethods: PaymentMethod[]): PaymentOption => ({
  installments,
  period: "P1M",
  paymentMethods,
  allowSubscription: false,
});
const within = (orderDay: string, lastDay: string | null, ...options: PaymentOption[]) =>
  optionsWithin(options, { orderDay, lastDay }).map(
    ({ installments, paymentMethods }) => `${installments} ${paymentMethods.join("+")}`,
  );

// covers: no installment is collected after the end of the validity
test.each([
  ["a school year bought in September keeps its twelve", "2026-09-01", "2027-08-31", ["CARD"], ["1 CARD", "12 CARD"]],
  ["bought in November it has ten by card", "2026-11-24", "2027-08-31", ["CARD"], ["1 CARD", "10 CARD"]],
  [
    "and nine where a debit is possible, which starts later",
    "2026-11-27",
    "2027-08-31",
    ["CARD", "TRANSFER"],
    ["1 CARD+TRANSFER", "9 CARD+TRANSFER"],
  ],
  ["in the last month it is paid at once", "2027-08-24", "2027-08-31", ["CARD"], ["1 CARD"]],
  ["without an end nothing changes", "2026-11-24", null, ["CARD"], ["1 CARD", "12 CARD"]],
] as const)("%s", (_, orderDay, lastDay, methods, expected) => {
  expect(within(orderDay, lastDay, option(1, [...methods]), option(12, [...methods]))).toEqual(expected);
});

test("whatever the days, no installment falls after the last day, and one more would", () => {
  const days = fc
    .integer({ min: 0, max: 400 })
    .map((count) => new Date(Date.UTC(2027, 0, 1 + count)).toISOString().slice(0, 10));
  fc.assert(
    fc.property(days, fc.constantFrom("CARD" as const, "TRANSFER" as const), (lastDay, method) => {
      const orderDay = "2027-01-01";
      const [kept] = optionsWithin([option(12, [method])], { orderDay, lastDay });
      const count = kept?.installments ?? 0;
      const calendar = installmentCalendar({ orderDay, amount: 12, count: 12, period: "P1M", method });
      if (count > 1) expect((calendar[count - 1]?.collectedOn ?? "") <= lastDay).toBe(true);
      if (count < 12) expect((calendar[count]?.collectedOn ?? "") > lastDay).toBe(true);
    }),
  );
});
