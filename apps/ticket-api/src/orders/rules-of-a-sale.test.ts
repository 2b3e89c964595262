import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { daysMs } from "../clock.ts";
import { importPack } from "../networks/import.ts";
import { openTestApi, type TestApi } from "../testing/test-api.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson, travellersSession } from "../testing/test-people.ts";
import { orderOf } from "../testing/test-purchase.ts";

const week = { type: "WEEK_PIVOT" as const, value: 3, proposals: 4 };
const fromStart = { from: "start" as const, duration: "P7D" };
const articles = [
  testArticle({ id: "single", price: 150, quantityMax: 9 }),
  testArticle({ id: "pair", price: 200, quantityMin: 2, quantityMax: 4 }),
  testArticle({ id: "limited", price: 100, maxBuyAtOnce: 3, quantityMax: 9 }),
  testArticle({ id: "with-option", price: 300, options: ["limited"] }),
  testArticle({ id: "week", price: 900, pivot: week, validity: fromStart }),
  testArticle({ id: "hidden", price: 500, tags: ["hidden"] }),
  testArticle({ id: "at-the-counter", price: 500, type: 1 }),
  testArticle({ id: "too-early", price: 500, salesFrom: "2027-01-01T00:00:00Z" }),
  testArticle({ id: "too-late", price: 500, salesEndsAt: "2026-11-01T00:00:00Z" }),
  testArticle({ id: "child", price: 90, ageTo: 11 }),
  testArticle({ id: "senior", price: 90, ageFrom: 60 }),
  testArticle({ id: "winter", price: 90, ageTo: 17, validity: { period: { from: "12-15", to: "01-15" } } }),
  testArticle({ id: "winter-adult", price: 90, ageFrom: 18, validity: { period: { from: "12-15", to: "01-15" } } }),
  testArticle({ id: "social", price: 90, requiredDocuments: ["notice"] }),
  testArticle({ id: "portrait", price: 90, pictureRequired: true }),
  testArticle({
    id: "named",
    price: 90,
    fields: [{ id: "plate", type: "text", label: { fr: "Plaque" }, minLength: 4 }],
  }),
  testArticle({
    id: "agreed",
    price: 90,
    fields: [{ id: "agree", type: "checkbox", label: { fr: "J’accepte le règlement" } }],
  }),
  testArticle({ id: "in-three", price: 9000, paymentOptions: [{ paymentMethods: ["CARD"], installments: 3 }] }),
  testArticle({
    id: "monthly",
    price: 2000,
    renewalInterval: "P1M",
    validity: { from: "purchase", duration: "P1M" },
    paymentOptions: [{ paymentMethods: ["CARD"], allowSubscription: true }],
  }),
  testArticle({ id: "on-card", price: 150, supports: ["MEDIA"] }),
];
const vouchers = [
  { code: "TEN10", type: "RATIO", ratio: 10 },
  { code: "MINUS50", type: "AMOUNT", amount: 50 },
  { code: "HALF-WEEK", type: "ARTICLE_RATIO", ratio: 50, articles: ["week"] },
  { code: "GIVEN", type: "GIFT", articles: ["single"] },
  ...["child", "senior", "social", "portrait"].map((id) => ({
    code: `GIFT-${id.toUpperCase()}`,
    type: "GIFT",
    articles: [id],
  })),
  { code: "ALONE", type: "AMOUNT", amount: 10, combinable: false },
  { code: "USED-UP", type: "AMOUNT", amount: 10, limit: 0 },
  { code: "OVER", type: "AMOUNT", amount: 10, validUntil: "2026-11-01T00:00:00Z" },
  { code: "NOT-YET", type: "AMOUNT", amount: 10, validFrom: "2027-01-01T00:00:00Z" },
  { code: "SWITCHED-OFF", type: "AMOUNT", amount: 10, active: false },
  { code: "FROM-100", type: "AMOUNT", amount: 10, minimumAmount: 10_000 },
];
const packOf = (changed = articles) => {
  const network = {
    switches: { guestOrders: true, multipleInstallments: true, subscriptions: true },
    guestMaxAmount: 1000,
  };
  const pack = testPack({ articles: changed, vouchers, network });
  pack.catalogue.documentTypes.push({ id: "notice", name: { fr: "Attestation" }, qualifiedBy: [] });
  return pack;
};

