import type { NetworkPack } from "@guichet/contract/network-pack.ts";
import { PackVoucher } from "@guichet/contract/packs/pack-vouchers.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { countVoucherUse } from "../cart/voucher-store.ts";
import { daysMs } from "../clock.ts";
import { importPack } from "../networks/import.ts";
import { savePack } from "../networks/store.ts";
import { storeOrder } from "../testing/test-orders.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, placeOrderOf, type Shop } from "../testing/test-purchase.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";

const pack: NetworkPack = testPack({
  articles: [testArticle({ id: "single", price: 150 }), testArticle({ id: "day", price: 500 })],
});
let shop: Shop;
let manager: TestStaff;
let person: TestPerson;
beforeAll(async () => {
  shop = await openTestShop({ packs: [pack] });
}, 60_000);
afterAll(() => shop.close());
beforeEach(async () => {
  manager = await testStaff(shop.api, { north: ["manager"] }, "Mia Manager");
  person = await testPerson(shop.api.deps);
});

const euros = (amount: number) => ({ amount, currency: "EUR" });
const today = () => shop.api.deps.clock.iso().slice(0, 10);
const inDays = (days: number) => new Date(Date.parse(today()) + daysMs(days)).toISOString().slice(0, 10);
const terms = () => ({
  name: "Autumn",
  prefix: "aut",
  count: 3,
  amount: euros(50),
  validFrom: today(),
  validUntil: inDays(30),
});
type Terms = Parameters<typeof shop.api.call<"createVoucherBatch">>[1];
const create = async (more: Partial<Terms> = {}, idempotencyKey = crypto.randomUUID()) =>
  (await shop.api.call("createVoucherBatch", { ...terms(), ...more }, { token: manager.token, idempotencyKey })).body;
const read = async (batchId: string, more: Partial<Parameters<typeof shop.api.call<"getVoucherBatch">>[1]> = {}) =>
  (await shop.api.call("getVoucherBatch", { batchId, ...more }, { token: manager.token })).body;
const codesOf = async (batchId: string) => (await read(batchId)).items.map(({ code }) => code);
const block = async (batchId: string, code?: string) =>
  (
    await shop.api.call(
      "blockVouchers",
      { batchId, reason: "Published by mistake", ...(code === undefined ? {} : { code }) },
      { token: manager.token },
    )
  ).body;
/** Places an order of one ticket with a code; returns the code of its refusal. */
const buy = async (code: string, total = 100, by = person) =>
  (await placeOrderOf(shop, by, total, { vouchers: [code] })).body.error?.code;

// covers: staff create vouchers in batches, see their redemption, and download their codes
test("a batch has as many codes as asked for, is created once by a form that is sent twice, and is listed with its redemption", async () => {
  const key = crypto.randomUUID();
  const [{ batch }, again] = [await create({}, key), await create({}, key)];
  expect(again.batch.batchId).toBe(batch.batchId);
  expect(batch).toMatchObject({
    ...{ name: "Autumn", amount: euros(50), percent: null, articles: [], limit: 1, limitPerAccount: null },
    ...{ codeCount: 3, usedCount: 0, useCount: 0, blockedCount: 0, createdBy: "Mia Manager", blockedAt: null },
    ...{ validFrom: today(), validUntil: inDays(30), combinable: false, minimumAmount: null },
  });
  const codes = await codesOf(batch.batchId);
  expect(new Set(codes).size).toBe(3);
  for (const code of codes) expect(code).toMatch(/^AUT(-[2-9A-Z]{4}){3}$/);
  const [code = "", other = ""] = codes;
  expect(await buy(code.toLowerCase())).toBeUndefined();
  expect(await buy(code, 100, await testPerson(shop.api.deps))).toBe("VOUCHER_LIMIT_REACHED");
  const [listed] = (await shop.api.call("listVoucherBatches", {}, { token: manager.token })).body.items;
  expect(listed).toMatchObject({ batchId: batch.batchId, usedCount: 1, useCount: 1 });
  expect((await read(batch.batchId, { state: "used" })).items).toMatchObject([
    { code, uses: 1, lastUsedAt: expect.any(String), blockedAt: null },
  ]);
  expect((await read(batch.batchId, { code: other.toLowerCase() })).items).toMatchObject([{ code: other, uses: 0 }]);
  const first = await read(batch.batchId, { limit: 2 });
  const next = await read(batch.batchId, { limit: 2, cursor: first.nextCursor ?? "" });
  expect([...first.items, ...next.items].map((one) => one.code)).toEqual(codes);
  expect((await read(batch.batchId, { cursor: "nonsense" })).error?.code).toBe("CURSOR_INVALID");
  expect((await read("nothing")).error?.code).toBe("NOT_FOUND");

  const file = await shop.api.call("downloadVouchers", { batchId: batch.batchId }, { token: manager.token });
  const [head, ...lines] = new TextDecoder().decode(file.body.bytes).trim().split("\r\n");
  expect(head).toContain("code,state,uses,limit");
  expect(lines.map((line) => line.split(",").slice(0, 4))).toEqual(
    codes.map((one) => [one, one === code ? "used" : "unused", one === code ? "1" : "0", "1"]),
  );
  const acts = await sql<{
    act: string;
  }>`select act from staff_act where thing = ${batch.batchId} order by at, id`.execute(shop.api.deps.db);
  expect(acts.rows.map(({ act }) => act)).toEqual(["voucher.create-batch", "voucher.download"]);
});

