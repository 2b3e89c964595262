import { addDays } from "@guichet/rules/dates/days.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { testPerson } from "../testing/test-people.ts";
import { openTestShop, orderOf, type Shop } from "../testing/test-purchase.ts";

let shop: Shop;
beforeAll(async () => {
  const today = new Date().toISOString().slice(0, 10);
  const methods: "CARD"[] = ["CARD"];
  const paymentOptions = [
    { paymentMethods: methods },
    { paymentMethods: methods, installments: 12, period: "P1M" as const },
  ];
  // Its last day is 75 days from now: the order day and two months after it are within it.
  const period = { from: addDays(today, -100).slice(5), to: addDays(today, 75).slice(5) };
  const articles = [testArticle({ id: "term", price: 12_000, paymentOptions, validity: { period } })];
  shop = await openTestShop({ packs: [testPack({ articles })] });
}, 60_000);
afterAll(() => shop.close());

// covers: no installment is collected after the end of the validity
test("a pass that ends in eleven weeks is paid in three installments, and not in twelve", async () => {
  const person = await testPerson(shop.api.deps);
  const place = (installments: number) =>
    shop.api.call(
      "placeOrder",
      { ...orderOf(person, 12_000, { productId: "term" }), installments },
      { token: person.token, idempotencyKey: crypto.randomUUID() },
    );
  expect((await place(12)).body.error?.code).toBe("INSTALLMENTS_NOT_OFFERED");
  const placed = (await place(3)).body;
  expect(placed.error).toBeUndefined();
  expect(placed.paymentUrl).toMatch(/^http/);
});
