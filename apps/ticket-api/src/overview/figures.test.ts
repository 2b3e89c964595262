import { testIbans } from "@guichet/contract/integrations/sandbox-bank.ts";
import { addDays } from "@guichet/rules/dates/days.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { counterClient } from "../testing/test-api.ts";
import { debitNetwork, orderByDebit } from "../testing/test-debits.ts";
import { type StoredOrder, storeOrder, storePayment } from "../testing/test-orders.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, placeRefusedOrder, type Shop } from "../testing/test-purchase.ts";
import { bought } from "../testing/test-refunds.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";

let shop: Shop;
let person: TestPerson;
let clerk: TestStaff;
beforeAll(async () => {
  const paymentMethods: ("CARD" | "TRANSFER" | "CASH")[] = ["CARD", "TRANSFER", "CASH"];
  const single = testArticle({ id: "single", price: 150, paymentOptions: [{ paymentMethods }] });
  const network = { ...debitNetwork, paymentMethods };
  shop = await openTestShop({ packs: [testPack({ articles: [single], network }), testPack({ id: "south" })] });
  person = await testPerson(shop.api.deps);
  clerk = await testStaff(shop.api, { north: ["manager"] });
}, 60_000);
afterAll(() => shop.close());

const ask = (from: string, until: string, language = "fr") =>
  shop.api.call("getFigures", { from, until, lang: language }, { token: clerk.token });
const figuresOf = async (from: string, until = from) => (await ask(from, until)).body.figures;
const euros = (amount: number) => ({ amount, currency: "EUR" });
const sum = (count: number, amount: number) => ({ count, amount: euros(amount) });
const order = (at: string, more: StoredOrder = {}) => storeOrder(shop.api.deps, person.accountId, at, more);

// covers: figures of the office: sales, refunds and refused payments of known orders
test("sales count once they are completed, also by debit that is not settled and cancelled later; refunds are apart, a refused attempt is no sale", async () => {
  const { api } = shop;
  await bought(shop, person, 450, ["single", 3]);
  const { orderId } = await bought(shop, await testPerson(api.deps), 150, ["single"]);
  const refund = (id: string, more: Record<string, unknown>) =>
    api.call("refundOrder", { orderId: id, reason: "Panne", ...more } as never, {
      token: clerk.token,
      idempotencyKey: crypto.randomUUID(),
    });
  expect((await refund(orderId, { scope: "order" })).http).toBe(200);
  const debited = await orderByDebit(api, await testPerson(api.deps), testIbans.good);
  expect(debited.body.orderStatus).toBe("COMPLETED");
  const buyer = await testPerson(api.deps);
  const sale = {
    articles: [{ quantity: 1, productId: "single", customerId: buyer.userId, support: "DEMATERIALIZED" }],
    paymentMethod: "CASH",
    totalAmount: euros(150),
  };
  const atCounter = await api.call("createOrder", sale as never, { token: buyer.token, client: counterClient });
  expect(atCounter.body.orderStatus).toBe("COMPLETED");
  const partly = await bought(shop, await testPerson(api.deps), 300, ["single", 2]);
  expect((await refund(partly.orderId, { scope: "goodwill", amount: euros(50) })).http).toBe(200);
  await placeRefusedOrder(shop, await testPerson(api.deps));

  const figures = await figuresOf("2026-11-20");
  expect(figures).toMatchObject({
    currency: "EUR",
    sales: sum(5, 1200),
    refunds: sum(2, 200),
    days: [{ day: "2026-11-20", sales: sum(5, 1200), refunds: sum(2, 200) }],
    products: [{ itemId: "single", name: "single", quantity: 8, amount: euros(1200) }],
    otherProducts: { quantity: 0, amount: euros(0) },
  });
  expect(figures.channels).toEqual([
    { origin: "ESHOP", client: "shop", sales: sum(4, 1050) },
    { origin: "RETAIL", client: "counter", sales: sum(1, 150) },
  ]);
  expect(figures.methods).toEqual([
    { method: "CARD", sales: sum(3, 900) },
    { method: "CASH", sales: sum(1, 150) },
    { method: "TRANSFER", sales: sum(1, 150) },
  ]);
  // The debit is given to the bank on a later day.
  expect(figures.attempts).toEqual([
    { kind: "page", count: 3, refusedCount: 0 },
    { kind: "charge", count: 1, refusedCount: 1 },
  ]);
  const { sales, attempts } = await figuresOf("2026-11-21");
  expect([sales, attempts]).toEqual([sum(0, 0), []]);
}, 60_000);