let api: TestApi;
let person: TestPerson;
beforeAll(async () => {
  const south = testPack({ id: "south", articles: [testArticle({ id: "southern", price: 150 })] });
  const hidden = testPack({ id: "hidden", network: { specific: { hideBirthDate: true } } });
  api = await openTestApi({ packs: [packOf(), south, hidden], environment: { SANDBOX_URL: "http://127.0.0.1:9" } });
  person = await testPerson(api.deps);
});
afterAll(() => api.close());

type Line = Record<string, unknown>;
const lineOf = (line: Line = {}): Line => ({
  ...{ quantity: 1, productId: "single", customerId: person.userId, support: "DEMATERIALIZED" },
  ...line,
});
async function placed(lines: Line[], more: Record<string, unknown> = {}, who: { token: string } = person) {
  const order = { ...orderOf(person, 1), articles: lines, ...more };
  const response = await api.call("placeOrder", order as never, {
    token: who.token,
    idempotencyKey: crypto.randomUUID(),
  });
  return response.body.error;
}
const verified = async (lines: Line[], codes: string[] = []) =>
  (await api.call("verifyOrder", { articles: lines as never, vouchers: codes }, { token: person.token })).body;
const ordersOf = async ({ token }: TestPerson) => (await api.call("orderHistory", {}, { token })).body.items;

describe("a line is refused at verify and at placeOrder alike, and nothing is written:", () => {
  // covers §5: every rule of a line, a voucher, a cart and an order, at verify and at placeOrder alike
  // covers §5: quantities that are zero, negative, too large, huge or not integers are refused
  test.each<[rule: string, line: Line, code: ErrorCode, details?: Record<string, unknown>]>([
    ["a quantity of zero", { quantity: 0 }, "QUANTITY_WRONG"],
    ["a negative quantity", { quantity: -1 }, "QUANTITY_WRONG"],
    ["a quantity above articleQuantityMax", { quantity: 10 }, "QUANTITY_WRONG"],
    ["a quantity below articleQuantityMin", { productId: "pair", quantity: 1 }, "QUANTITY_WRONG"],
    ["a huge quantity", { quantity: 2 ** 31 - 1 }, "QUANTITY_WRONG"],
    ["more of an article than maxBuyAtOnce", { productId: "limited", quantity: 4 }, "MAX_BUY_AT_ONCE"],
    [
      "more of an option than maxBuyAtOnce",
      { productId: "with-option", optionLines: [{ productId: "limited", quantity: 4 }] },
      "MAX_BUY_AT_ONCE",
    ],
    [
      "an option of another article",
      { optionLines: [{ productId: "limited", quantity: 1 }] },
      "ARTICLE_OPTION_UNKNOWN",
    ],
    ["another network's product", { productId: "southern" }, "ARTICLE_UNKNOWN"],
    ["a product that does not exist", { productId: "nothing" }, "ARTICLE_UNKNOWN"],
    ["a product sold only at a counter", { productId: "at-the-counter" }, "ARTICLE_NOT_ON_SALE"],
    ["a product before its sales period", { productId: "too-early" }, "ARTICLE_NOT_ON_SALE"],
    ["a product after its sales period", { productId: "too-late" }, "ARTICLE_NOT_ON_SALE"],
    ["a product without the start that it requires", { productId: "week" }, "START_REQUIRED"],
    [
      "a start date that is not proposed",
      { productId: "week", startingAt: "2026-11-24T23:00:00.000Z" },
      "START_NOT_PROPOSED",
    ],
    ["a start date in the past", { productId: "week", startingAt: "2026-11-15T23:00:00.000Z" }, "START_NOT_PROPOSED"],
    ["a start date for an article without one", { startMonth: "2026-12" }, "START_NOT_PROPOSED"],
    ["a support on which the article is not sold", { support: "SHIPPING" }, "SUPPORT_NOT_OFFERED"],
    ["the support MEDIA without a card", { productId: "on-card", support: "MEDIA" }, "CARD_REQUIRED"],
    ["an unknown traveller", { customerId: "nobody" }, "TRAVELLER_UNKNOWN"],
    ["no traveller", { customerId: null }, "TRAVELLER_REQUIRED"],
    ["a traveller who is too old", { productId: "child" }, "TRAVELLER_NOT_ELIGIBLE", { reason: "age", ageTo: 11 }],
    ["a traveller who is too young", { productId: "senior" }, "TRAVELLER_NOT_ELIGIBLE", { reason: "age", ageFrom: 60 }],
    [
      "a traveller without the required document, which the error names",
      { productId: "social" },
      "DOCUMENT_REQUIRED",
      { documentTypeIds: ["notice"] },
    ],
    ["a traveller without the required picture", { productId: "portrait" }, "PICTURE_REQUIRED"],
    ["a required field that is not filled", { productId: "named" }, "ITEM_FIELD_REQUIRED"],
    ["a field with an invalid value", { productId: "named", fields: { plate: "x" } }, "ITEM_FIELD_INVALID"],
    ["a required checkbox that is not ticked", { productId: "agreed" }, "ITEM_FIELD_REQUIRED", { field: "agree" }],
    [
      "a required checkbox that is left empty",
      { productId: "agreed", fields: { agree: "false" } },
      "ITEM_FIELD_REQUIRED",
      { field: "agree" },
    ],
    ["a field that the article does not have", { fields: { plate: "AB-123" } }, "ITEM_FIELD_INVALID"],
  ])("%s", async (_rule, line, code, details = {}) => {
    const { lines } = await verified([lineOf(line)]);
    const errors = lines.flatMap((each) => each.errors);
    expect(errors.map((error) => error.code)).toContain(code);
    expect(errors.find((error) => error.code === code)?.details ?? {}).toMatchObject(details);
    expect((await placed([lineOf(line)]))?.code).toBe(errors[0]?.code);
    expect(await ordersOf(person)).toEqual([]);
  });

  // covers §5: another account's traveller is refused
  test("another account's traveller, in this network or another", async () => {
    for (const network of ["north", "south"]) {
      const stranger = await testPerson(api.deps, { network });
      const line = lineOf({ customerId: stranger.userId });
      expect((await verified([line])).lines[0]?.errors[0]?.code).toBe("TRAVELLER_UNKNOWN");
      expect((await placed([line]))?.code).toBe("TRAVELLER_UNKNOWN");
    }
  });

  // covers §5: quantities that are zero, negative, too large, huge or not integers are refused
  test("a quantity that is not a whole number", async () => {
    for (const quantity of [1.5, "2", Number.MAX_VALUE]) {
      expect((await placed([lineOf({ quantity })]))?.code).toBe("FIELD_INVALID");
    }
  });
});

