import {
  unpaidHoldsPerAccountMax,
  unpaidHoldsPerAddressAndResourceMax,
} from "@guichet/contract/limits/order-limits.ts";
import { slotIdOf } from "@guichet/rules/collection-slots.ts";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { minutesMs } from "../clock.ts";
import { countAndInsertHold, takeHold, type UnpaidHold } from "../order-records/hold-store.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, orderOf, placeRefusedOrder, type Shop, webhooksPerPage } from "../testing/test-purchase.ts";

const agency = {
  id: "gare",
  index: 1,
  label: "Agence Gare",
  addressRoute: "2 place de la Gare",
  addressPostalCode: "80000",
  addressCity: "Amiens",
  slotCapacity: 40,
  openingHours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: "09:00", closes: "12:00" })),
};
let shop: Shop;
beforeEach(async () => {
  shop = await openTestShop({
    packs: [
      testPack({
        agencies: [agency],
        articles: [
          testArticle({ id: "carnet", price: 1200, supports: ["COLLECT"] }),
          testArticle({ id: "single", price: 150 }),
        ],
        vouchers: [{ code: "FORTY", type: "AMOUNT", amount: 50, limit: 40 }],
        network: { switches: { guestOrders: true } },
      }),
    ],
  });
}, 60_000);
afterEach(() => shop.close());

/** The test clock starts on Friday 20 November, 09:00 UTC: the first slot is Sunday's at 11:00 in Paris. */
const slotId = slotIdOf("2026-11-22T10:00:00.000Z");
/** An order that holds a place; each quantity is another cart. */
const collecting = (who: TestPerson, quantity = 1) => ({
  ...orderOf(who, 1200 * quantity, { productId: "carnet", support: "COLLECT", quantity }),
  collect: { siteId: "gare", slotId },
  invoiceEmail: who.email,
});
const collect = (who: TestPerson, quantity = 1) =>
  shop.api.call("placeOrder", collecting(who, quantity), {
    token: who.token,
    idempotencyKey: crypto.randomUUID(),
  });
/** An order that uses a limited voucher. */
const coding = (who: TestPerson, quantity = 1) => ({
  ...orderOf(who, 150 * quantity - 50, { quantity }),
  vouchers: ["FORTY"],
  invoiceEmail: who.email,
});
const withCode = (who: TestPerson, quantity = 1) =>
  shop.api.call("placeOrder", coding(who, quantity), {
    token: who.token,
    idempotencyKey: crypto.randomUUID(),
  });
const countTaken = async () => {
  const { rows } = await sql<{ places: number; uses: number; holds: number }>`select
    (select coalesce(sum(taken), 0) from slot_place)::integer as places, (select uses from voucher where code = 'FORTY') as uses,
    (select count(*) from unpaid_hold)::integer as holds`.execute(shop.api.deps.db);
  return rows[0];
};
const differences = () => audit(shop.api.deps, { grace: 0 });
const quantities = Array.from({ length: 9 }, (_, place) => place + 1);

// covers §4: unpaid orders hold few slots and limited vouchers, and only while their payment page is open
test("a guest who orders repeatedly without paying holds three places and vouchers, sequentially or concurrently", async () => {
  const guest = await testPerson(shop.api.deps, { guest: true });
  for (const quantity of quantities) expect((await collect(guest, quantity)).http).toBe(200);
  expect(await countTaken()).toMatchObject({ places: unpaidHoldsPerAccountMax, holds: unpaidHoldsPerAccountMax });
  const other = await testPerson(shop.api.deps, { guest: true });
  const answers = await Promise.all(quantities.map((quantity) => withCode(other, quantity)));
  for (const { http, body } of answers)
    expect(http === 200 || body.error?.code === "UNPAID_HOLDS_EXCEEDED", JSON.stringify(body)).toBe(true);
  expect((await countTaken())?.uses).toBeLessThanOrEqual(unpaidHoldsPerAccountMax);
  expect(await differences()).toEqual([]);
});

// covers §4: unpaid orders hold few slots and limited vouchers, and only while their payment page is open
test("an older order that is cancelled for a new one is closed at the provider first: if it was paid in the meantime, it is complete", async () => {
  const person = await testPerson(shop.api.deps);
  const first = await collect(person, 1);
  await collect(person, 2);
  await collect(person, 3);
  await shop.behave("lost", webhooksPerPage);
  await shop.pay(first.body.paymentUrl);
  expect((await collect(person, 4)).http).toBe(200);
  const { body } = await shop.api.call("getOrders", { orderId: first.body.orderId }, { token: person.token });
  expect(body.items[0]?.status).toBe("COMPLETED");
  expect(await countTaken()).toMatchObject({ places: 4, holds: 3 });
  expect(await differences()).toEqual([]);
});