// covers: a code or a batch of vouchers is blocked by the staff, for good
test("a blocked code is refused, a blocked batch refuses every code, and orders that have used one keep their price", async () => {
  const { batch } = await create();
  const [used = "", blocked = "", left = ""] = await codesOf(batch.batchId);
  const placed = await placeOrderOf(shop, person, 100, { vouchers: [used] });
  expect(await block(batch.batchId, blocked.toLowerCase())).toMatchObject({
    blocked: 1,
    batch: { blockedCount: 1, blockedAt: null },
  });
  expect((await block(batch.batchId, blocked)).error?.code).toBe("TRANSITION_NOT_ALLOWED");
  expect((await block(batch.batchId, "AUT-NONE")).error?.code).toBe("TRANSITION_NOT_ALLOWED");
  const others = await testPerson(shop.api.deps);
  expect(await buy(blocked, 100, others)).toBe("VOUCHER_INACTIVE");
  const all = await Promise.all([block(batch.batchId), block(batch.batchId)]);
  expect(all.map(({ error, blocked: count }) => error?.code ?? count).toSorted()).toEqual([
    2,
    "TRANSITION_NOT_ALLOWED",
  ]);
  expect(await buy(left, 100, others)).toBe("VOUCHER_INACTIVE");
  await shop.pay(placed.body.paymentUrl);
  const { items } = (await shop.api.call("getOrders", { orderId: placed.body.orderId }, { token: person.token })).body;
  expect(items[0]).toMatchObject({ amount: euros(100) });
  expect((await read(batch.batchId, { state: "blocked" })).items).toHaveLength(3);
  expect((await block("nothing")).error?.code).toBe("NOT_FOUND");
});

// covers: a code or a batch of vouchers is blocked by the staff, for good
test("a code is not used once it is blocked, however many orders compete", async () => {
  const { batch } = await create({ count: 1, limit: 1000 });
  const [code = ""] = await codesOf(batch.batchId);
  const { deps } = shop.api;
  const orders = await Promise.all(
    Array.from({ length: 20 }, () => storeOrder(deps, person.accountId, deps.clock.iso())),
  );
  const use = (orderId: string) =>
    deps.db.transaction().execute((tx) =>
      countVoucherUse(tx, {
        ...{
          networkId: "north",
          code,
          orderId,
          accountId: person.accountId,
          at: deps.clock.iso(),
          limitPerAccount: null,
        },
      }),
    );
  const uses = await Promise.all([...orders.slice(0, 10).map(use), block(batch.batchId), ...orders.slice(10).map(use)]);
  const won = uses.filter((one) => one === true).length;
  expect((await read(batch.batchId)).items).toMatchObject([{ uses: won, blockedAt: expect.any(String) }]);
  expect(await use(orders[0] ?? "")).toBe(false);
});

// covers: vouchers of a batch have their days, articles and limits, and an import of the pack leaves them alone
test("a percentage on one article between two days, once per account, survives an import of the pack", async () => {
  const { batch } = await create({
    ...{ count: 1, prefix: "", amount: undefined, percent: 20, articles: ["day"], limit: 5, limitPerAccount: 1 },
    validFrom: inDays(1),
  });
  const [code = ""] = await codesOf(batch.batchId);
  expect(code).toMatch(/^[2-9A-Z]{4}(-[2-9A-Z]{4}){2}$/);
  const day = (by: TestPerson) => ({
    articles: [{ quantity: 1, productId: "day", customerId: by.userId, support: "DEMATERIALIZED" as const }],
  });
  const buyDay = async (by: TestPerson) =>
    (await placeOrderOf(shop, by, 400, { vouchers: [code], ...day(by) })).body.error?.code;
  expect(await buyDay(person)).toBe("VOUCHER_INACTIVE");
  const { deps } = shop.api;
  await deps.db.transaction().execute((tx) => savePack(tx, pack, deps.clock.iso()));
  await shop.pass(daysMs(1));
  [person, manager] = [await testPerson(deps), await testStaff(shop.api, { north: ["manager"] })];
  expect(await buyDay(person)).toBeUndefined();
  expect(await buyDay(await testPerson(deps))).toBeUndefined();
  expect((await read(batch.batchId)).batch).toMatchObject({ percent: 20, useCount: 2, limitPerAccount: 1 });
});

