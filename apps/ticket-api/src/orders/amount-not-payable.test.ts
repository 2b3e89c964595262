import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { testPerson } from "../testing/test-people.ts";
import { openTestShop, orderOf, type Shop } from "../testing/test-purchase.ts";

const inThree = { paymentMethods: ["CARD" as const], installments: 3, period: "P1M" as const };
const articles = [
  testArticle({ id: "tiny", price: 49 }),
  testArticle({ id: "least", price: 50 }),
  testArticle({ id: "free", price: 0 }),
  testArticle({ id: "parts", price: 149, paymentOptions: [{ paymentMethods: ["CARD"] }, inThree] }),
];
let shop: Shop;

beforeAll(async () => {
  shop = await openTestShop({ packs: [testPack({ articles })] });
});
afterAll(() => shop.close());

const ordersWritten = async (): Promise<number> => {
  const { rows } = await sql<{ count: string }>`select count(*) as count from orders`.execute(shop.api.deps.db);
  return Number(rows[0]?.count);
};

const place = async (articleId: string, amount: number, more = {}) => {
  const person = await testPerson(shop.api.deps);
  const request = { ...orderOf(person, amount, { productId: articleId }), ...more };
  return shop.api.call("placeOrder", request, { token: person.token });
};

// covers: an amount that the payment provider does not accept is refused before an order is written
test.each([
  ["an amount below the provider's least charge", "tiny", 49, {}],
  ["an installment below it", "parts", 149, { installments: 3 }],
])("%s is refused, and no order is written", async (_case, articleId, amount, more) => {
  const before = await ordersWritten();
  const { http, body } = await place(articleId, amount, more);
  expect(http).toBe(409);
  expect(body.error).toMatchObject({
    code: "AMOUNT_NOT_PAYABLE",
    details: { minAmount: 50, currency: "EUR" },
  });
  expect(await ordersWritten()).toBe(before);
});

test("the least charge has a payment page, the same amount at once too, and nothing due needs none", async () => {
  expect((await place("least", 50)).body.paymentUrl).toMatch(/^http/);
  expect((await place("parts", 149)).body.paymentUrl).toMatch(/^http/);
  expect((await place("free", 0)).body).toMatchObject({ orderStatus: "COMPLETED" });
});