// covers: figures of the office: a day is that of the network, at midnight and when the clocks change
test.each([
  { day: "2026-10-25", begins: "2026-10-24T22:00:00.000Z", last: "2026-10-25T22:59:59.999Z", hours: 25 },
  { day: "2026-03-29", begins: "2026-03-28T23:00:00.000Z", last: "2026-03-29T21:59:59.999Z", hours: 23 },
  { day: "2026-07-14", begins: "2026-07-13T22:00:00.000Z", last: "2026-07-14T21:59:59.999Z", hours: 24 },
])(
  "$day has $hours hours: sales, refunds and attempts of its first and last instant are of that day",
  async ({ day, begins, last, hours }) => {
    expect(Date.parse(last) + 1 - Date.parse(begins)).toBe(hours * 3_600_000);
    const { db, ids } = shop.api.deps;
    const around = [-1, 0, Date.parse(last) - Date.parse(begins), hours * 3_600_000];
    for (const [index, offset] of around.entries()) {
      const at = new Date(Date.parse(begins) + offset).toISOString();
      const amount = 10 ** index;
      const id = await order(at, { amount });
      await storePayment(shop.api.deps, id, at, { amount, status: index === 1 ? "refused" : "captured" });
      const total = JSON.stringify({ total: euros(amount) });
      await sql`insert into invoice (id, network_id, series, year, sequence, number, order_id, contents, issued_at)
      values (${ids.uuid()}, 'north', 'credit-note', ${Number(day.slice(5, 7)) * 1000}, ${index + 1}, ${id}, ${id}, ${total}, ${at})`.execute(
        db,
      );
    }
    const alone = await figuresOf(day);
    expect(alone).toMatchObject({ sales: sum(2, 110), refunds: sum(2, 110) });
    expect(alone.products).toMatchObject([{ quantity: 2, amount: euros(110) }]);
    expect(alone.attempts).toEqual([{ kind: "page", count: 2, refusedCount: 1 }]);
    const three = await figuresOf(addDays(day, -1), addDays(day, 1));
    expect(three.days).toEqual([
      { day: addDays(day, -1), sales: sum(1, 1), refunds: sum(1, 1) },
      { day, sales: sum(2, 110), refunds: sum(2, 110) },
      { day: addDays(day, 1), sales: sum(1, 1000), refunds: sum(1, 1000) },
    ]);
  },
);

// covers: figures of the office: sales, refunds and refused payments of known orders
test("twenty articles have figures of their own, the others a sum; shipping is no article; other networks and unpaid orders do not count", async () => {
  const at = "2026-02-03T12:00:00.000Z";
  for (let item = 1; item <= 23; item += 1)
    await order(at, { amount: item * 100, lines: [{ productId: `old-${item}`, amount: item * 100, quantity: 2 }] });
  const both = [{ amount: 2000 }, { productId: "shipping", amount: 450 }];
  await order(at, { amount: 2450, lines: both, origin: "APP", client: "shop", paymentMethod: "TRANSFER" });
  await order(at, { amount: 0, lines: [{ productId: "old-1", amount: 0 }], paymentMethod: null });
  await order(at, { status: "CANCELED", completedAt: null, amount: 7 });
  const stranger = await testPerson(shop.api.deps, { network: "south" });
  await storeOrder(shop.api.deps, stranger.accountId, at, { network: "south", amount: 9 });

  const { products, otherProducts, ...figures } = await figuresOf("2026-02-03");
  // 100 + … + 2300, and 2450.
  expect(figures.sales).toEqual(sum(25, 30_050));
  expect(products.map(({ itemId }) => itemId)).toEqual([
    ...["old-23", "old-22", "old-21", "old-20"],
    "single",
    ...Array.from({ length: 14 }, (_, index) => `old-${19 - index}`),
    "old-5",
  ]);
  expect(products[0]).toEqual({ itemId: "old-23", name: "old-23", quantity: 2, amount: euros(2300) });
  // 400, 300, 200, 100, and 450 for shipping, are below 500.
  expect(otherProducts).toEqual({ quantity: 2 + 2 + 2 + 3 + 1, amount: euros(1450) });
  expect(figures.methods).toEqual([
    { method: "CARD", sales: sum(23, 27_600) },
    { method: "TRANSFER", sales: sum(1, 2450) },
    { method: null, sales: sum(1, 0) },
  ]);
  expect(figures.channels).toEqual([
    { origin: "ESHOP", client: "shop", sales: sum(24, 27_600) },
    { origin: "APP", client: "shop", sales: sum(1, 2450) },
  ]);
  await order("2026-02-04T12:00:00.000Z", { amount: 450, lines: [{ productId: "shipping", amount: 450 }] });
  const [shipping] = (await figuresOf("2026-02-04")).products;
  expect(shipping).toMatchObject({ itemId: null, quantity: 1, amount: euros(450) });
});

// covers: figures of the office: a range of at most 366 days, of orders that the role may read
test("a range has each of its days, at most 366; another one is refused", async () => {
  const { days } = await figuresOf("2028-01-01", "2028-12-31");
  expect([days.length, days[59]?.day, days.at(-1)]).toEqual([
    366,
    "2028-02-29",
    { day: "2028-12-31", sales: sum(0, 0), refunds: sum(0, 0) },
  ]);
  for (const [from, until] of [
    ["2026-01-01", "2027-01-02"],
    ["2026-01-02", "2026-01-01"],
  ] as const) {
    const { http, body } = await ask(from, until);
    expect([http, body.error?.code, body.error?.details]).toEqual([400, "FIELD_INVALID", { field: "until" }]);
  }
  const examiner = await testStaff(shop.api, { north: ["examiner"] });
  const refused = await shop.api.call(
    "getFigures",
    { from: "2026-01-01", until: "2026-01-01" },
    { token: examiner.token },
  );
  expect(refused.body.error?.code).toBe("ROLE_NOT_ALLOWED");
});