// covers §4: unpaid orders hold few slots and limited vouchers, and only while their payment page is open
test("guests at one address hold at most ten places of an agency together, and must then pay or cancel one", async () => {
  for (let each = 0; each < unpaidHoldsPerAddressAndResourceMax; each += 1)
    expect((await collect(await testPerson(shop.api.deps, { guest: true }))).http).toBe(200);
  const { http, body } = await collect(await testPerson(shop.api.deps, { guest: true }));
  expect([http, body.error]).toMatchObject([409, { code: "UNPAID_HOLDS_EXCEEDED", details: { reason: "address" } }]);
  expect((await countTaken())?.places).toBe(unpaidHoldsPerAddressAndResourceMax);
});

// covers §4: unpaid orders hold few slots and limited vouchers, and only while their payment page is open
test("a refused payment releases place and voucher immediately; paying again reserves them again", async () => {
  const person = await testPerson(shop.api.deps);
  const placed = await placeRefusedOrder(shop, person, collecting(person));
  const coded = await placeRefusedOrder(shop, person, coding(person));
  expect(await countTaken()).toEqual({ places: 0, uses: 0, holds: 0 });
  for (const [again, before] of [
    [await collect(person), placed],
    [await withCode(person), coded],
  ] as const) {
    expect(again.body.orderId).toBe(before);
    await shop.pay(again.body.paymentUrl);
    await shop.api.call("acknowledgePayment", { orderId: again.body.orderId }, { token: person.token });
  }
  expect(await countTaken()).toEqual({ places: 1, uses: 1, holds: 0 });
  expect(await differences()).toEqual([]);
});

// covers §4: unpaid orders hold few slots and limited vouchers, and only while their payment page is open
test("a refused order whose place another order has meanwhile taken cannot be paid again", async () => {
  const person = await testPerson(shop.api.deps);
  const orderId = await placeRefusedOrder(shop, person, collecting(person));
  await sql`update slot_place set taken = capacity`.execute(shop.api.deps.db);
  expect((await collect(person)).body.error?.code).toBe("COLLECT_SLOT_FULL");
  await sql`update slot_place set taken = 0`.execute(shop.api.deps.db);
  const again = await collect(person);
  expect(again.body.orderId).toBe(orderId);
  expect(await countTaken()).toMatchObject({ places: 1, holds: 1 });
});

// covers §4: unpaid orders hold few slots and limited vouchers, and only while their payment page is open
test("when the payment page ends, before the order does, place and voucher are released", async () => {
  const person = await testPerson(shop.api.deps);
  await collect(person);
  await withCode(person);
  await shop.pass(minutesMs(24));
  expect(await countTaken()).toMatchObject({ places: 1, uses: 1, holds: 2 });
  await shop.pass(minutesMs(1) + 1_000);
  expect(await countTaken()).toEqual({ places: 0, uses: 0, holds: 0 });
  expect(await differences()).toEqual([]);
});

// covers §4: unpaid orders hold few slots and limited vouchers, and only while their payment page is open
test("a limit of three holds for forty concurrent orders; control: counted without the locks, more get through", async () => {
  const { db } = shop.api.deps;
  const person = await testPerson(shop.api.deps);
  const orders = await sql<{
    id: string;
  }>`insert into orders (id, network_id, account_id, number, status, origin, client_id,
      cart_digest, amount, currency, language, customer, created_at, expires_at)
    select gen_random_uuid(), 'north', ${person.accountId}, 'try-' || each, 'PROCESSING', 'ESHOP', 'shop', 'cart-' || each, 100,
      'EUR', 'fr', '{}', now(), now() from generate_series(1, 40) as each returning id`.execute(db);
  const holdOf = (orderId: string): UnpaidHold => ({
    orderId,
    networkId: "north",
    accountId: person.accountId,
    address: "198.51.100.7",
    agencyId: "gare",
    vouchers: [],
    at: shop.api.deps.clock.iso(),
  });
  const limits = { perAccount: 3, perAddress: 3, perAddressAndResource: 3 };
  const ask = async (take: typeof takeHold) => {
    await sql`delete from unpaid_hold`.execute(db);
    const got = await Promise.all(
      orders.rows.map(({ id }) =>
        db.transaction().execute(async (tx) => {
          const outcome = await take(tx, holdOf(id), limits);
          // Simulates the other work of an order before its commit.
          await sql`select pg_sleep(0.02)`.execute(tx);
          return outcome;
        }),
      ),
    );
    return got.filter((outcome) => outcome === "taken").length;
  };
  expect(await ask(takeHold)).toBe(3);
  expect(await ask(countAndInsertHold)).toBeGreaterThan(3);
});
