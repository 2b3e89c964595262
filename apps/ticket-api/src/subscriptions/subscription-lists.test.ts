import type { SubscriptionListState } from "@guichet/contract/office/subscription-lists.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { subscriptionListQuery } from "../subscription-records/subscription-list-store.ts";
import { openTestApi, type TestApi } from "../testing/test-api.ts";
import { storeOrder } from "../testing/test-orders.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";

let api: TestApi;
let person: TestPerson;
let clerk: TestStaff;
beforeAll(async () => {
  const articles = [testArticle({ id: "month", price: 3200 })];
  api = await openTestApi({ packs: [testPack({ id: "north", articles }), testPack({ id: "south", articles })] });
  person = await testPerson(api.deps, { firstName: "=Ana", lastName: "Silva" });
  clerk = await testStaff(api, { north: ["accountant"], south: ["accountant"] });
}, 60_000);
afterAll(() => api.close());
beforeEach(async () => {
  await sql`delete from installment`.execute(api.deps.db);
  await sql`delete from subscription`.execute(api.deps.db);
});

interface Stored {
  status?: string;
  endsAt?: string;
  method?: string;
  interval?: string;
  suspendedAt?: string;
  terminatedAt?: string;
  chosenEndOn?: string;
  /** The days of its unpaid installments. */
  unpaid?: readonly string[];
}

const createdAt = "2026-10-01T08:00:00.000Z";

/** A subscription with its last period and the order of that, as they are stored; returns its id. */
async function subscribed(one: Stored): Promise<{ id: string; orderId: string }> {
  const { db, ids } = api.deps;
  const {
    status = "active",
    method = "CARD",
    interval = "P1M",
    endsAt = "2026-12-01T23:00:00.000Z",
    unpaid = [],
  } = one;
  const id = ids.uuid();
  const orderId = await storeOrder(api.deps, person.accountId, createdAt, {
    amount: 3200,
    lines: [{ productId: "month" }],
  });
  await sql`update order_line set article = '{"name": {"fr": "Mois", "en": "Month"}}' where order_id = ${orderId}`.execute(
    db,
  );
  await sql`insert into subscription (id, network_id, account_id, traveller_id, status, shop_item_id, product_id, renewal_interval, method,
      anchor_on, starts_at, ends_at, suspended_at, block_reason, end_reason, terminated_at, chosen_end_on, chosen_end_at, created_at)
    values (${id}, 'north', ${person.accountId}, ${person.userId}, ${status}, 'month', 'month', ${interval}, ${method}, '2026-10-01',
      ${createdAt}, ${endsAt}, ${one.suspendedAt ?? null}, ${status === "suspended" ? "DEBIT_REFUSED" : null},
      ${["cancelled", "terminated"].includes(status) ? "CUSTOMER" : null}, ${one.terminatedAt ?? null}, ${one.chosenEndOn ?? null},
      ${one.chosenEndOn === undefined ? null : createdAt}, ${createdAt})`.execute(db);
  await sql`insert into subscription_period (subscription_id, position, network_id, order_id, starts_at, ends_at)
    values (${id}, 1, 'north', ${orderId}, ${createdAt}, ${endsAt})`.execute(db);
  await sql`update orders set subscription_id = ${id} where id = ${orderId}`.execute(db);
  for (const [index, day] of unpaid.entries())
    await sql`insert into installment (network_id, order_id, position, method, amount, currency, due_on, collected_on, status, tries)
      values ('north', ${orderId}, ${index + 1}, ${method}, 1600, 'EUR', ${day}, ${day}, 'unpaid', 1)`.execute(db);
  return { id, orderId };
}

type Asked = Parameters<typeof api.call<"officeSubscriptions">>[1];
const list = async (values: Asked, network = "north") =>
  (await api.call("officeSubscriptions", values, { token: clerk.token, network })).body;
const idsIn = async (values: Asked) => (await list(values)).items.map(({ subscriptionId }) => subscriptionId);

// covers: the office lists subscriptions by state with the day and the amount, page by page, filtered, sorted and as CSV
test("subscriptions are listed by state with the day that matters, the customer and the order", async () => {
  const renewing = await subscribed({});
  const pending = await subscribed({ status: "pending", endsAt: "2026-12-15T23:00:00.000Z" });
  const suspended = await subscribed({ status: "suspended", suspendedAt: "2026-11-03T23:30:00.000Z" });
  const owing = await subscribed({ unpaid: ["2026-11-10", "2026-11-05"] });
  const cancelled = await subscribed({ status: "cancelled" });
  const chosen = await subscribed({ chosenEndOn: "2026-11-30" });
  const ended = await subscribed({ status: "terminated", terminatedAt: "2026-11-01T08:00:00.000Z" });

  expect((await list({ state: "renewing" })).items).toMatchObject([
    ...[renewing, owing]
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id }) => ({ subscriptionId: id, day: "2026-12-02" })),
    { subscriptionId: pending.id, day: "2026-12-16", blockReason: null, endReason: null },
  ]);
  const [first] = (await list({ state: "unpaid" })).items;
  expect(first).toMatchObject({
    ...{
      subscriptionId: owing.id,
      customerId: person.accountId,
      customer: "=Ana Silva",
      traveller: "=Ana Silva",
      name: "Mois",
    },
    ...{
      interval: "P1M",
      method: "CARD",
      day: "2026-11-05",
      amount: { amount: 3200, currency: "EUR" },
      orderId: owing.orderId,
    },
  });
  // Half past midnight in Paris.
  expect((await list({ state: "suspended" })).items).toMatchObject([
    { subscriptionId: suspended.id, day: "2026-11-04", blockReason: "DEBIT_REFUSED", orderId: suspended.orderId },
  ]);
  expect((await list({ state: "ending" })).items).toMatchObject([
    { subscriptionId: chosen.id, day: "2026-11-30", endReason: null },
    { subscriptionId: cancelled.id, day: "2026-12-01", endReason: "CUSTOMER" },
  ]);
  expect((await list({ state: "ended" })).items).toMatchObject([{ subscriptionId: ended.id, day: "2026-11-01" }]);
  expect((await list({ state: "renewing" }, "south")).items).toEqual([]);
});

