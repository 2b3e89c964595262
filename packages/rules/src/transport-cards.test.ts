import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { shownSubscription } from "./subscriptions.ts";
import {
  cardFault,
  cardStateAt,
  formatCardNumber,
  isLuhnNumber,
  lastCardDigits,
  loadFault,
  mayRemoveCard,
  normaliseCardNumber,
  shownCardState,
} from "./transport-cards.ts";

// covers §9: card numbers in groups of 4
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
])("%s passes the Luhn check: %s", (number, holds) => {
  expect(isLuhnNumber(number)).toBe(holds);
});

test("of the ten last digits exactly one is valid, and no single mistyped digit is", () => {
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

// covers §3: transport card on the wire: active or expired
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

test("a number is parsed as typed: spaces, hyphens of all kinds, Arabic digits", () => {
  expect(normaliseCardNumber(" 9250\u00a01111\u20112222\u20133333 ")).toBe("9250111122223333");
  expect(normaliseCardNumber("٩٢٥٠ ۱۱۱۱")).toBe("92501111");
  expect(lastCardDigits("9250 1111 2222 3339")).toBe("3339");
});

const now = "2026-11-20T09:00:00.000Z";
const before = "2026-11-20T08:59:59.999Z";
const after = "2026-11-20T09:00:00.001Z";

test.each([
  ["active", null, after, undefined, "active", true],
  ["active", null, null, undefined, "active", true],
  ["active", null, now, "CARD_EXPIRED", "expired", true],
  ["active", null, before, "CARD_EXPIRED", "expired", true],
  ["active", "lost", after, "CARD_INCIDENT", "active", false],
  ["blocked", "stolen", after, "CARD_INCIDENT", "blocked", false],
  ["blocked", "stolen", before, "CARD_EXPIRED", "expired", true],
  ["replaced", "lost", after, "CARD_EXPIRED", "replaced", true],
  ["expired", null, after, "CARD_EXPIRED", "expired", true],
  [null, null, after, "CARD_STATUS_EMPTY", "active", true],
  ["printed", null, after, "CARD_STATUS_EMPTY", "active", true],
] as const)(
  "a card that is %s with incident %s until %s: %s",
  (status, incident, expiresAt, fault, state, removable) => {
    const card = { status, incident, expiresAt };
    expect(cardFault(card, now)).toBe(fault);
    expect(cardStateAt(card, now)).toBe(state);
    expect(mayRemoveCard(card, now)).toBe(removable);
  },
);

describe("a load that a validator reports", () => {
  const card = { status: "active", incident: null, expiresAt: null, incidentAt: null };
  const at = "2026-11-20T09:00:00.000Z";
  const before = "2026-11-20T08:59:00.000Z";
  it.each<[string, Partial<Parameters<typeof loadFault>[0]>, string | undefined]>([
    ["on a good card", {}, undefined],
    [
      "before the card was declared lost",
      { status: "blocked", incident: "lost", incidentAt: "2026-11-20T09:00:01Z" },
      undefined,
    ],
    ["at the instant of the declaration", { status: "blocked", incident: "lost", incidentAt: at }, "CARD_INCIDENT"],
    ["after it", { status: "blocked", incident: "lost", incidentAt: before }, "CARD_INCIDENT"],
    ["on a card whose incident nobody dates", { status: "blocked", incident: "lost" }, "CARD_INCIDENT"],
    ["before the card ran out", { expiresAt: "2026-11-20T09:00:01Z" }, undefined],
    ["after it ran out", { expiresAt: before }, "CARD_EXPIRED"],
    ["on a card that was replaced", { status: "replaced" }, "CARD_EXPIRED"],
    ["on a card without a status in the register", { status: null }, "CARD_STATUS_EMPTY"],
  ])("%s", (_when, change, fault) => {
    expect(loadFault({ ...card, ...change }, at)).toBe(fault);
  });
});
