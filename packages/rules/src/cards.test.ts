import fc from "fast-check";
import { expect, test } from "vitest";
import { formatCardNumber, isLuhnNumber, shownCardState } from "./cards.ts";
import { shownSubscription } from "./subscriptions.ts";

test.each([
  ["1234567890", "1234 5678 90"],
  ["1234-5678 9012", "1234 5678 9012"],
  ["", ""],
])("the card number %j is shown as %j", (number, expected) => {
  expect(formatCardNumber(number)).toBe(expected);
});

test.each([
  ["4970 1000 0000 0014", true],
  ["79927398713", true],
  ["79927398710", false],
  ["0", false],
  ["7992739871x", false],
])("%s holds by Luhn: %s", (number, holds) => {
  expect(isLuhnNumber(number)).toBe(holds);
});

test("of the ten last digits exactly one holds, and no single mistyped digit does", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{5,18}$/), fc.nat(17), fc.integer({ min: 1, max: 9 }), (stem, place, shift) => {
      const right = [..."0123456789"].map((last) => stem + last).filter(isLuhnNumber);
      expect(right).toHaveLength(1);
      const digits = [...(right[0] ?? "")];
      const at = place % digits.length;
      digits[at] = String((Number(digits[at]) + shift) % 10);
      expect(isLuhnNumber(digits.join(""))).toBe(false);
    }),
  );
});

test("on the wire a card is active or expired, and a subscription active, cancelled or terminated", () => {
  expect((["active", "blocked", "replaced", "expired"] as const).map(shownCardState)).toEqual([
    "active",
    "active",
    "expired",
    "expired",
  ]);
  expect(shownSubscription("pending")).toEqual({ state: "ACTIVE", blocked: false });
  expect(shownSubscription("suspended")).toEqual({ state: "ACTIVE", blocked: true });
  expect(shownSubscription("cancelled")).toEqual({ state: "CANCELLED", blocked: false });
  expect(shownSubscription("terminated")).toEqual({ state: "TERMINATED", blocked: false });
});