test("a list is filtered, sorted both ways, read page by page and saved as the same CSV", async () => {
  const days = ["2026-12-01", "2026-12-02", "2026-12-03"].map((day) => `${day}T23:00:00.000Z`);
  const [a, b, c] = [
    (await subscribed({ endsAt: days[0] ?? "" })).id,
    (await subscribed({ endsAt: days[1] ?? "", method: "TRANSFER" })).id,
    (await subscribed({ endsAt: days[2] ?? "", interval: "P1Y" })).id,
  ];
  expect(await idsIn({ state: "renewing" })).toEqual([a, b, c]);
  expect(await idsIn({ state: "renewing", order: "last" })).toEqual([c, b, a]);
  expect(await idsIn({ state: "renewing", method: "TRANSFER" })).toEqual([b]);
  expect(await idsIn({ state: "renewing", interval: "P1Y" })).toEqual([c]);
  for (const [order, expected] of [
    ["first", [a, b, c]],
    ["last", [c, b, a]],
  ] as const) {
    const read: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ state: "renewing", order, limit: 1, ...(cursor === undefined ? {} : { cursor }) });
      read.push(...page.items.map(({ subscriptionId }) => subscriptionId));
      cursor = page.nextCursor;
    } while (cursor !== undefined && read.length < 9);
    expect(read).toEqual(expected);
  }
  const madeUp = ["x", "0000-01-01T00:00:00Z", "0000-12-31T00:00:00.000Z"].map((at) => JSON.stringify({ at, id: a }));
  for (const cursor of ["nonsense", ...madeUp.map((text) => Buffer.from(text).toString("base64url"))])
    expect((await list({ state: "renewing", cursor })).error?.code).toBe("CURSOR_INVALID");

  const file = await api.call("downloadSubscriptions", { state: "renewing", order: "last" }, { token: clerk.token });
  const lines = new TextDecoder().decode(file.body.bytes).trim().split("\r\n");
  expect(lines).toHaveLength(4);
  expect(lines[1]).toContain(`${c},renewing,2026-12-04,'=Ana Silva,'=Ana Silva,Mois,P1Y,CARD,32.00,EUR,,,`);
});

test("with 50,000 subscriptions each list reads its page from an index", { timeout: 120_000 }, async () => {
  const { db } = api.deps;
  const { orderId } = await subscribed({});
  await sql`insert into subscription (id, network_id, account_id, traveller_id, status, shop_item_id, product_id, renewal_interval, method,
      anchor_on, starts_at, ends_at, suspended_at, block_reason, end_reason, terminated_at, created_at)
    select gen_random_uuid(), 'north', ${person.accountId}, ${person.userId}, state, 'month', 'month', 'P1M', 'CARD', '2026-10-01',
      ${createdAt}, ${createdAt}::timestamptz + n * interval '1 minute', case when state = 'suspended' then now() end,
      case when state = 'suspended' then 'DEBIT_REFUSED' end, case when state in ('cancelled', 'terminated') then 'CUSTOMER' end,
      case when state = 'terminated' then now() end, ${createdAt}
    from generate_series(1, 50000) n, lateral (select (array['active', 'active', 'active', 'active', 'active', 'active', 'active',
      'suspended', 'cancelled', 'terminated'])[1 + n % 10] as state) of`.execute(db);
  await sql`analyze subscription`.execute(db);
  const indexes: Partial<Record<SubscriptionListState, string>> = {
    renewing: "subscription_renewing",
    suspended: "subscription_suspended",
    ending: "subscription_ending",
    ended: "subscription_ended",
  };
  for (const [state, index] of Object.entries(indexes) as [SubscriptionListState, string][]) {
    for (const order of ["first", "last"] as const) {
      const filter = { networkId: "north", timeZone: "Europe/Paris", state, order, limit: 21 };
      const after = { at: "2026-11-20T00:00:00.000Z", id: orderId };
      for (const one of [filter, { ...filter, after }]) {
        const plan = await sql<Record<string, string>>`explain ${subscriptionListQuery(one)}`.execute(db);
        const text = plan.rows.map((row) => Object.values(row)[0]).join("\n");
        expect(await fastest(() => subscriptionListQuery(one).execute(db)), `${state} ${order}`).toBeLessThan(100);
        expect(text, `${state} ${order}`).toMatch(new RegExp(`Index (Only )?Scan (Backward )?using ${index}`));
      }
    }
  }
});

/** The shortest of five runs in milliseconds: other tests run at the same time. */
async function fastest(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < 5; count += 1) {
    const from = performance.now();
    await run();
    times.push(performance.now() - from);
  }
  return Math.min(...times);
}
