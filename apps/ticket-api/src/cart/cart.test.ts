import { orderAmountMax } from "@guichet/contract/limits/cart-limits.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApi, type TestApi } from "../testing/test-api.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { testPerson } from "../testing/test-people.ts";

let api: TestApi;
beforeAll(async () => {
  const articles = [
    testArticle({ id: "single", price: 150 }),
    testArticle({ id: "child", price: 100, ageTo: 11 }),
    testArticle({
      id: "bus",
      price: 10_000_000,
      quantityMax: 99,
      fields: [{ id: "plate", type: "text", label: { fr: "Plaque" } }],
    }),
    testArticle({ id: "letter", price: 500, supports: ["SHIPPING"] }),
  ];
  const vouchers = [{ code: "TEN10", type: "RATIO", ratio: 10, limit: 5 }];
  const shippingFee = { productId: "post", name: { fr: "Envoi" }, price: 250 };
  api = await openTestApi({ packs: [testPack({ articles, vouchers, network: { shippingFee } })] });
});
afterAll(() => api.close());

const line = (productId: string, quantity = 1, values: Record<string, unknown> = {}) => ({
  ...{ quantity, productId, support: "DEMATERIALIZED" as const },
  ...values,
});

// covers §7: POST Order/verify.json
// covers §8: voucher refusals
test("verifying a cart returns its total, discounts and fee, and the errors of each line; it uses no voucher", async () => {
  const person = await testPerson(api.deps);
  const customerId = person.userId;
  const articles = [
    line("single", 2, { customerId }),
    line("child", 1, { customerId }),
    line("letter", 1, { customerId, support: "SHIPPING" }),
  ];
  const { body } = await api.call("verifyOrder", { articles, vouchers: ["TEN10", "NOBODY"] }, { token: person.token });
  expect(body).toMatchObject({
    subtotalAmount: { amount: 900 },
    discountAmount: { amount: 90 },
    shippingFee: { amount: 250 },
    totalAmount: { amount: 1060 },
  });
  expect(body.lines.map(({ errors }) => errors.map(({ code }) => code))).toEqual([[], ["TRAVELLER_NOT_ELIGIBLE"], []]);
  expect(body.discounts.map(({ sourceCode, error }) => [sourceCode, error?.code])).toEqual([
    ["TEN10", undefined],
    ["NOBODY", "VOUCHER_NOT_FOUND"],
  ]);
  const used = await sql<{ uses: number }>`select uses from voucher where code = 'TEN10'`.execute(api.deps.db);
  expect(used.rows).toEqual([{ uses: 0 }]);
});

// covers §5: a cart whose total exceeds the maximum of an order is refused
test("a cart whose total exceeds what an order can hold is refused with an error, and never fails", async () => {
  const person = await testPerson(api.deps);
  const articles = Array.from({ length: 25 }, (_, place) =>
    line("bus", 99, { customerId: person.userId, fields: { plate: `AB-${place}` } }),
  );
  const { body } = await api.call("verifyOrder", { articles }, { token: person.token });
  expect(body.errors).toEqual([{ code: "QUANTITY_WRONG", details: { reason: "order-amount", most: orderAmountMax } }]);
  const order = { articles, paymentMethod: "CARD" as const, termsAccepted: true, totalAmount: body.totalAmount };
  const placed = await api.call("placeOrder", { ...order, returnUrl: "/cart" }, { token: person.token });
  // Such a total is not a valid request: the field is rejected before the cart is checked.
  expect(placed.body.error).toMatchObject({ code: "FIELD_INVALID", details: { field: "totalAmount.amount" } });
});

// covers §7: POST Order/computeAmount.json
test("amounts are computed without sign-in, traveller, voucher or fee; an article without a price is refused with its line", async () => {
  const articles = [line("single", 3), line("child", 1), line("letter", 1, { support: "SHIPPING" })];
  const { body } = await api.call("computeAmount", { articles });
  expect(body.totalAmount).toEqual({ amount: 1050, currency: "EUR" });
  expect(body.lines.map(({ total }) => total.amount)).toEqual([450, 100, 500]);
  const unknown = await api.call("computeAmount", { articles: [line("single"), line("nothing")] });
  expect(unknown.body.error).toMatchObject({ code: "ARTICLE_UNKNOWN", details: { line: 1 } });
  const many = await api.call("computeAmount", { articles: [line("single", 0)] });
  expect(many.body.error).toMatchObject({ code: "QUANTITY_WRONG", details: { line: 0 } });
});
