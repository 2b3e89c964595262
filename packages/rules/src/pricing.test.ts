import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { articleNamed, type CartToPrice, type PricedArticle, quotePrices, unitPrice } from "./pricing.ts";
import type { TypedVoucher, VoucherTerms } from "./vouchers.ts";

const now = "2026-11-20T12:00:00Z";
const eur = (amount: number) => ({ amount, currency: "EUR" });

function article(shopItemId: string, price: number, promo: number | null = null): PricedArticle {
  const products = [{ productId: `${shopItemId}-product`, dematerialized: true }];
  return {
    shopItemId,
    name: shopItemId,
    price: eur(price),
    shopItemPromoPrice: promo === null ? null : eur(promo),
    products,
  };
}

function voucher(code: string, terms: Partial<VoucherTerms>): TypedVoucher {
  const rest = { amount: null, ratio: null, articles: [], minimumAmount: null, limit: null, limitPerAccount: null };
  const use = { validFrom: null, validUntil: null, combinable: true, active: true, uses: 0, usesByAccount: 0 };
  return { code, terms: { code, type: "AMOUNT", ...rest, ...use, ...terms } };
}

const articles = [article("single", 150), article("carnet", 1200), article("year", 28200, 25000), article("card", 500)];
const cart = (over: Partial<CartToPrice>): CartToPrice => ({
  lines: [],
  articles,
  vouchers: [],
  shippingFee: null,
  currency: "EUR",
  now,
  ...over,
});
const oneCarnet = [{ productId: "carnet", quantity: 1 }];
const tenOff = voucher("BIENVENUE10", { type: "RATIO", ratio: 10 });
const fiveEuros = voucher("MOINS5", { amount: 500 });

const errorFor = (typed: TypedVoucher, over: Partial<CartToPrice> = {}) =>
  quotePrices(cart({ lines: oneCarnet, vouchers: [typed], ...over })).discounts[0]?.error;

describe("prices", () => {
  test("lines, options and shipping add up, at the promotional price where it is lower", () => {
    const lines = [
      { productId: "single", quantity: 3 },
      { productId: "year-product", quantity: 1, optionLines: [{ productId: "card", quantity: 1 }] },
    ];
    const prices = quotePrices(cart({ lines, shippingFee: eur(300) }));
    expect(
      prices.lines.map(({ index, option, shopItemId, productId, total }) => [
        index,
        option,
        shopItemId,
        productId,
        total.amount,
      ]),
    ).toEqual([
      [0, false, "single", "single-product", 450],
      [1, false, "year", "year-product", 25000],
      [1, true, "card", "card-product", 500],
    ]);
    expect(prices).toMatchObject({ subtotalAmount: eur(25950), discountAmount: eur(0), totalAmount: eur(26250) });
  });

  test("a promotional price above the price is ignored", () => {
    expect(unitPrice(article("a", 100, 120))).toEqual(eur(100));
    expect(unitPrice(article("a", 100, 0))).toEqual(eur(0));
  });

  test("an article's own id comes before another's product of the same name", () => {
    const other = { ...article("bundle", 1), products: [{ productId: "single", dematerialized: true }] };
    expect(articleNamed([other, ...articles], "single")?.shopItemId).toBe("single");
    expect(articleNamed(articles, "nothing")).toBeUndefined();
  });

  test("an unknown article costs nothing and has an error", () => {
    const { lines, totalAmount } = quotePrices(cart({ lines: [{ productId: "gone", quantity: 2 }, ...oneCarnet] }));
    expect(lines[0]?.errors).toEqual([{ code: "ARTICLE_UNKNOWN" }]);
    expect(totalAmount).toEqual(eur(1200));
  });

  test("an empty cart costs nothing", () => {
    expect(quotePrices(cart({})).totalAmount).toEqual(eur(0));
  });
});

