import type { PaymentOption, ShopItem } from "@guichet/contract/catalogue.ts";
import { expect, test } from "vitest";
import { type ExpressContext, isExpress } from "./express.ts";
import type { PaymentOffer } from "./payments/payment-options.ts";
import { sampleArticle } from "./sample-article.ts";

const now = "2026-11-20T12:00:00Z";
const offer: PaymentOffer = {
  methods: ["CARD", "TRANSFER"],
  transferPayments: true,
  multipleInstallments: true,
  counter: false,
};
const context: ExpressContext = { now, profiling: true, offer };
const byCard: PaymentOption = { installments: 1, period: "P1M", paymentMethods: ["CARD"], allowSubscription: false };
const field = {
  ...({ id: "plate", type: "text", label: "Plate", hint: null, required: false, confirm: false } as const),
  ...{ minLength: null, maxLength: null, choices: [] },
};

// covers: an article that needs no answer is bought from its card in the list
test.each<[string, Partial<ShopItem>]>([
  ["plain", {}],
  ["delivered in other ways too", { supports: ["SHIPPING", "COLLECT", "DEMATERIALIZED", "MEDIA"] }],
  ["of many pieces", { articleQuantityMin: 2, articleQuantityMax: 10, maxBuyAtOnce: 4 }],
  ["on promotion", { shopItemPromoPrice: { amount: 100, currency: "EUR" } }],
  ["also paid in installments", { paymentOptions: [byCard, { ...byCard, installments: 12 }] }],
  ["on sale until later", { salesFrom: "2026-11-01T00:00:00Z", salesEndsAt: "2026-12-01T00:00:00Z" }],
])("an article that is %s has an express purchase", (_what, change) => {
  expect(isExpress(sampleArticle("ticket", change), context)).toBe(true);
});

// covers: an article that needs an answer has no express purchase
test.each<[string, Partial<ShopItem>]>([
  ["not delivered on the phone", { supports: ["SHIPPING", "MEDIA"] }],
  ["with a required document", { requiredDocuments: [{ documentTypeId: "proof", name: "Proof" }] }],
  ["with a picture", { pictureRequired: true }],
  ["for a tariff status", { statuses: ["job-seeker"] }],
  ["from an age", { ageFrom: 18 }],
  ["up to an age", { ageTo: 27 }],
  ["with a field, even an optional one", { fields: [field] }],
  ["with an option", { options: ["bike"] }],
  ["with a start", { pivotType: "DAY_PIVOT" }],
  ["from one stop to another", { isJourney: true }],
  ["renewable", { isRenewable: true, renewalInterval: "P1M" }],
  ["that makes a transport card", { tags: ["physical-pass"] }],
  ["free", { price: { amount: 0, currency: "EUR" } }],
  ["free by its promotion", { shopItemPromoPrice: { amount: 0, currency: "EUR" } }],
  ["paid in installments only", { paymentOptions: [{ ...byCard, installments: 12 }] }],
  ["paid by direct debit only", { paymentOptions: [{ ...byCard, paymentMethods: ["TRANSFER"] }] }],
  ["hidden", { tags: ["hidden"] }],
  ["sold by staff", { type: 1 }],
  ["not on sale yet", { salesFrom: "2026-12-01T00:00:00Z" }],
  ["no longer on sale", { salesEndsAt: "2026-11-20T12:00:00Z" }],
])("an article that is %s is not", (_what, change) => {
  expect(isExpress(sampleArticle("ticket", change), context)).toBe(false);
});

test("statuses count only where the network has them", () => {
  const article = sampleArticle("ticket", { statuses: ["job-seeker"] });
  expect(isExpress(article, { ...context, profiling: false })).toBe(true);
});
