import { expect, test } from "vitest";
import { cartFaults } from "./cart-faults.ts";

const euros = { amount: 100, currency: "EUR" };
const sound = {
  lines: [{ id: "a", subtotal: euros, price: euros, errors: [], warnings: [] }],
  errors: [],
  discounts: [],
};
const accepted = { termsAccepted: true, over18Accepted: true, duplicatesAccepted: ["u1 s1"] };
const held = {
  ...{ code: "ALREADY_HELD" as const, subscriptionId: "s1", name: "Year", travellerId: "u1", firstName: "Lina" },
  ...{ startsAt: "2026-09-01T00:00:00Z", endsAt: null, renews: true, mustConfirm: true },
};
const alreadyRunning = (subscriptionId: string) => ({
  lines: [{ id: "a", subtotal: euros, price: euros, errors: [], warnings: [{ ...held, subscriptionId }] }],
});
const adult = { birthday: "1990-01-01", today: "2026-11-20", hideBirthDate: false };

// covers §2: /cart
test.each([
  ["nothing", {}, {}, {}, []],
  ["the terms", {}, { termsAccepted: false }, {}, ["terms TERMS_NOT_ACCEPTED"]],
  ["no box for an adult by birth date", {}, { over18Accepted: false }, {}, []],
  [
    "the box without a birth date",
    {},
    { over18Accepted: false },
    { birthday: null },
    ["majority MAJORITY_NOT_CERTIFIED"],
  ],
  [
    "the box for 17 years",
    {},
    { over18Accepted: false },
    { birthday: "2008-11-21" },
    ["majority MAJORITY_NOT_CERTIFIED"],
  ],
  ["no box on the 18th birthday", {}, { over18Accepted: false }, { birthday: "2008-11-20" }, []],
  [
    "the box where birth dates are hidden",
    {},
    { over18Accepted: false },
    { hideBirthDate: true },
    ["majority MAJORITY_NOT_CERTIFIED"],
  ],
  // covers: a second pass in addition to an active subscription is confirmed before it is ordered
  ["an active subscription that the customer has confirmed", alreadyRunning("s1"), {}, {}, []],
  ["an active subscription that is not confirmed", alreadyRunning("s2"), {}, {}, ["line DUPLICATE_NOT_ACCEPTED a"]],
  [
    "a line, a voucher and the cart, from top to bottom",
    {
      errors: [{ code: "SUBSCRIPTION_NOT_ALONE" as const }],
      lines: [
        ...sound.lines,
        { id: "b", subtotal: euros, price: euros, errors: [{ code: "CARD_REQUIRED" as const }], warnings: [] },
      ],
      discounts: [{ sourceCode: "EXPIRE", amount: euros, error: { code: "VOUCHER_EXPIRED" as const } }],
    },
    { termsAccepted: false },
    {},
    ["cart SUBSCRIPTION_NOT_ALONE", "line CARD_REQUIRED b", "voucher VOUCHER_EXPIRED", "terms TERMS_NOT_ACCEPTED"],
  ],
])("before checkout the cart shows: %s", (_what, verified, boxes, majority, faults) => {
  const found = cartFaults({ ...sound, ...verified }, { ...accepted, ...boxes }, { ...adult, ...majority });
  expect(
    found.map(({ at, code, lineId }) => [at, code, lineId].filter((part) => part !== undefined).join(" ")),
  ).toEqual(faults);
});

// covers: a line whose traveller has no name says so, and leads to where the name is entered
test("a line whose traveller has no name is distinguished from one of another age", () => {
  const refused = (reason: string) => ({
    ...{ id: "b", subtotal: euros, price: euros, warnings: [] },
    errors: [{ code: "TRAVELLER_NOT_ELIGIBLE" as const, details: { reason } }],
  });
  const found = cartFaults({ ...sound, lines: [refused("name-missing"), refused("age")] }, accepted, adult);
  expect(found.map(({ code }) => code)).toEqual(["NAME_MISSING", "TRAVELLER_NOT_ELIGIBLE"]);
});
