import type { PaymentMethod, PaymentOption, Period } from "@guichet/contract/catalogue.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isOffered, type PaymentOffer, payableOptions, sharedOptions } from "./payment-options.ts";

const everything: PaymentOffer = {
  methods: ["CARD", "TRANSFER"],
  transferPayments: true,
  multipleInstallments: true,
  counter: true,
};
const option = (
  installments: number,
  paymentMethods: PaymentMethod[],
  period: Period = "P1M",
  allowSubscription = false,
): PaymentOption => ({
  installments,
  period,
  paymentMethods,
  allowSubscription,
});
const article = (...paymentOptions: PaymentOption[]) => ({ paymentOptions });
const shared = (articles: ReturnType<typeof article>[], offer: Partial<PaymentOffer> = {}, subscription = false) =>
  sharedOptions(articles, { ...everything, ...offer }, subscription).map(
    ({ installments, paymentMethods }) => `${installments} ${paymentMethods.join("+")}`,
  );

test.each([
  // covers §3: payment option
  [
    "one article keeps its options, fewest installments first",
    [article(option(12, ["TRANSFER"]), option(1, ["CARD"]))],
    ["1 CARD", "12 TRANSFER"],
  ],
  [
    "two share what both have",
    [article(option(1, ["CARD", "TRANSFER"]), option(3, ["CARD"])), article(option(1, ["CARD"]))],
    ["1 CARD"],
  ],
  [
    "the same installments without a common method are not shared",
    [article(option(1, ["CARD"])), article(option(1, ["TRANSFER"]))],
    [],
  ],
  [
    "the same method with other installments is not shared",
    [article(option(3, ["CARD"])), article(option(4, ["CARD"]))],
    [],
  ],
  [
    "several installments need the same period",
    [article(option(3, ["CARD"], "P1M")), article(option(3, ["CARD"], "P7D"))],
    [],
  ],
  [
    "one installment needs none",
    [article(option(1, ["CARD"], "P1M")), article(option(1, ["CARD"], "P7D"))],
    ["1 CARD"],
  ],
  [
    "options stated one per method are one",
    [article(option(1, ["CARD"]), option(1, ["TRANSFER"])), article(option(1, ["TRANSFER"]))],
    ["1 TRANSFER"],
  ],
  ["no article, no option", [], []],
])("%s", (_, articles, expected) => {
  expect(shared(articles)).toEqual(expected);
});

const full = [article(option(1, ["CARD", "TRANSFER", "DEPOSIT", "CASH"]), option(12, ["CARD"]))];
// covers §5: payment methods offered
test.each([
  [{}, ["1 CARD+TRANSFER+DEPOSIT+CASH", "12 CARD"]],
  [{ counter: false }, ["1 CARD+TRANSFER", "12 CARD"]],
  [{ counter: false, transferPayments: false }, ["1 CARD", "12 CARD"]],
  [{ counter: false, multipleInstallments: false }, ["1 CARD+TRANSFER"]],
  [{ counter: false, methods: ["TRANSFER" as const] }, ["1 TRANSFER"]],
  [{ counter: false, methods: [] }, []],
])("with %j a network offers %j", (offer, expected) => {
  expect(shared(full, offer)).toEqual(expected);
});

test("a subscription only has options that allow one", () => {
  const both = [article(option(1, ["CARD"]), option(1, ["TRANSFER"], "P1M", true))];
  expect(shared(both, {}, true)).toEqual(["1 TRANSFER"]);
});

test("a payment method is offered only with its own number of installments", () => {
  const options = [option(1, ["CARD"]), option(12, ["TRANSFER"])];
  expect(isOffered(options, "CARD", 1)).toBe(true);
  expect(isOffered(options, "CARD", 12)).toBe(false);
  expect(isOffered(options, "CASH", 1)).toBe(false);
});

// covers §5: lines share a payment option
test("for any articles, a common option is an option of each, and their order does not matter", () => {
  const method = fc.constantFrom<PaymentMethod>("CARD", "TRANSFER", "DEPOSIT", "CASH");
  const options = fc.array(
    fc
      .tuple(fc.integer({ min: 1, max: 3 }), fc.uniqueArray(method, { minLength: 1 }))
      .map(([n, methods]) => option(n, methods)),
    { minLength: 1, maxLength: 4 },
  );
  fc.assert(
    fc.property(fc.array(options, { minLength: 1, maxLength: 4 }), (all) => {
      const articles = all.map((paymentOptions) => ({ paymentOptions }));
      const ways = (found: readonly PaymentOption[]) =>
        new Set(
          found.flatMap(({ installments, paymentMethods }) => paymentMethods.map((name) => `${installments} ${name}`)),
        );
      const found = ways(sharedOptions(articles, everything));
      expect(ways(sharedOptions(articles.toReversed(), everything))).toEqual(found);
      const everywhere = [...ways(all.flat())].filter((way) => all.every((one) => ways(one).has(way)));
      expect(found).toEqual(new Set(everywhere));
    }),
  );
});

// covers §5: no installment is less than one unit of the currency
test("no installment is less than one unit: a small amount has fewer installments, with the same methods", () => {
  const options = [option(1, ["CARD"]), option(3, ["CARD", "TRANSFER"]), option(12, ["CARD"], "P7D")];
  const partsOf = (amount: number) =>
    payableOptions(options, amount).map(
      ({ installments, paymentMethods }) => `${installments} ${paymentMethods.join("+")}`,
    );
  expect(partsOf(5000)).toEqual(["1 CARD", "3 CARD+TRANSFER", "12 CARD"]);
  expect(partsOf(3)).toEqual(["1 CARD", "3 CARD+TRANSFER", "3 CARD"]);
  expect(partsOf(1)).toEqual(["1 CARD+TRANSFER"]);
  expect(partsOf(0)).toEqual(["1 CARD+TRANSFER"]);
});