describe("discounts", () => {
  const lines = [
    { productId: "single", quantity: 1 },
    { productId: "carnet", quantity: 1 },
  ];
  const totals = (...vouchers: TypedVoucher[]) => {
    const prices = quotePrices(cart({ lines, vouchers, shippingFee: eur(300) }));
    return [...prices.lines.map(({ total }) => total.amount), prices.totalAmount.amount];
  };

  test.each([
    ["AMOUNT is shared over all lines", [fiveEuros], [94, 756, 1150]],
    ["RATIO takes its percentage of all lines", [tenOff], [135, 1080, 1515]],
    ["they apply in the order given", [fiveEuros, tenOff], [85, 680, 1065]],
    ["the other order gives another total", [tenOff, fiveEuros], [79, 636, 1015]],
    // covers §3: discount types
    [
      "ARTICLE_AMOUNT leaves other lines alone",
      [voucher("TRIP", { type: "ARTICLE_AMOUNT", amount: 100, articles: ["single"] })],
      [50, 1200, 1550],
    ],
    [
      "ARTICLE_AMOUNT stops at what its lines cost",
      [voucher("TRIP", { type: "ARTICLE_AMOUNT", amount: 900, articles: ["single"] })],
      [0, 1200, 1500],
    ],
    [
      "ARTICLE_RATIO rounds half up",
      [voucher("HALF", { type: "ARTICLE_RATIO", ratio: 12.5, articles: ["single", "carnet"] })],
      [131, 1050, 1481],
    ],
    ["an amount above the cart stops at zero and leaves shipping", [voucher("HUGE", { amount: 99_999 })], [0, 0, 300]],
  ])("%s", (_, vouchers, expected) => {
    expect(totals(...vouchers)).toEqual(expected);
  });

  // covers §3: discount types
  test("GIFT adds one free line after the others and changes no amount", () => {
    const gift = voucher("CADEAU", { type: "GIFT", articles: ["single"] });
    const prices = quotePrices(cart({ lines, vouchers: [gift] }));
    expect(prices.lines[2]).toMatchObject({ index: 2, gift: true, shopItemId: "single", quantity: 1, total: eur(0) });
    expect(prices).toMatchObject({ subtotalAmount: eur(1350), totalAmount: eur(1350) });
    expect(prices.discounts).toEqual([{ sourceCode: "CADEAU", amount: eur(0), error: null }]);
  });

  test("a gift needs no cart", () => {
    const prices = quotePrices(cart({ vouchers: [voucher("CADEAU", { type: "GIFT", articles: ["card"] })] }));
    expect(prices.lines).toHaveLength(1);
    expect(prices.totalAmount).toEqual(eur(0));
  });

  test("a gift for an ineligible traveller is refused with the reason, and its code does not block others", () => {
    const gift = voucher("CADEAU", { type: "GIFT", articles: ["single"], combinable: false });
    const refusal = { code: "TRAVELLER_NOT_ELIGIBLE", details: { reason: "age" } } as const;
    const refusedGift = ({ shopItemId }: PricedArticle) => (shopItemId === "single" ? refusal : undefined);
    const prices = quotePrices(cart({ lines, vouchers: [gift, tenOff], refusedGift }));
    expect(prices.discounts[0]?.error).toEqual(refusal);
    expect(prices.discounts[1]?.error).toBeNull();
    expect(prices.lines.filter((line) => line.gift)).toEqual([]);
  });

  test("a gift may be an article that is not in the cart's list", () => {
    const gift = voucher("CADEAU", { type: "GIFT", articles: ["pen"] });
    expect(errorFor(gift)).toMatchObject({ details: { reason: "gift-unavailable" } });
    expect(errorFor(gift, { gifts: [article("pen", 100)] })).toBeNull();
  });
});

