import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, orderOf, type Shop } from "../testing/test-purchase.ts";

let shop: Shop;
beforeAll(async () => {
  const methods: "CARD"[] = ["CARD"];
  const paymentOptions = [
    { paymentMethods: methods },
    { paymentMethods: methods, installments: 12, period: "P1M" as const },
  ];
  shop = await openTestShop({
    packs: [testPack({ articles: [testArticle({ id: "yearly", price: 12_000, paymentOptions })] })],
  });
}, 60_000);
afterAll(() => shop.close());

const place = (person: TestPerson, installments: number, idempotencyKey: string) =>
  shop.api.call(
    "placeOrder",
    { ...orderOf(person, 12_000, { productId: "yearly" }), installments },
    { token: person.token, idempotencyKey },
  );

/** Pays at every payment page in the responses; returns how many captured money. */
async function payAll(urls: (string | undefined)[]): Promise<number> {
  let paid = 0;
  for (const url of new Set(urls)) {
    if (url === undefined) continue;
    const session = await shop.pay(url).catch((closed) => {
      expect(String(closed)).toContain("session_closed");
      return { state: "closed" };
    });
    if (session.state === "captured") paid += 1;
  }
  return paid;
}

const keys: [string, () => [string, string]][] = [
  ["each with its own key, as the shop does it,", () => [crypto.randomUUID(), crypto.randomUUID()]],
  [
    "both with one key",
    () => {
      const key = crypto.randomUUID();
      return [key, key];
    },
  ],
];
// covers §4: the same cart in two tabs, with different payment methods, ends in one usable payment page
test.each(keys)(
  "a cart in two tabs, paid in full in one and in twelve installments in the other, %s ends in one usable payment page",
  async (_, keysOf) => {
    for (let round = 0; round < 6; round += 1) {
      const person = await testPerson(shop.api.deps);
      const [fullKey, installmentsKey] = keysOf();
      const answers = await Promise.all([place(person, 1, fullKey), place(person, 12, installmentsKey)]);
      expect(
        answers.map(({ http }) => http),
        JSON.stringify(answers.map(({ body }) => body)),
      ).toEqual([200, 200]);
      expect(await payAll(answers.map(({ body }) => body.paymentUrl))).toBe(1);
      for (const { body } of answers)
        await shop.api.call("acknowledgePayment", { orderId: body.orderId }, { token: person.token });
      const orders = await sql<{ status: string }>`select status from orders where account_id = ${person.accountId}
      order by status`.execute(shop.api.deps.db);
      expect(orders.rows.filter(({ status }) => status === "COMPLETED")).toHaveLength(1);
      expect(orders.rows.filter(({ status }) => status !== "COMPLETED" && status !== "CANCELED")).toEqual([]);
    }
    expect(await audit(shop.api.deps, { grace: 0 })).toEqual([]);
  },
);

// covers §4: the same cart in two tabs, with different payment methods, ends in one usable payment page
test("payments are ordered by when they started, also within the same instant", async () => {
  const person = await testPerson(shop.api.deps);
  const { body } = await place(person, 1, crypto.randomUUID());
  await shop.pay(body.paymentUrl, "4970 1000 0000 0022");
  await shop.api.call("acknowledgePayment", { orderId: body.orderId }, { token: person.token });
  const again = await place(person, 1, crypto.randomUUID());
  // As if the clock stood still; and the first payment has the higher id.
  await sql`update payment p set created_at = first.created_at from payment first
    where first.order_id = p.order_id and p.order_id = ${body.orderId} and first.status = 'refused'`.execute(
    shop.api.deps.db,
  );
  await sql`update payment set id = 'ffffffff-ffff-4fff-bfff-ffffffffffff', provider_session = null
    where order_id = ${body.orderId} and status = 'refused'`.execute(shop.api.deps.db);
  const same = await place(person, 1, crypto.randomUUID());
  expect(same.body.paymentUrl).toBe(again.body.paymentUrl);
  await shop.pay(again.body.paymentUrl);
  const { body: end } = await shop.api.call("acknowledgePayment", { orderId: body.orderId }, { token: person.token });
  expect(end.outcome).toBe("CONFIRMED");
});
