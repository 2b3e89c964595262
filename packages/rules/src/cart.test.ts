import type { ShopItem } from "@guichet/contract/catalogue.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addLine,
  type CartContent,
  type CartLine,
  countFor,
  removeLine,
  sameLine,
  setQuantity,
  takeHolder,
} from "./cart.ts";
import type { PaymentOffer } from "./payments/payment-options.ts";
import { sampleArticle } from "./sample-article.ts";

const offer: PaymentOffer = {
  methods: ["CARD", "TRANSFER"],
  transferPayments: true,
  multipleInstallments: true,
  counter: false,
};
const debit: ShopItem["paymentOptions"] = [
  { installments: 12, period: "P1M", paymentMethods: ["TRANSFER"], allowSubscription: true },
];
const articles = [
  sampleArticle("single", { articleQuantityMax: 5, options: ["bike"] }),
  sampleArticle("group", { articleQuantityMin: 3, articleQuantityMax: 4 }),
  sampleArticle("bike", { maxBuyAtOnce: 3 }),
  sampleArticle("debit", { paymentOptions: debit }),
  sampleArticle("tacit", { isRenewable: true, paymentOptions: debit }),
];

let lastId = 0;
function line(shopItemId: string, over: Partial<CartLine> = {}): CartLine {
  lastId += 1;
  const rest = { optionId: null, mediaId: null, startingAt: null, startMonth: null, fields: {} };
  return {
    id: `line-${lastId}`,
    shopItemId,
    quantity: 1,
    profileId: "ana",
    support: "DEMATERIALIZED",
    ...rest,
    ...over,
  };
}

function cartOf(...lines: CartLine[]): CartContent {
  return { lines, vouchers: ["BIENVENUE10"] };
}
const put = (cart: CartContent, added: CartLine) => addLine(cart, added, articles, offer);
const quantities = (cart: CartContent) => cart.lines.map(({ quantity }) => quantity);

describe("two lines", () => {
  const one = line("single", { fields: { plate: "AB-123", seat: "2" } });

  // covers §3: cart item: what identifies a line
  test("are identical whatever their ids, quantities and order of fields", () => {
    expect(sameLine(one, { ...one, id: "other", quantity: 4, fields: { seat: "2", plate: "AB-123" } })).toBe(true);
    const start = { ...one, startingAt: "2026-11-20T12:00:00Z" };
    expect(sameLine(start, { ...start, startingAt: "2026-11-20T12:00:00.000Z" })).toBe(true);
  });

  test.each<Partial<CartLine>>([
    { profileId: "ben" },
    { profileId: null },
    { shopItemId: "group" },
    { optionId: "bike" },
    { support: "SHIPPING" },
    { mediaId: "card-1" },
    { startingAt: "2026-11-20T12:00:00Z" },
    { startMonth: "2026-12" },
    { fields: { plate: "AB-124", seat: "2" } },
    { fields: {} },
  ])("differ by %j", (over) => {
    expect(sameLine(one, { ...one, ...over })).toBe(false);
  });
});

describe("adding", () => {
  test.each([
    ["fills the identical line", [2], 3, [5]],
    ["fills it to the maximum, the rest is a new line", [4], 3, [5, 2]],
    ["makes a new line next to a full one", [5], 2, [5, 2]],
    ["finds the identical line that is not full", [5, 1], 2, [5, 3]],
  ])("%s", (_, present, quantity, expected) => {
    const cart = cartOf(...present.map((held) => line("single", { quantity: held })));
    const outcome = put(cart, line("single", { quantity }));
    expect(outcome.ok && quantities(outcome.value)).toEqual(expected);
  });

  test("never leaves a remainder below the article's minimum", () => {
    const outcome = put(cartOf(line("group", { quantity: 3 })), line("group", { quantity: 4 }));
    expect(outcome.ok && quantities(outcome.value)).toEqual([4, 3]);
    const less = put(cartOf(line("group", { quantity: 3 })), line("group", { quantity: 3 }));
    expect(less.ok && quantities(less.value)).toEqual([3, 3]);
  });

  test.each([
    ["an unknown article", line("gone"), "ARTICLE_UNKNOWN"],
    ["a quantity above the maximum", line("single", { quantity: 6 }), "QUANTITY_WRONG"],
    ["a quantity below the minimum", line("group", { quantity: 2 }), "QUANTITY_WRONG"],
    ["half a ticket", line("single", { quantity: 1.5 }), "QUANTITY_WRONG"],
    ["a support that the article lacks", line("single", { support: "MEDIA" }), "SUPPORT_NOT_OFFERED"],
    ["an option of another article", line("group", { quantity: 3, optionId: "bike" }), "ARTICLE_OPTION_UNKNOWN"],
    ["a subscription with other lines", line("tacit"), "SUBSCRIPTION_NOT_ALONE"],
    ["an article that cannot be paid with the others", line("debit"), "PAYMENT_OPTIONS_INCOMPATIBLE"],
  ])("refuses %s", (_, added, code) => {
    expect(put(cartOf(line("single")), added)).toMatchObject({ ok: false, code });
  });

  // covers §5: a subscription is alone in its cart
  test("a subscription can only be added to an empty cart, and nothing can be added to it, not even itself", () => {
    const cart = put(cartOf(), line("tacit"));
    if (!cart.ok) throw new Error(cart.code);
    expect(put(cart.value, line("tacit"))).toMatchObject({ code: "SUBSCRIPTION_NOT_ALONE" });
    expect(put(cart.value, line("debit"))).toMatchObject({ code: "SUBSCRIPTION_NOT_ALONE" });
  });

  test("a network without the article's payment methods cannot sell it", () => {
    const outcome = addLine(cartOf(), line("debit"), articles, { ...offer, transferPayments: false });
    expect(outcome).toMatchObject({ code: "PAYMENT_OPTIONS_INCOMPATIBLE" });
  });

  // covers §5: maxBuyAtOnce, item or option
  test("the limit counts a traveller's quantity as item and as option over all lines", () => {
    const cart = cartOf(line("bike", { quantity: 1 }), line("single", { quantity: 2, optionId: "bike" }));
    expect(countFor(cart.lines, "ana", "bike")).toBe(3);
    expect(put(cart, line("bike"))).toMatchObject({ code: "MAX_BUY_AT_ONCE", details: { maxBuyAtOnce: 3 } });
    expect(put(cart, line("single", { optionId: "bike" }))).toMatchObject({ code: "MAX_BUY_AT_ONCE" });
    expect(put(cart, line("bike", { profileId: "ben" })).ok).toBe(true);
    expect(put(cart, line("single")).ok).toBe(true);
  });

  test("other properties of the cart are kept, and nothing is changed in place", () => {
    const cart = { ...cartOf(line("single")), termsAccepted: true };
    const before = structuredClone(cart);
    const outcome = addLine(cart, line("single"), articles, offer);
    expect(outcome.ok && outcome.value.termsAccepted).toBe(true);
    expect(cart).toEqual(before);
  });
});