describe("a cart is refused as a whole:", () => {
  // covers §5: every rule of a line, a voucher, a cart and an order, at verify and at placeOrder alike
  test.each<[rule: string, lines: Line[], code: ErrorCode]>([
    ["an empty one", [], "CART_EMPTY"],
    ["a subscription together with another product", [{ productId: "monthly" }, {}], "SUBSCRIPTION_NOT_ALONE"],
    ["two subscriptions", [{ productId: "monthly" }, { productId: "monthly" }], "SUBSCRIPTION_NOT_ALONE"],
    ["products without a common payment option", [{ productId: "in-three" }, {}], "PAYMENT_OPTIONS_INCOMPATIBLE"],
  ])("%s", async (_rule, lines, code) => {
    const cart = lines.map(lineOf);
    expect((await verified(cart)).errors.map((error) => error.code)).toEqual([code]);
    expect((await placed(cart))?.code).toBe(code);
  });
});

test("a hidden product can be bought by its id: hidden is not withdrawn", async () => {
  expect((await verified([lineOf({ productId: "hidden" })])).lines[0]?.errors).toEqual([]);
});

describe("a voucher is refused with its own error at verify, and so is the order:", () => {
  // covers §5: every rule of a line, a voucher, a cart and an order, at verify and at placeOrder alike
  test.each<[code: string, refusal: ErrorCode, reason?: string]>([
    ["NOBODYS", "VOUCHER_NOT_FOUND"],
    ["ABC", "VOUCHER_NOT_FOUND"],
    ["USED-UP", "VOUCHER_LIMIT_REACHED"],
    ["OVER", "VOUCHER_EXPIRED"],
    ["NOT-YET", "VOUCHER_INACTIVE", "not-yet-valid"],
    ["SWITCHED-OFF", "VOUCHER_INACTIVE", "switched-off"],
    ["FROM-100", "VOUCHER_NOT_APPLICABLE", "minimum-amount"],
    ["HALF-WEEK", "VOUCHER_NOT_APPLICABLE", "no-matching-article"],
  ])("%s: %s", async (code, refusal, reason) => {
    const [discount] = (await verified([lineOf()], [code])).discounts;
    expect(discount?.error).toMatchObject({ code: refusal, ...(reason === undefined ? {} : { details: { reason } }) });
    expect(await placed([lineOf()], { vouchers: [code] })).toMatchObject({ code: refusal, details: { voucher: code } });
  });

  // covers §5: combined discounts: in the order entered, a gift in addition, once each, never below zero
  test.each<[rule: string, code: string, refusal: ErrorCode, details: Record<string, unknown>]>([
    ["for another age", "GIFT-CHILD", "TRAVELLER_NOT_ELIGIBLE", { reason: "age", ageTo: 11 }],
    ["for another age", "GIFT-SENIOR", "TRAVELLER_NOT_ELIGIBLE", { reason: "age", ageFrom: 60 }],
    ["that requires a document", "GIFT-SOCIAL", "DOCUMENT_REQUIRED", { documentTypeIds: ["notice"] }],
    ["that requires a picture", "GIFT-PORTRAIT", "PICTURE_REQUIRED", {}],
  ])("a gift %s, with the code of an article in the cart: %s", async (_rule, code, refusal, details) => {
    const { discounts, lines, totalAmount } = await verified([lineOf()], [code, "TEN10"]);
    expect(discounts[0]?.error).toMatchObject({ code: refusal });
    expect(discounts[0]?.error?.details ?? {}).toMatchObject(details);
    expect(lines.filter(({ gift }) => gift)).toEqual([]);
    expect(totalAmount.amount).toBe(135);
    expect(await placed([lineOf()], { vouchers: [code] })).toMatchObject({ code: refusal });
    expect(await ordersOf(person)).toEqual([]);
  });

  // covers §5: combined discounts: in the order entered, a gift in addition, once each, never below zero
  test("a gift for which the account holder is eligible is given", async () => {
    const child = await testPerson(api.deps, { birthDate: "2018-05-04" });
    const response = await api.call(
      "verifyOrder",
      { articles: [lineOf({ customerId: child.userId })] as never, vouchers: ["GIFT-CHILD"] },
      { token: child.token },
    );
    expect(response.body.discounts[0]?.error).toBeNull();
    expect(response.body.lines.filter(({ gift }) => gift)).toHaveLength(1);
  });

  // covers §5: combined discounts: in the order entered, a gift in addition, once each, never below zero
  test.each<[rule: string, codes: string[], total: number, gifts: number, refused: (string | undefined)[]]>([
    [
      "each applies to what the earlier ones left, in the order entered",
      ["TEN10", "MINUS50"],
      85,
      0,
      [undefined, undefined],
    ],
    ["the reverse order gives another price", ["MINUS50", "TEN10"], 90, 0, [undefined, undefined]],
    ["a gift together with a discount", ["GIVEN", "TEN10"], 135, 1, [undefined, undefined]],
    ["the same code twice counts once", ["TEN10", "ten10"], 135, 0, [undefined, "VOUCHER_NOT_APPLICABLE"]],
    ["one that does not combine applies alone", ["ALONE", "TEN10"], 140, 0, [undefined, "VOUCHER_NOT_APPLICABLE"]],
    ["never below zero", ["MINUS50", "MINUS50", "TEN10"], 90, 0, [undefined, "VOUCHER_NOT_APPLICABLE", undefined]],
  ])("discounts together: %s", async (_rule, codes, total, gifts, refused) => {
    const { totalAmount, lines, discounts } = await verified([lineOf()], codes);
    expect(totalAmount.amount).toBe(total);
    expect(lines.filter(({ gift }) => gift)).toHaveLength(gifts);
    expect(discounts.map(({ error }) => error?.code)).toEqual(refused);
  });
});

