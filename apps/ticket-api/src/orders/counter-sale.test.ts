import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApi, shopClient, type TestApi } from "../testing/test-api.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";

const counter = { id: "counter", key: "counter-key-for-tests" };
const days = 86_400_000;

let api: TestApi;
beforeAll(async () => {
  const articles = [
    testArticle({ id: "single", price: 150, paymentOptions: [{ paymentMethods: ["CARD", "CASH"] }] }),
    testArticle({ id: "card-only", price: 150 }),
    testArticle({ id: "free", price: 0 }),
  ];
  const vouchers = [{ code: "ONCE", type: "AMOUNT", amount: 50, limit: 1 }];
  const withCash = testPack({ id: "north", articles, vouchers, network: { paymentMethods: ["CARD", "CASH"] } });
  api = await openTestApi({ packs: [withCash, testPack({ id: "south", articles })] });
});
afterAll(() => api.close());

/** The sale that staff send for some pieces of one article. */
function saleTo(person: TestPerson, amount: number, values: Record<string, unknown> = {}, productId = "single") {
  return {
    articles: [{ quantity: 1, productId, customerId: person.userId, support: "DEMATERIALIZED" as const }],
    paymentMethod: "CASH" as const,
    totalAmount: { amount, currency: "EUR" },
    ...values,
  };
}

const sell = (person: TestPerson, sale: ReturnType<typeof saleTo>, idempotencyKey: string = crypto.randomUUID()) =>
  api.call("createOrder", sale, { token: person.token, client: counter, idempotencyKey });

async function orderOf(person: TestPerson, orderId: string) {
  const [order] = (await api.call("getOrders", { orderId }, { token: person.token })).body.items;
  return order;
}

/** The amounts of the sale in the ledger, by account. */
async function ledgerOf(orderId: string) {
  const entries = await sql<{ side: string; amount: number }>`select side, amount from ledger_entry
    where order_id = ${orderId} order by side`.execute(api.deps.db);
  return entries.rows;
}

async function pass(ms: number): Promise<void> {
  api.clock.setOffset(api.clock.offsetMs() + ms);
  await api.work.drain();
}

// covers §6: only a client with the right to sell at a counter creates orders paid in cash
test("only a client with the right to sell at a counter creates an order paid there", async () => {
  const person = await testPerson(api.deps);
  const refused = await api.call("createOrder", saleTo(person, 150), { token: person.token, client: shopClient });
  expect(refused).toMatchObject({ http: 403, body: { error: { code: "CLIENT_NOT_ALLOWED" } } });
  expect((await api.call("orderHistory", {}, { token: person.token })).body.items).toEqual([]);
});

// covers §6: only a client with the right to sell at a counter creates orders paid in cash
// covers §7: POST Order/create.json
test("a cash sale is completed immediately: tickets, an invoice, and the money in the ledger", async () => {
  const person = await testPerson(api.deps);
  const sold = await sell(person, saleTo(person, 150));
  expect(sold).toMatchObject({ http: 200, body: { orderStatus: "COMPLETED", networkId: "north" } });
  expect(await orderOf(person, sold.body.orderId)).toMatchObject({
    status: "COMPLETED",
    origin: "RETAIL",
    paymentMethod: "CASH",
    amount: { amount: 150, currency: "EUR" },
    ticketCount: 1,
    invoiceNumber: expect.stringMatching(/^F-NORTH-2026-\d{6}$/),
  });
  expect((await api.call("tickets", {}, { token: person.token })).body.items).toHaveLength(1);
  expect(await ledgerOf(sold.body.orderId)).toEqual([
    { side: "counter", amount: 150 },
    { side: "sales", amount: -150 },
  ]);
});

// covers §7: POST Order/create.json
test("the same key is the same sale, even five times concurrently; without a key, or with another, it is another sale", async () => {
  const person = await testPerson(api.deps);
  const same = await Promise.all(
    Array.from({ length: 5 }, () => sell(person, saleTo(person, 150), "one-sale-of-this-morning")),
  );
  expect(new Set(same.map(({ body }) => body.orderId)).size).toBe(1);
  const again = await sell(person, saleTo(person, 150));
  const unkeyed = await api.call("createOrder", saleTo(person, 150), { token: person.token, client: counter });
  expect(new Set([same[0]?.body.orderId, again.body.orderId, unkeyed.body.orderId]).size).toBe(3);
});

// covers §4: order states and transitions
test("a sale that is not paid yet waits seven days; then it is cancelled and releases its voucher", async () => {
  const person = await testPerson(api.deps);
  const waiting = await sell(person, saleTo(person, 100, { paid: false, vouchers: ["ONCE"] }));
  expect(waiting.body.orderStatus).toBe("PENDING");
  await pass(7 * days - 60_000);
  expect(await orderOf(person, waiting.body.orderId)).toMatchObject({
    status: "PENDING",
    ticketCount: 0,
    invoiceNumber: null,
  });
  const other = await testPerson(api.deps);
  expect((await sell(other, saleTo(other, 100, { vouchers: ["ONCE"] }))).body.error?.code).toBe(
    "VOUCHER_LIMIT_REACHED",
  );
  await pass(2 * 60_000);
  expect((await orderOf(person, waiting.body.orderId))?.status).toBe("CANCELED");
  expect((await sell(other, saleTo(other, 100, { vouchers: ["ONCE"] }))).body.orderStatus).toBe("COMPLETED");
});

test("a free sale is completed immediately, paid or not, and has no payment method", async () => {
  const person = await testPerson(api.deps);
  for (const paid of [true, false]) {
    const sold = await sell(person, saleTo(person, 0, { paid }, "free"));
    expect(sold.body.orderStatus, String(paid)).toBe("COMPLETED");
    expect(await orderOf(person, sold.body.orderId)).toMatchObject({ paymentMethod: null, ticketCount: 1 });
    expect(await ledgerOf(sold.body.orderId)).toEqual([]);
  }
});

// covers §7: POST Order/create.json
test("a sale that is not allowed is refused with its own error code, and nothing is written", async () => {
  const person = await testPerson(api.deps);
  const cases: [string, ReturnType<typeof saleTo>][] = [
    ["ORDER_AMOUNT_CHANGED", saleTo(person, 149)],
    ["ORDER_AMOUNT_CHANGED", saleTo(person, 150, { totalAmount: { amount: 150, currency: "USD" } })],
    ["ARTICLE_UNKNOWN", saleTo(person, 150, {}, "unknown")],
    ["VOUCHER_NOT_FOUND", saleTo(person, 150, { vouchers: ["NOBODY"] })],
    ["FIELD_INVALID", saleTo(person, 150, { paymentMethod: "CARD" })],
    ["PAYMENT_METHOD_NOT_OFFERED", saleTo(person, 150, {}, "card-only")],
    ["PAYMENT_METHOD_NOT_OFFERED", saleTo(person, 150, { paymentMethod: "DEPOSIT" })],
  ];
  const elsewhere = await testPerson(api.deps, { network: "south" });
  const withoutCash = await api.call("createOrder", saleTo(elsewhere, 150), {
    token: elsewhere.token,
    network: "south",
    client: counter,
  });
  expect(withoutCash.body.error?.code, "a network without cash").toBe("PAYMENT_METHOD_NOT_OFFERED");
  for (const [code, sale] of cases) expect((await sell(person, sale)).body.error?.code, code).toBe(code);
  expect((await api.call("orderHistory", {}, { token: person.token })).body.items).toEqual([]);
});
