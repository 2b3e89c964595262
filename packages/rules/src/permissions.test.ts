import { describe, expect, test } from "vitest";
import { type Buyer, mayBuy, mayCheckOut, mayHoldDematerialized, mustCertifyMajority } from "./permissions.ts";

const eur = (amount: number) => ({ amount, currency: "EUR" });
const network = { guestOrders: true, guestMaxAmount: eur(15_000) };
const holder: Buyer = { authAsGuest: false, isComplete: true, isVerified: true, deletionRequested: false };
const guest: Buyer = { ...holder, authAsGuest: true, isVerified: false };

describe("buying", () => {
  test.each<[string, Buyer | null, number, Partial<typeof network>, string]>([
    ["a visitor signs in first", null, 0, {}, "USER_NOT_CONNECTED"],
    ["a complete and verified holder buys for any amount", holder, 9_999_999, {}, "ok"],
    // covers §6: unverified accounts buy nothing
    ["an unverified account does not buy", { ...holder, isVerified: false }, 100, {}, "ACCOUNT_UNVERIFIED"],
    ["an incomplete account does not buy", { ...holder, isComplete: false }, 100, {}, "ACCOUNT_INCOMPLETE"],
    [
      "an account about to go does not buy",
      { ...holder, deletionRequested: true },
      100,
      {},
      "ACCOUNT_DELETION_PENDING",
    ],
    ["a holder buys where guests do not", holder, 100, { guestOrders: false }, "ok"],
    ["a guest buys up to the limit", guest, 15_000, {}, "ok"],
    // covers §6: guest maximum amount
    ["a guest does not buy above it", guest, 15_001, {}, "GUEST_AMOUNT_EXCEEDED"],
    ["a guest does not buy where guests do not", guest, 100, { guestOrders: false }, "GUEST_NOT_ALLOWED"],
    ["a guest gives the mandatory data", { ...guest, isComplete: false }, 100, {}, "GUEST_DATA_REQUIRED"],
  ])("%s", (_, buyer, amount, over, expected) => {
    const outcome = mayBuy(buyer, eur(amount), { ...network, ...over });
    expect(outcome.ok ? "ok" : outcome.code).toBe(expected);
  });

  // covers §6: guest maximum amount
  test("an amount in another currency is never compared with the guest's limit", () => {
    expect(() => mayBuy(guest, { amount: 1, currency: "USD" }, network)).toThrow("USD is not EUR");
  });
});

// covers §5: dematerialised only with an identity other than the national one
test.each([
  [["email"], false, true],
  [["custom"], false, true],
  [["federation"], false, false],
  [["federation", "email"], false, true],
  [["federation", "card"], false, false],
  [[], false, false],
  [[], true, true],
] as const)("with %j (guest: %s) dematerialised tickets may be held: %s", (identities, isGuest, expected) => {
  expect(mayHoldDematerialized(identities, isGuest)).toBe(expected);
});

describe("checkout", () => {
  const today = "2026-11-20";
  const majority = { birthday: "2000-01-01", today, hideBirthDate: false };
  test.each([
    ["2008-11-20", false, false],
    ["2008-11-21", false, true],
    [null, false, true],
    ["2000-01-01", true, true],
  ])("born on %s, birth dates hidden: %s, the box must be ticked: %s", (birthday, hideBirthDate, expected) => {
    expect(mustCertifyMajority({ birthday, today, hideBirthDate })).toBe(expected);
  });

  // covers §5: terms and over-18 box
  test.each([
    [false, true, "2000-01-01", "TERMS_NOT_ACCEPTED"],
    [true, false, "2000-01-01", "ok"],
    [true, false, "2010-01-01", "MAJORITY_NOT_CERTIFIED"],
    [true, true, "2010-01-01", "ok"],
    [true, false, null, "MAJORITY_NOT_CERTIFIED"],
  ])("terms %s, box %s, born on %s: %s", (termsAccepted, over18Accepted, birthday, expected) => {
    const outcome = mayCheckOut({ termsAccepted, over18Accepted }, { ...majority, birthday });
    expect(outcome.ok ? "ok" : outcome.code).toBe(expected);
  });
});