describe("an order is refused, and the cart stays as it is:", () => {
  // covers §5: a forged price is refused, and the server's returned
  test("a forged price: the total is the server's, and returned in the error", async () => {
    for (const amount of [0, 1, 149, 151, -150]) {
      const refused = await placed([lineOf()], { totalAmount: { amount, currency: "EUR" } });
      expect(refused).toMatchObject({ code: "ORDER_AMOUNT_CHANGED", details: { amount: 150, currency: "EUR" } });
    }
    expect((await placed([lineOf()], { totalAmount: { amount: 150, currency: "USD" } }))?.code).toBe(
      "ORDER_AMOUNT_CHANGED",
    );
  });

  // covers §5: every rule of a line, a voucher, a cart and an order, at verify and at placeOrder alike
  test.each<[rule: string, more: Record<string, unknown>, code: ErrorCode]>([
    ["without the terms accepted", { termsAccepted: false }, "TERMS_NOT_ACCEPTED"],
    ["a payment method that is not offered", { paymentMethod: "CASH" }, "PAYMENT_METHOD_NOT_OFFERED"],
    ["installments that are not offered", { installments: 3 }, "INSTALLMENTS_NOT_OFFERED"],
    ["a return address on another site", { returnUrl: "https://elsewhere.example/" }, "RETURN_URL_INVALID"],
    ["an unknown saved card", { cardId: "nobodys" }, "PAYMENT_METHOD_UNKNOWN"],
  ])("%s", async (_rule, more, code) => {
    const total = { totalAmount: { amount: 150, currency: "EUR" } };
    expect((await placed([lineOf()], { ...total, ...more }))?.code).toBe(code);
  });

  // covers §5: every rule of a line, a voucher, a cart and an order, at verify and at placeOrder alike
  test.each([
    ["a buyer under 18 who does not tick the checkbox", { birthDate: "2010-05-04" }, {}, "MAJORITY_NOT_CERTIFIED"],
    ["a buyer without birth date who does not tick the checkbox", { birthDate: null }, {}, "MAJORITY_NOT_CERTIFIED"],
    ["an unverified account", { verified: false }, {}, "ACCOUNT_UNVERIFIED"],
    ["an incomplete account", { firstName: "" }, {}, "ACCOUNT_INCOMPLETE"],
    ["a guest without an e-mail for the invoice", { guest: true }, {}, "INVOICE_EMAIL_REQUIRED"],
  ] as const)("%s", async (_rule, who, more, code) => {
    const buyer = await testPerson(api.deps, who);
    const order = { totalAmount: { amount: 150, currency: "EUR" }, ...more };
    expect((await placed([lineOf({ customerId: buyer.userId })], order, buyer))?.code).toBe(code);
  });

  // covers §5: a guest buys up to the network's maximum
  test("a guest above the network's maximum for guests", async () => {
    const guest = await testPerson(api.deps, { guest: true });
    const order = { invoiceEmail: "guest@example.org", totalAmount: { amount: 1050, currency: "EUR" } };
    const refused = await placed([lineOf({ customerId: guest.userId, quantity: 7 })], order, guest);
    expect(refused).toMatchObject({ code: "GUEST_AMOUNT_EXCEEDED", details: { amount: 1000 } });
  });

  test("an expired or unknown session", async () => {
    const gone = await travellersSession(api.deps, person, person.userId);
    await api.call("logout", {}, { token: gone });
    expect((await placed([lineOf()], {}, { token: gone }))?.code).toBe("AUTHENTICATION_TOKEN_INVALID");
  });
});

