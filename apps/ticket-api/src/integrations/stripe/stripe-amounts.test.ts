import fc from "fast-check";
import { expect, test } from "vitest";
import { ProviderRefused } from "../payment-provider.ts";
import { acceptedAmounts, fromStripeAmount, toStripeAmount, toStripeCurrency } from "./stripe-amounts.ts";

const currencies = Intl.supportedValuesOf("currency");
const minorUnits = fc.integer({ min: 0, max: 1_000_000_000 });

test("an amount sent to Stripe is read back as the same amount, in every currency", () => {
  fc.assert(
    fc.property(fc.constantFrom(...currencies), minorUnits, (currency, amount) => {
      const sent = sentOf(amount, currency);
      if (sent === undefined) return;
      expect(Number.isInteger(sent)).toBe(true);
      expect(fromStripeAmount(sent, toStripeCurrency(currency))).toEqual({ amount, currency });
    }),
    { numRuns: 2_000 },
  );
});

test("no two amounts of a currency are one amount at Stripe", () => {
  fc.assert(
    fc.property(fc.constantFrom(...currencies), minorUnits, minorUnits, (currency, one, other) => {
      const [sent, sentOther] = [sentOf(one, currency), sentOf(other, currency)];
      if (one !== other && sent !== undefined) expect(sent).not.toBe(sentOther);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ["EUR", 2350, 2350],
  ["JPY", 1200, 1200],
  ["XAF", 500, 500],
  ["KWD", 5120, 5120],
  // Without decimals here, in hundredths at Stripe.
  ["ISK", 300, 30_000],
  ["UGX", 7, 700],
])("%s: %i of our minor units are %i at Stripe", (currency, amount, sent) => {
  expect(toStripeAmount({ amount, currency })).toBe(sent);
});

test.each([
  ["EUR", { minAmount: 50, step: 1 }],
  ["GBP", { minAmount: 30, step: 1 }],
  ["HUF", { minAmount: 175, step: 1 }],
  ["JPY", { minAmount: 50, step: 1 }],
  ["TND", { minAmount: 50, step: 10 }],
  ["ISK", { minAmount: 1, step: 1 }],
])("%s: the amounts that Stripe accepts, in our minor units", (currency, accepted) => {
  expect(acceptedAmounts(currency)).toEqual(accepted);
});

test("a third decimal is refused, because Stripe rounds it", () => {
  expect(() => toStripeAmount({ amount: 5124, currency: "KWD" })).toThrow(ProviderRefused);
  expect(() => toStripeAmount({ amount: 5124, currency: "TND" })).toThrow(ProviderRefused);
});

test("a part of a minor unit never looks like the amount without it", () => {
  expect(fromStripeAmount(30_001, "isk")).toEqual({ amount: 301, currency: "ISK" });
});

function sentOf(amount: number, currency: string): number | undefined {
  try {
    return toStripeAmount({ amount, currency });
  } catch (failure) {
    expect(failure).toBeInstanceOf(ProviderRefused);
    return undefined;
  }
}