// covers: vouchers of a batch have their days, articles and limits, and an import of the pack leaves them alone
test("an import of the pack does not wait for an order that uses a code of a batch, and refuses that code in the pack", async () => {
  const { batch } = await create({ count: 1 });
  const [code = ""] = await codesOf(batch.batchId);
  const { deps } = shop.api;
  const withCode = (own: string): NetworkPack => ({
    ...pack,
    vouchers: { ...pack.vouchers, vouchers: [PackVoucher.parse({ code: own, type: "RATIO", ratio: 5 })] },
  });
  await deps.db.transaction().execute(async (tx) => {
    await sql`select from voucher where code = ${code} for update`.execute(tx);
    expect(await importPack(deps.db, withCode("OWNCODE"), deps.clock.iso())).toMatchObject({ ok: true });
  });
  expect(await importPack(deps.db, withCode(code), deps.clock.iso())).toEqual({
    ok: false,
    faults: [
      {
        file: "vouchers.json",
        path: `vouchers.${code}.code`,
        message: `${code} is the code of a batch already: choose another code`,
      },
    ],
  });
  expect((await read(batch.batchId)).items).toMatchObject([{ code, blockedAt: null }]);
});

// covers: a code or a batch of vouchers is blocked by the staff, for good
test("a batch is blocked while an order uses two of its codes, without a deadlock", async () => {
  const { batch } = await create({ count: 2, limit: 5 });
  const [first = "", second = ""] = await codesOf(batch.batchId);
  const { deps } = shop.api;
  // Rows are updated in the sequence in which they lie in the table, unless they are locked first: put the second in front.
  await sql`update voucher set uses = uses where code = ${first}`.execute(deps.db);
  const orderId = await storeOrder(deps, person.accountId, deps.clock.iso());
  const use = { networkId: "north", orderId, accountId: person.accountId, at: deps.clock.iso(), limitPerAccount: null };
  const blocking = await deps.db.transaction().execute(async (tx) => {
    expect(await countVoucherUse(tx, { ...use, code: first })).toBe(true);
    const begun = { answer: block(batch.batchId) };
    await blockWaits();
    expect(await countVoucherUse(tx, { ...use, code: second })).toBe(true);
    return begun;
  });
  expect(await blocking.answer).toMatchObject({ blocked: 2, batch: { useCount: 2 } });
});

/** Waits until another transaction waits for a voucher's row. */
async function blockWaits(): Promise<void> {
  const waiting = sql`select from pg_stat_activity
    where wait_event_type = 'Lock' and query like '%update voucher set blocked_at%'`;
  await expect.poll(async () => (await waiting.execute(shop.api.deps.db)).rows.length, { timeout: 5_000 }).toBe(1);
}

describe("a batch of vouchers", () => {
  test.each<[string, () => Partial<Terms>, string, string]>([
    ["no discount", () => ({ amount: undefined }), "FIELD_REQUIRED", "amount"],
    ["two discounts", () => ({ percent: 10 }), "FIELD_INVALID", "percent"],
    ["another currency", () => ({ amount: { amount: 50, currency: "CHF" } }), "FIELD_INVALID", "amount"],
    ["no amount", () => ({ amount: euros(0) }), "FIELD_INVALID", "amount"],
    ["a least amount of nothing", () => ({ minimumAmount: euros(-1) }), "FIELD_INVALID", "minimumAmount"],
    ["an end before the beginning", () => ({ validUntil: inDays(-1) }), "FIELD_INVALID", "validUntil"],
    [
      "an end in the past",
      () => ({ validFrom: "2020-01-01", validUntil: "2020-02-01" }),
      "FIELD_INVALID",
      "validUntil",
    ],
    ["more uses per account than in total", () => ({ limitPerAccount: 2 }), "FIELD_INVALID", "limitPerAccount"],
    ["an unknown article", () => ({ articles: ["week"] }), "FIELD_INVALID", "articles"],
    ["too many codes", () => ({ count: 10_001 }), "FIELD_INVALID", "count"],
    ["a prefix with signs", () => ({ prefix: "A_B" }), "FIELD_INVALID", "prefix"],
  ])("with %s is refused", async (_, change, code, field) => {
    const { error } = await create(change());
    expect([error?.code, error?.details?.field]).toEqual([code, field]);
  });
});
