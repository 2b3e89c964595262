import { shareOfMonths } from "@guichet/rules/catalogue/remaining-price.ts";
import { addDays, dayIn } from "@guichet/rules/dates/days.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { testPerson } from "../testing/test-people.ts";
import { openTestShop, orderOf, type Shop } from "../testing/test-purchase.ts";

const full = 18_001;
const period = { from: "09-01", to: "08-31" };
// In the third month of the period, by the clock of the tests.
const today = "2026-11-20";
const ends = "2027-08-31";
const left = { months: 10, periodMonths: 12 };
const price = shareOfMonths(full, left);

let shop: Shop;
beforeAll(async () => {
  const paymentOptions = [
    { paymentMethods: ["CARD" as const] },
    { paymentMethods: ["CARD" as const], installments: 12, period: "P1M" as const },
    { paymentMethods: ["CARD" as const], installments: 6, period: "P1M" as const },
  ];
  const articles = [
    testArticle({ id: "school", price: full, paymentOptions, validity: { period }, remainingPrice: "by-month" }),
    testArticle({ id: "all-year", price: full, paymentOptions, validity: { period }, remainingPrice: "full" }),
  ];
  const switches = { multipleInstallments: true, fareAdviser: true };
  shop = await openTestShop({ packs: [testPack({ articles, network: { switches } })] });
  expect(dayIn(shop.api.clock.iso(), "Europe/Paris")).toBe(today);
}, 60_000);
afterAll(() => shop.close());

// covers: a pass for a period costs only its remaining months
test("list, verification and price list give the price for the remaining months; `full` gives the whole price", async () => {
  const { items } = (await shop.api.call("getProducts", {})).body;
  const of = (id: string) => items.find(({ shopItemId }) => shopItemId === id);
  const remaining = { firstDay: today, lastDay: ends, ...left, fullPrice: { amount: full, currency: "EUR" } };
  expect(of("school")).toMatchObject({ price: { amount: price }, remaining });
  expect(of("all-year")).toMatchObject({ price: { amount: full }, remaining: null });
  const person = await testPerson(shop.api.deps);
  const { articles } = orderOf(person, 0, { productId: "school" });
  const { token } = person;
  const verified = (await shop.api.call("verifyOrder", { articles }, { token })).body;
  expect(verified.lines[0]).toMatchObject({ unitPrice: { amount: price }, remaining });
  const computed = (await shop.api.call("computeAmount", { articles })).body;
  expect(computed.totalAmount.amount).toBe(price);
});

// covers: a pass for a period costs only its remaining months
test("it is ordered at that price and no other, and paid in no installment after its end", async () => {
  const person = await testPerson(shop.api.deps);
  const place = async (amount: number, more: Record<string, unknown> = {}) => {
    const order = { ...orderOf(person, amount, { productId: "school" }), ...more };
    const asking = { token: person.token, idempotencyKey: crypto.randomUUID() };
    return (await shop.api.call("placeOrder", order, asking)).body;
  };
  expect((await place(full)).error).toMatchObject({
    code: "ORDER_AMOUNT_CHANGED",
    details: { amount: price, currency: "EUR" },
  });
  expect((await place(price, { installments: 12 })).error?.code).toBe("INSTALLMENTS_NOT_OFFERED");
  const placed = await place(price, { installments: 6 });
  expect(placed.error).toBeUndefined();
  await shop.pay(placed.paymentUrl);
  const acknowledged = { token: person.token };
  await shop.api.call("acknowledgePayment", { orderId: placed.orderId }, acknowledged);
  const { items } = (await shop.api.call("tickets", {}, acknowledged)).body;
  expect(dayIn(items[0]?.validUntil ?? "", "Europe/Paris")).toBe(addDays(ends, 1));
});

// covers: a pass for a period costs only its remaining months
test("the fare adviser proposes it at that price", async () => {
  const days = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, trips: 2 }));
  const asked = { travellers: [{ age: 30 }], from: today, to: addDays(today, 60), days, together: false };
  const { body } = await shop.api.call("adviseFares", asked);
  expect(body.error).toBeUndefined();
  expect(body.lines).toMatchObject([{ shopItemId: "school", unitAmount: { amount: price } }]);
});