describe("changing a quantity", () => {
  // covers §5: quantity outside the range is ignored
  test.each([
    [5, [5]],
    [1, [1]],
    [6, [2]],
    [0, [2]],
    [-1, [2]],
    [2.5, [2]],
  ])("to %d gives %j: outside the range it is ignored", (quantity, expected) => {
    const cart = cartOf(line("single", { quantity: 2 }));
    const outcome = setQuantity(cart, cart.lines[0]?.id ?? "", quantity, articles);
    expect(outcome.ok && quantities(outcome.value)).toEqual(expected);
  });

  test("above the maximum of one purchase is refused, a reduction is not", () => {
    const cart = cartOf(line("bike", { quantity: 3 }), line("bike", { quantity: 3, startMonth: "2026-12" }));
    const id = cart.lines[0]?.id ?? "";
    expect(setQuantity(cart, id, 4, articles)).toMatchObject({ code: "MAX_BUY_AT_ONCE" });
    expect(setQuantity(cart, id, 2, articles).ok).toBe(true);
  });

  test("of a removed line changes nothing", () => {
    const cart = cartOf(line("single"));
    expect(setQuantity(cart, "gone", 2, articles)).toEqual({ ok: true, value: cart });
  });
});

// covers §4: removing the last item clears vouchers
test("removing the last line clears the vouchers, removing another does not", () => {
  const cart = cartOf(line("single"), line("group", { quantity: 3 }));
  const [first, second] = cart.lines.map(({ id }) => id);
  const one = removeLine(cart, first ?? "");
  expect(one.vouchers).toEqual(["BIENVENUE10"]);
  expect(removeLine(one, second ?? "")).toEqual({ lines: [], vouchers: [] });
});

test("at sign-in only a visitor's lines are assigned to the holder", () => {
  const cart = takeHolder(cartOf(line("single", { profileId: null }), line("single", { profileId: "ben" })), "ana");
  expect(cart.lines.map(({ profileId }) => profileId)).toEqual(["ana", "ben"]);
});

// covers §4: adding an identical item raises its quantity up to the maximum
test("however lines are added, quantities are kept, no line exceeds its maximum and no traveller the limit", () => {
  const added = fc.record({
    shopItemId: fc.constantFrom("single", "group", "bike"),
    quantity: fc.integer({ min: 0, max: 6 }),
    profileId: fc.constantFrom("ana", "ben"),
    optionId: fc.constantFrom(null, "bike"),
  });
  fc.assert(
    fc.property(fc.array(added, { maxLength: 30 }), (all) => {
      let cart = cartOf();
      for (const over of all) {
        const outcome = put(cart, line(over.shopItemId, over));
        if (!outcome.ok) continue;
        const pieces = (of: CartContent) => quantities(of).reduce((a, b) => a + b, 0);
        expect(pieces(outcome.value)).toBe(pieces(cart) + over.quantity);
        cart = outcome.value;
      }
      for (const { shopItemId, quantity } of cart.lines) {
        const article = articles.find((candidate) => candidate.shopItemId === shopItemId);
        expect(quantity).toBeGreaterThanOrEqual(article?.articleQuantityMin ?? 99);
        expect(quantity).toBeLessThanOrEqual(article?.articleQuantityMax ?? 0);
      }
      for (const traveller of ["ana", "ben"]) expect(countFor(cart.lines, traveller, "bike")).toBeLessThanOrEqual(3);
    }),
  );
});