// covers §8: voucher refusals
// covers §9: password 12, name 2, voucher 4
describe("an unusable voucher has an error", () => {
  test.each([
    ["ABC", voucher("ABC", {}), "VOUCHER_NOT_FOUND", { minLength: 4 }],
    ["unknown", { code: "UNKNOWN", terms: null }, "VOUCHER_NOT_FOUND", undefined],
    ["switched off", voucher("OFFX", { amount: 1, active: false }), "VOUCHER_INACTIVE", { reason: "switched-off" }],
    [
      "too early",
      voucher("SOON", { amount: 1, validFrom: "2026-11-20T12:00:01Z" }),
      "VOUCHER_INACTIVE",
      { reason: "not-yet-valid" },
    ],
    ["too late", voucher("PAST", { amount: 1, validUntil: now }), "VOUCHER_EXPIRED", { validUntil: now }],
    ["used up", voucher("USED", { amount: 1, limit: 3, uses: 3 }), "VOUCHER_LIMIT_REACHED", undefined],
    [
      "used up by the account",
      voucher("MINE", { amount: 1, limitPerAccount: 1, usesByAccount: 1 }),
      "VOUCHER_LIMIT_REACHED",
      { reason: "per-account" },
    ],
    [
      "for other articles",
      voucher("ELSE", { type: "ARTICLE_RATIO", ratio: 5, articles: ["year"] }),
      "VOUCHER_NOT_APPLICABLE",
      { reason: "no-matching-article" },
    ],
    [
      "above the cart's amount",
      voucher("LEAST", { amount: 1, minimumAmount: 1201 }),
      "VOUCHER_NOT_APPLICABLE",
      { reason: "minimum-amount", minimumAmount: 1201 },
    ],
  ])("%s", (_, typed, code, details) => {
    const error = errorFor(typed);
    expect(error?.code).toBe(code);
    if (details) expect(error?.details).toMatchObject(details);
  });

  // covers §3: voucher
  test("a voucher is valid at the edges of its limits", () => {
    const edges = {
      amount: 1,
      validFrom: now,
      validUntil: "2026-11-20T12:00:01Z",
      limit: 3,
      uses: 2,
      minimumAmount: 1200,
    };
    expect(errorFor(voucher("EDGE", edges))).toBeNull();
  });

  test("a voucher that does not combine is used alone, whichever comes first", () => {
    const alone = voucher("ALONE", { amount: 100, combinable: false });
    const errors = (vouchers: TypedVoucher[]) =>
      quotePrices(cart({ lines: oneCarnet, vouchers })).discounts.map(({ error }) => error?.details?.reason ?? null);
    expect(errors([alone, fiveEuros])).toEqual([null, "not-combinable"]);
    expect(errors([fiveEuros, alone])).toEqual([null, "not-combinable"]);
    expect(errors([voucher("PAST", { combinable: false, active: false }), fiveEuros])).toEqual(["switched-off", null]);
  });

  // covers §5: voucher code and its limits
  test("a repeated code counts once, and a free cart leaves its vouchers unused", () => {
    const errors = (vouchers: TypedVoucher[]) =>
      quotePrices(cart({ lines: oneCarnet, vouchers })).discounts.map(({ error }) => error?.details?.reason ?? null);
    expect(errors([fiveEuros, { ...fiveEuros, code: "moins5 " }])).toEqual([null, "repeated"]);
    expect(errors([voucher("HUGE", { amount: 5000 }), fiveEuros])).toEqual([null, "nothing-left"]);
  });
});

