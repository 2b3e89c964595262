import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tx } from "../database/database.ts";
import { openTestApi, type TestApi } from "../testing/test-api.ts";
import { testPack } from "../testing/test-pack.ts";
import { testPerson } from "../testing/test-people.ts";
import { countVoucherUse, releaseVouchers } from "./voucher-store.ts";

const limit = 100;
const attempts = 1_000;
let api: TestApi;
let accountId: string;
let orders: string[];
beforeAll(async () => {
  const vouchers = ["GUARDED", "CONTROL"].map((code) => ({ code, type: "AMOUNT", amount: 50, limit }));
  api = await openTestApi({ packs: [testPack({ vouchers })], environment: { DATABASE_POOL: "20" } });
  ({ accountId } = await testPerson(api.deps));
  const inserted = await sql<{
    id: string;
  }>`insert into orders (id, network_id, account_id, number, status, origin, client_id,
      cart_digest, amount, currency, language, customer, created_at, expires_at)
    select gen_random_uuid(), 'north', ${accountId}, 'try-' || each, 'PENDING', 'ESHOP', 'shop', 'cart-' || each, 100, 'EUR', 'fr', '{}',
      now(), now() from generate_series(1, ${attempts}::integer) as each returning id`.execute(api.deps.db);
  orders = inserted.rows.map(({ id }) => id);
});
afterAll(() => api.close());

/** A thousand concurrent orders use the code; returns how many succeed. */
async function ask(use: (tx: Tx, orderId: string) => Promise<boolean>): Promise<number> {
  const got = await Promise.all(orders.map((orderId) => api.deps.db.transaction().execute((tx) => use(tx, orderId))));
  return got.filter(Boolean).length;
}

async function counted(code: string): Promise<{ uses: number; rows: number }> {
  const found = await sql<{ uses: number; rows: number }>`select uses, (select count(*) from voucher_use u
      where u.code = v.code and u.given_back_at is null) as rows from voucher v where code = ${code}`.execute(
    api.deps.db,
  );
  return found.rows[0] ?? { uses: -1, rows: -1 };
}

test("a code for 100 uses is used 100 times by 1,000 concurrent orders, and released uses are used again", async () => {
  const use = { networkId: "north", code: "GUARDED", accountId, at: api.deps.clock.iso(), limitPerAccount: null };
  expect(await ask((tx, orderId) => countVoucherUse(tx, { ...use, orderId }))).toBe(limit);
  expect(await counted("GUARDED")).toEqual({ uses: limit, rows: limit });
  const users = await sql<{ order_id: string }>`select order_id from voucher_use order by order_id limit 30`.execute(
    api.deps.db,
  );
  // Two concurrent calls for each: released once.
  await Promise.all(
    users.rows.flatMap(({ order_id }) =>
      [1, 2].map(() => api.deps.db.transaction().execute((tx) => releaseVouchers(tx, order_id, use.at))),
    ),
  );
  expect(await counted("GUARDED")).toEqual({ uses: 70, rows: 70 });
  await sql`delete from voucher_use where given_back_at is not null`.execute(api.deps.db);
  expect(
    await ask((tx, orderId) =>
      usedBefore(tx, orderId).then((used) => !used && countVoucherUse(tx, { ...use, orderId })),
    ),
  ).toBe(30);
  expect(await counted("GUARDED")).toEqual({ uses: limit, rows: limit });
});

test("control: if the count is read before it is written, the same thousand exceed the limit", async () => {
  await sql`alter table voucher drop constraint voucher_check`.execute(api.deps.db);
  const got = await ask(async (tx) => {
    const read = await sql<{ uses: number }>`select uses from voucher where code = 'CONTROL'`.execute(tx);
    if ((read.rows[0]?.uses ?? limit) >= limit) return false;
    await sql`update voucher set uses = uses + 1 where code = 'CONTROL'`.execute(tx);
    return true;
  });
  expect(got).toBeGreaterThan(limit);
});

async function usedBefore(tx: Tx, orderId: string): Promise<boolean> {
  return (await sql`select 1 from voucher_use where order_id = ${orderId}`.execute(tx)).rows.length > 0;
}