describe("changes since an article was added to the cart are reported:", () => {
  const bring = (changed: typeof articles) => importPack(api.deps.db, packOf(changed), api.clock.iso());
  const afterImport = async (changed: typeof articles, check: () => Promise<void>) => {
    expect((await bring(changed)).ok).toBe(true);
    api.deps.networks.forget();
    try {
      await check();
    } finally {
      await bring(articles);
      api.deps.networks.forget();
    }
  };

  // covers §5: articles that are withdrawn, repriced or begin meanwhile are reported, and nothing else is lost
  test("a product that was withdrawn is refused at its line; the other lines are accepted", async () => {
    await afterImport(
      articles.filter(({ id }) => id !== "pair"),
      async () => {
        const { lines } = await verified([lineOf(), lineOf({ productId: "pair", quantity: 2 })]);
        expect(lines.map(({ errors }) => errors.map(({ code }) => code))).toEqual([[], ["ARTICLE_UNKNOWN"]]);
      },
    );
  });

  // covers §5: articles that are withdrawn, repriced or begin meanwhile are reported, and nothing else is lost
  test("a product whose price rose is not sold at the old price: the error states the new total, which is then accepted", async () => {
    const oldTotal = (await verified([lineOf()])).totalAmount;
    const dearer = articles.map((article) => (article.id === "single" ? { ...article, price: 170 } : article));
    await afterImport(dearer, async () => {
      expect(await placed([lineOf()], { totalAmount: oldTotal })).toMatchObject({
        code: "ORDER_AMOUNT_CHANGED",
        details: { amount: 170 },
      });
      expect((await verified([lineOf()])).totalAmount.amount).toBe(170);
    });
  });

  // covers §5: articles that are withdrawn, repriced or begin meanwhile are reported, and nothing else is lost
  test("a start date that was proposed and has passed in the meantime is requested again", async () => {
    const line = lineOf({ productId: "week", startingAt: "2026-11-22T23:00:00.000Z" });
    expect((await verified([line])).lines[0]?.errors).toEqual([]);
    api.clock.setOffset(api.clock.offsetMs() + daysMs(10));
    expect((await verified([line])).lines[0]?.errors.map(({ code }) => code)).toEqual(["START_NOT_PROPOSED"]);
    expect((await placed([line]))?.code).toBe("START_NOT_PROPOSED");
    api.clock.setOffset(api.clock.offsetMs() - daysMs(10));
  });
});