describe("any cart", () => {
  const id = fc.constantFrom("a", "b", "c", "unknown");
  const prices = fc.tuple(fc.nat(50_000), fc.nat(50_000), fc.nat(50_000));
  const line = fc.record({
    productId: id,
    quantity: fc.integer({ min: -1, max: 99 }),
    optionLines: fc.array(fc.record({ productId: id, quantity: fc.integer({ min: 1, max: 9 }) }), { maxLength: 2 }),
  });
  const terms = fc.record({
    type: fc.constantFrom("AMOUNT", "RATIO", "ARTICLE_AMOUNT", "ARTICLE_RATIO", "GIFT" as const),
    amount: fc.nat(200_000),
    ratio: fc.nat(10_000).map((basisPoints) => basisPoints / 100),
    articles: fc.subarray(["a", "b", "c"]),
    minimumAmount: fc.option(fc.nat(100_000)),
  });
  const carts = fc
    .tuple(
      prices,
      fc.array(line, { maxLength: 8 }),
      fc.array(terms, { maxLength: 5 }),
      fc.option(fc.nat(2000).map(eur)),
    )
    .map(([[a, b, c], lines, vouchers, shippingFee]) =>
      cart({
        articles: [article("a", a), article("b", b), article("c", c)],
        lines,
        vouchers: vouchers.map((terms, place) => voucher(`CODE${place}`, terms)),
        shippingFee,
      }),
    );
  const added = (amounts: readonly { amount: number }[]) => amounts.reduce((sofar, { amount }) => sofar + amount, 0);

  test("lines and shipping add up to the total, discounts to the reduction, and nothing is negative", () => {
    fc.assert(
      fc.property(carts, (asked) => {
        const found = quotePrices(asked);
        const shipping = found.shippingFee?.amount ?? 0;
        expect(added(found.lines.map(({ total }) => total)) + shipping).toBe(found.totalAmount.amount);
        expect(added(found.lines.map(({ subtotal }) => subtotal))).toBe(found.subtotalAmount.amount);
        expect(added(found.lines.map(({ discount }) => discount))).toBe(found.discountAmount.amount);
        expect(added(found.discounts.map(({ amount }) => amount))).toBe(found.discountAmount.amount);
        for (const { subtotal, discount, total } of found.lines) {
          expect(subtotal.amount - discount.amount).toBe(total.amount);
          expect(Math.min(subtotal.amount, discount.amount, total.amount)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  test("the order of the lines never changes the total or a discount", () => {
    fc.assert(
      fc.property(carts, fc.infiniteStream(fc.nat()), (asked, ranks) => {
        const ranked = asked.lines.map((given) => ({ given, rank: ranks.next().value ?? 0 }));
        const shuffled = ranked.sort((a, b) => a.rank - b.rank).map(({ given }) => given);
        const first = quotePrices(asked);
        const second = quotePrices({ ...asked, lines: shuffled });
        expect(second.totalAmount).toEqual(first.totalAmount);
        expect(second.discounts).toEqual(first.discounts);
      }),
      { numRuns: 300 },
    );
  });

  test("two lines of one article share odd cents equally in either order, also under a third discount", () => {
    const articles = [article("b", 14_130), article("c", 11_917)];
    const vouchers = [
      voucher("FIRST", { type: "ARTICLE_RATIO", ratio: 38.27, articles: ["b"] }),
      voucher("SECOND", { amount: 60_255 }),
      voucher("THIRD", { type: "ARTICLE_RATIO", ratio: 48.44, articles: ["b"] }),
    ];
    const total = (ofB: number[], ofC: number[]) => {
      const lines = [
        ...ofB.map((quantity) => ({ productId: "b", quantity })),
        ...ofC.map((quantity) => ({ productId: "c", quantity })),
      ];
      return quotePrices(cart({ articles, lines, vouchers })).totalAmount.amount;
    };
    const orders = [total([3, 1], [1, 3]), total([1, 3], [1, 3]), total([3, 1], [3, 1]), total([1, 3], [3, 1])];
    expect(new Set(orders).size).toBe(1);
  });

  test("the odd cent is assigned by article, so that later discounts do not depend on the order of lines", () => {
    const equal = [article("a", 100), article("b", 100)];
    const vouchers = [
      voucher("FIRST", { amount: 101 }),
      voucher("THEN", { type: "ARTICLE_AMOUNT", amount: 90, articles: ["a"] }),
    ];
    const total = (ids: string[]) => {
      const lines = ids.map((productId) => ({ productId, quantity: 1 }));
      return quotePrices(cart({ articles: equal, lines, vouchers })).totalAmount.amount;
    };
    expect([total(["a", "b"]), total(["b", "a"])]).toEqual([50, 50]);
  });

  test("a refused discount changes no amount", () => {
    fc.assert(
      fc.property(carts, (asked) => {
        const found = quotePrices(asked);
        const kept = asked.vouchers.filter((_, place) => found.discounts[place]?.error === null);
        expect(quotePrices({ ...asked, vouchers: kept }).totalAmount).toEqual(found.totalAmount);
      }),
    );
  });
});
