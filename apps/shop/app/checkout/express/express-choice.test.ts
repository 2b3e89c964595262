import type { SavedPaymentMethod } from "@guichet/contract/payments.ts";
import { describe, expect, it, test } from "vitest";
import { orderOfChoice, readExpress } from "./express-choice.ts";
import type { ExpressOffer } from "./express-offer.server.ts";

const euros = (amount: number) => ({ amount, currency: "EUR" });
const saved = { ID: "card-1" } as SavedPaymentMethod;
const ofGuest: ExpressOffer = {
  item: { id: "ticket", name: "Ticket", summary: "", audience: null },
  price: euros(130),
  listedPrice: null,
  quantity: 1,
  min: 1,
  max: 9,
  travellers: null,
  email: "",
  guestMaxAmount: euros(15_000),
  cards: [],
  cheaperPasses: [],
  held: [],
  consent: "button",
  asksMajority: true,
};
const ofHolder: ExpressOffer = {
  ...ofGuest,
  travellers: [{ userId: "u1", name: "Karim" }],
  email: null,
  guestMaxAmount: null,
  cards: [saved],
  asksMajority: false,
};
const ofSubscriber: ExpressOffer = {
  ...ofHolder,
  held: [
    {
      ...{ code: "ALREADY_HELD", subscriptionId: "s1", name: "Year", travellerId: "u1", firstName: "Karim" },
      ...{ startsAt: "2026-09-01T00:00:00Z", endsAt: null, renews: true, mustConfirm: true },
    },
  ],
};
const family = [...(ofHolder.travellers ?? []), { userId: "u2", name: "Inès" }];
const faultsOf = (typed: Record<string, string>, offer: ExpressOffer) => {
  const read = readExpress(typed, offer);
  return read.ok ? [] : read.faults.map(({ field, code }) => `${field}: ${code}`);
};

// covers: a sheet reports all errors at once
describe("the sheet's form", () => {
  it.each<[string, Record<string, string>, ExpressOffer, string[]]>([
    ["a guest without an e-mail", {}, ofGuest, ["email: EMAIL_REQUIRED"]],
    ["a guest with half an e-mail", { email: "lina@" }, ofGuest, ["email: EMAIL_INVALID"]],
    ["a guest with an e-mail", { email: "lina@demo.example" }, ofGuest, []],
    ["an account with one traveller", {}, ofHolder, []],
    [
      "an account that has to say who travels",
      {},
      { ...ofHolder, travellers: family },
      ["traveller: TRAVELLER_REQUIRED"],
    ],
    [
      "somebody else's traveller",
      { traveller: "u9" },
      { ...ofHolder, travellers: family },
      ["traveller: TRAVELLER_REQUIRED"],
    ],
    ["a traveller", { traveller: "u2" }, { ...ofHolder, travellers: family }, []],
    [
      "boxes not ticked",
      { email: "x" },
      { ...ofGuest, consent: "boxes" },
      ["email: EMAIL_INVALID", "terms: TERMS_NOT_ACCEPTED", "majority: MAJORITY_NOT_CERTIFIED"],
    ],
    ["the box of the terms only", {}, { ...ofHolder, consent: "boxes" }, ["terms: TERMS_NOT_ACCEPTED"]],
    [
      "a pass in addition to an active subscription of the traveller",
      {},
      ofSubscriber,
      ["duplicate: DUPLICATE_NOT_ACCEPTED"],
    ],
    ["a pass in addition to an active subscription, confirmed", { duplicate: "on" }, ofSubscriber, []],
    [
      "a pass in addition to somebody else's subscription",
      { traveller: "u2" },
      { ...ofSubscriber, travellers: family },
      [],
    ],
    ["boxes ticked", { email: "a@demo.example", terms: "on", majority: "on" }, { ...ofGuest, consent: "boxes" }, []],
  ])("of %s", (_who, typed, offer, faults) => {
    expect(faultsOf(typed, offer)).toEqual(faults);
  });
});

describe("the order of a sheet", () => {
  const orderOf = (typed: Record<string, string>, offer: ExpressOffer, quantity = 1) => {
    const read = readExpress(typed, offer);
    if (!read.ok) throw new Error("the form has faults");
    return orderOfChoice(offer, read.value, { key: "key", quantity });
  };

  it("of a guest: e-mail, all pieces, the provider's page", () => {
    expect(orderOf({ email: "lina@demo.example" }, ofGuest, 3)).toMatchObject({
      articles: [{ productId: "ticket", quantity: 3, customerId: null, support: "DEMATERIALIZED" }],
      totalAmount: euros(390),
      guestEmail: "lina@demo.example",
      invoiceEmail: "lina@demo.example",
      ...{ cardId: null, chargeCard: false, keepCard: false },
      ...{ termsAccepted: true, over18Accepted: true, consent: "button" },
    });
  });

  it("of an account: the only traveller, the saved card is charged, no statement of age where it is known", () => {
    expect(orderOf({ card: "card-1" }, ofHolder)).toMatchObject({
      articles: [{ customerId: "u1" }],
      ...{ cardId: "card-1", chargeCard: true, keepCard: false },
      ...{ guestEmail: null, invoiceEmail: null, over18Accepted: false },
    });
  });

  it("of an account with another card, which it may save", () => {
    const kept = orderOf({ card: "another", "keep-card": "on" }, ofHolder);
    expect(kept).toMatchObject({ cardId: null, chargeCard: false, keepCard: true });
    expect(orderOf({ card: "card-9" }, ofHolder)).toMatchObject({ cardId: null, chargeCard: false });
  });

  test("another payment or quantity is another request", () => {
    const keys = [
      orderOf({ card: "card-1" }, ofHolder),
      orderOf({ card: "another" }, ofHolder),
      orderOf({ card: "another", "keep-card": "on" }, ofHolder),
      orderOf({ card: "card-1" }, ofHolder, 2),
    ].map(({ idempotencyKey }) => idempotencyKey);
    expect(new Set(keys).size).toBe(4);
    expect(orderOf({ card: "card-1" }, ofHolder).idempotencyKey).toBe(keys[0]);
  });
});