describe("an article that is valid in a season", () => {
  // Today is 20 November; the season begins on 15 December.
  // covers §8: age limits count on the first day of validity, everywhere by one function
  test.each([
    ["winter", "2008-12-01", "TRAVELLER_NOT_ELIGIBLE"],
    ["winter", "2008-12-15", "TRAVELLER_NOT_ELIGIBLE"],
    ["winter", "2008-12-16", "ok"],
    ["winter-adult", "2008-12-15", "ok"],
    ["winter-adult", "2008-12-16", "TRAVELLER_NOT_ELIGIBLE"],
  ])("%s checks the age on the day on which its season begins: born %s, %s", async (productId, birthDate, end) => {
    const person = await testPerson(api.deps, { birthDate });
    const order = { ...orderOf(person, 90, { productId }), over18Accepted: true };
    const { body } = await api.call("verifyOrder", { articles: order.articles }, { token: person.token });
    expect(body.lines[0]?.errors[0]?.code ?? "ok").toBe(end);
    const placed = await api.call("placeOrder", order, { token: person.token });
    expect(placed.body.error?.code === "TRAVELLER_NOT_ELIGIBLE" ? "TRAVELLER_NOT_ELIGIBLE" : "ok").toBe(end);
  });
});

// covers §8: a guest's birth date is in the order; hidden birth dates are replaced by the over-18 box
test("a guest enters their birth date and buys what their age allows", async () => {
  const guest = { firstName: "Ines", lastName: "Carvalho", email: "ines@example.org" };
  const enter = (values: Record<string, unknown>) =>
    api.call("login", { authAsGuest: true, guest: { ...guest, ...values } } as never);
  const buying = async (values: Record<string, unknown>) => {
    const { userToken = "", userId = "" } = (await enter(values)).body.user ?? {};
    const line = { productId: "senior", customerId: userId };
    const order = { ...orderOf(person, 90, line), over18Accepted: true };
    const placed = await api.call("placeOrder", { ...order, invoiceEmail: guest.email }, { token: userToken });
    return [placed.body.error?.code ?? "ok", placed.body.error?.details?.reason];
  };
  expect(await buying({})).toEqual(["TRAVELLER_NOT_ELIGIBLE", "birth-date-missing"]);
  expect(await buying({ birthDate: "1990-01-01" })).toEqual(["TRAVELLER_NOT_ELIGIBLE", "age"]);
  expect((await buying({ birthDate: "1950-01-01" }))[0]).not.toBe("TRAVELLER_NOT_ELIGIBLE");
  expect((await enter({ birthDate: "2030-01-01" })).body.error?.code).toBe("BIRTH_DATE_INVALID");
});

// covers §8: a guest's birth date is in the order; hidden birth dates are replaced by the over-18 box
test("where birth dates are hidden, every buyer must tick the checkbox for majority, even if their birth date is known", async () => {
  const person = await testPerson(api.deps, { network: "hidden" });
  const order = orderOf(person, 150);
  const asking = { token: person.token, network: "hidden" };
  const unticked = await api.call("placeOrder", { ...order, over18Accepted: false }, asking);
  expect(unticked.body.error?.code).toBe("MAJORITY_NOT_CERTIFIED");
  const ticked = await api.call("placeOrder", { ...order, over18Accepted: true }, asking);
  expect(ticked.body.error?.code).not.toBe("MAJORITY_NOT_CERTIFIED");
});
