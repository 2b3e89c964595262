import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "../database/migrate.ts";
import { importPack } from "../networks/import.ts";
import { databaseBefore } from "../testing/database.ts";
import { testPack } from "../testing/test-pack.ts";
import { testPerson } from "../testing/test-people.ts";
import { openTestShop, outcomeOf, placeOrderOf, type Shop } from "../testing/test-purchase.ts";
import { reportUnconfiguredAccounts } from "./unconfigured-accounts.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openTestShop({ packs: [testPack()] });
}, 60_000);
afterAll(() => shop.close());

// covers: what began at a provider of an earlier version is read; its network takes cards again once its pack names another provider
test("a network, orders and saved cards at an account that only an earlier version knew are read, and nothing is paid there", async () => {
  const { deps } = shop.api;
  const person = await testPerson(deps);
  const place = (more: Record<string, unknown> = {}) => placeOrderOf(shop, person, 150, more);
  const bought = await place({ keepCard: true });
  await shop.pay(bought.body.paymentUrl);
  expect(await outcomeOf(shop, person, bought.body.orderId)).toBe("CONFIRMED");
  await sql`update payment set provider_account = 'sandbox/main'`.execute(deps.db);
  await sql`update payment_method set provider_account = 'sandbox/main'`.execute(deps.db);
  await sql`update network set version = 'former',
    definition = jsonb_set(definition, '{payment}', '{"provider": "sandbox", "account": "main"}')`.execute(deps.db);
  deps.networks.forget();

  expect(await reportUnconfiguredAccounts(deps)).toEqual(["sandbox/main"]);
  const [order] = (await shop.api.call("getOrders", { orderId: bought.body.orderId }, { token: person.token })).body
    .items;
  expect(order).toMatchObject({ status: "COMPLETED", invoiceNumber: expect.any(String) });
  const [card] = (await shop.api.call("getCards", {}, { token: person.token })).body.cards;
  expect(card?.EXTRA.NUM).toBe("0014");
  for (const more of [{}, { cardId: card?.ID, chargeCard: true }]) {
    const refused = await place(more);
    expect([refused.http, refused.body.error?.code]).toEqual([503, "PAYMENT_UNAVAILABLE"]);
  }

  expect(await importPack(deps.db, testPack(), deps.clock.iso())).toMatchObject({ ok: true });
  deps.networks.forget();
  const next = await place();
  await shop.pay(next.body.paymentUrl);
  expect(await outcomeOf(shop, person, next.body.orderId)).toBe("CONFIRMED");
});

test("the migration states the account of what was stored before accounts had names, and drops the defaults", async () => {
  const { pool, drop } = await databaseBefore("0068");
  try {
    await pool.query(`insert into network (id, definition, logo, version, imported_at)
      values ('old', '{"id": "old"}', '', '1', now()),
        ('new', '{"id": "new", "payment": {"provider": "lyra", "account": "main"}}', '', '1', now())`);
    await pool.query(`insert into due_work (id, kind, key, payload, due_at, created_at)
      select gen_random_uuid(), 'card-removal', key, payload::jsonb, now(), now()
      from (values ('a', '{"savedId": "pm_1"}'), ('b', '{"savedId": "pm_2", "providerAccount": "stripe/main"}')) as job (key, payload)`);
    expect(await migrate(pool)).toContain("0068-stated-provider-account.sql");
    const networks = await pool.query(
      "select id, definition -> 'payment' ->> 'provider' as provider from network order by id",
    );
    expect(networks.rows).toEqual([
      { id: "new", provider: "lyra" },
      { id: "old", provider: "sandbox" },
    ]);
    const jobs = await pool.query("select payload ->> 'providerAccount' as account from due_work order by key");
    expect(jobs.rows).toEqual([{ account: "sandbox/main" }, { account: "stripe/main" }]);
    const defaults = await pool.query(`select table_name from information_schema.columns
      where column_name = 'provider_account' and column_default is not null`);
    expect(defaults.rows).toEqual([]);
  } finally {
    await drop();
  }
});
