import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import type { TestApi } from "../testing/test-api.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, type Shop } from "../testing/test-purchase.ts";

const limit = 100;
const gift = (code: string, article: string, more: Record<string, unknown> = {}) => ({
  ...{ code, type: "GIFT", articles: [article] },
  ...more,
});
let shop: Shop;
let api: TestApi;
beforeAll(async () => {
  const articles = [
    testArticle({ id: "single", price: 150 }),
    testArticle({ id: "child", price: 100, ageTo: 11 }),
    testArticle({
      id: "week",
      price: 900,
      pivot: { type: "WEEK_PIVOT", value: 3, proposals: 4 },
      validity: { from: "start", duration: "P7D" },
    }),
    testArticle({ id: "letter", price: 500, supports: ["SHIPPING"] }),
    testArticle({ id: "student", price: 500, statuses: ["student"] }),
    testArticle({ id: "with-document", price: 500, supports: ["PHYSICAL"], requiredDocuments: ["proof"] }),
    testArticle({ id: "portrait", price: 500, supports: ["PHYSICAL"], pictureRequired: true }),
    testArticle({
      id: "named",
      price: 500,
      fields: [{ id: "line", type: "text", label: { fr: "Ligne" } }],
    }),
  ];
  const vouchers = [
    gift("GIFT-SINGLE", "single", { limitPerAccount: 2 }),
    gift("GIFT-CHILD", "child"),
    gift("GIFT-WEEK", "week"),
    gift("GIFT-LETTER", "letter"),
    gift("GIFT-NAMED", "named"),
    gift("GIFT-STUDENT", "student"),
    gift("GIFT-DOCUMENT", "with-document"),
    gift("GIFT-PORTRAIT", "portrait"),
    gift("GIFT-WITH-OTHERS", "single", { minimumAmount: 100 }),
    gift("GIFT-OFF", "single", { active: false }),
    gift("GIFT-OVER", "single", { validUntil: "2026-11-01T00:00:00Z" }),
    gift("GIFT-MANY", "single", { limit }),
    gift("GIFT-ONE", "single", { limit: 1 }),
    { code: "TEN10", type: "RATIO", ratio: 10 },
    { code: "FIVE", type: "AMOUNT", amount: 500 },
  ];
  const switches = { guestOrders: true, profiling: true };
  const pack = testPack({ articles, vouchers, network: { switches } });
  pack.catalogue.statuses.push({ id: "student", name: { fr: "Étudiant" } });
  pack.catalogue.documentTypes.push({ id: "proof", name: { fr: "Justificatif" }, qualifiedBy: [] });
  const south = testPack({ id: "south", vouchers: [gift("GIFT-SOUTH", "single")] });
  shop = await openTestShop({ packs: [pack, south] });
  api = shop.api;
});
afterAll(() => shop.close());

const redeem = (person: Pick<TestPerson, "token">, code: string, more: Record<string, unknown> = {}, key?: string) =>
  api.call(
    "redeemVoucher",
    { code, ...more },
    { token: person.token, ...(key === undefined ? {} : { idempotencyKey: key }) },
  );
const ordersOf = async (person: TestPerson) => (await api.call("orderHistory", {}, { token: person.token })).body.items;
const uses = async (code: string) =>
  (await sql<{ uses: number }>`select uses from voucher where code = ${code}`.execute(api.deps.db)).rows[0]?.uses;

// covers §7: POST Order/redeemVoucher.json
test("a gift code becomes a completed order of the signed-in customer: it has a ticket, nothing is due, the use counts", async () => {
  const person = await testPerson(api.deps);
  const { body } = await redeem(person, " gift-single ");
  expect(body).toMatchObject({ networkId: "north", orderId: expect.any(String) });
  const [order] = await ordersOf(person);
  expect(order).toMatchObject({
    orderId: body.orderId,
    status: "COMPLETED",
    amount: { amount: 0 },
    paymentMethod: null,
    vouchers: ["GIFT-SINGLE"],
    lines: [{ name: "single", quantity: 1, support: "DEMATERIALIZED", travellerName: "Amal Haddad" }],
    ticketCount: 1,
  });
  const tickets = (await api.call("tickets", {}, { token: person.token })).body.items;
  expect(tickets.map(({ orderId }) => orderId)).toEqual([body.orderId]);
  expect(await uses("GIFT-SINGLE")).toBe(1);
});

test("a gift that starts on a chosen day starts on the first proposed day", async () => {
  const person = await testPerson(api.deps);
  await redeem(person, "GIFT-WEEK");
  const [order] = await ordersOf(person);
  // Friday 20 November: the current week is proposed until Wednesday, so it is the next week.
  expect(order?.lines[0]?.startingAt).toBe("2026-11-22T23:00:00.000Z");
});

// covers §7: POST Order/redeemVoucher.json
test("the same key redeems once, even five times concurrently; another key redeems again up to the account's limit", async () => {
  const person = await testPerson(api.deps);
  const five = await Promise.all(
    Array.from({ length: 5 }, () => redeem(person, "GIFT-SINGLE", {}, "one-and-the-same")),
  );
  expect(new Set(five.map(({ body }) => body.orderId)).size).toBe(1);
  expect((await redeem(person, "GIFT-SINGLE", {}, "another-key")).body.orderId).not.toBe(five[0]?.body.orderId);
  expect((await redeem(person, "GIFT-SINGLE", {}, "a-third-key")).body.error).toMatchObject({
    code: "VOUCHER_LIMIT_REACHED",
  });
  expect(await ordersOf(person)).toHaveLength(2);
});

test("a retry with the same key returns the order it created, though the code is used up", async () => {
  const person = await testPerson(api.deps);
  const first = await redeem(person, "GIFT-ONE", {}, "kept-by-the-shop");
  await sql`delete from idempotency`.execute(api.deps.db);
  const again = await redeem(person, "GIFT-ONE", {}, "kept-by-the-shop");
  expect(again.body.orderId).toBe(first.body.orderId);
  expect((await redeem(person, "GIFT-ONE", {}, "a-new-key")).body.error?.code).toBe("VOUCHER_LIMIT_REACHED");
});

// covers §7: POST Order/redeemVoucher.json
test.each([
  ["TEN10", "VOUCHER_NOT_GIFT"],
  ["FIVE", "VOUCHER_NOT_GIFT"],
  ["GIFT-WITH-OTHERS", "VOUCHER_NOT_GIFT"],
  ["GIFT-LETTER", "VOUCHER_NOT_APPLICABLE"],
  ["GIFT-NAMED", "VOUCHER_NOT_APPLICABLE"],
  ["GIFT-OFF", "VOUCHER_INACTIVE"],
  ["GIFT-OVER", "VOUCHER_EXPIRED"],
  ["GIFT-SOUTH", "VOUCHER_NOT_FOUND"],
  ["GIF", "VOUCHER_NOT_FOUND"],
  ["GIFT-CHILD", "TRAVELLER_NOT_ELIGIBLE"],
  ["GIFT-STUDENT", "TRAVELLER_NOT_ELIGIBLE"],
  ["GIFT-DOCUMENT", "DOCUMENT_REQUIRED"],
  ["GIFT-PORTRAIT", "PICTURE_REQUIRED"],
])("redeeming %s is refused with %s, and nothing is written", async (code, refusal) => {
  const person = await testPerson(api.deps);
  expect((await redeem(person, code)).body.error?.code).toBe(refusal);
  expect(await ordersOf(person)).toEqual([]);
});

test("only a known customer may redeem: not a guest, not an unverified or incomplete account, not for another account's traveller", async () => {
  const stranger = await testPerson(api.deps);
  const cases = [
    [await testPerson(api.deps, { guest: true }), {}, "ACCOUNT_REQUIRED"],
    [await testPerson(api.deps, { verified: false }), {}, "ACCOUNT_UNVERIFIED"],
    [await testPerson(api.deps, { firstName: "" }), {}, "ACCOUNT_INCOMPLETE"],
    [await testPerson(api.deps), { customerId: stranger.userId }, "TRAVELLER_UNKNOWN"],
  ] as const;
  for (const [person, values, code] of cases) {
    expect((await redeem(person, "GIFT-SINGLE", values)).body.error?.code).toBe(code);
  }
});

// covers §7: POST Order/redeemVoucher.json
test("a gift code for 100 uses gives 100 orders in 1,000 concurrent attempts; control: if the count is read before it is written, more are given", {
  timeout: 120_000,
}, async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => testPerson(api.deps)));
  const attempts = await Promise.all(
    people.flatMap((person) => Array.from({ length: 50 }, () => redeem(person, "GIFT-MANY"))),
  );
  const accepted = attempts.filter(({ body }) => body.status === "ok");
  expect(accepted).toHaveLength(limit);
  const refused = new Set(attempts.flatMap(({ body }) => body.error?.code ?? []));
  expect([...refused]).toEqual(["VOUCHER_LIMIT_REACHED"]);
  const ordersMade = await sql<{ status: string; count: number }>`select status, count(*) as count from orders
    where vouchers @> '["GIFT-MANY"]' group by status`.execute(api.deps.db);
  expect(ordersMade.rows).toEqual([{ status: "COMPLETED", count: limit }]);
  expect(await uses("GIFT-MANY")).toBe(limit);
  expect(await audit(api.deps, { grace: 0 })).toEqual([]);

  expect(await readThenTake()).toBeGreaterThan(limit);
});

/** Counts first and writes after, without the table's own check: what a race would do. */
async function readThenTake(): Promise<number> {
  const { db } = api.deps;
  await sql`alter table voucher drop constraint voucher_check`.execute(db);
  await sql`update voucher set uses = 0 where code = 'GIFT-MANY'`.execute(db);
  const attempts = Array.from({ length: 1_000 }, () =>
    db.transaction().execute(async (tx) => {
      const read = await sql<{ uses: number }>`select uses from voucher where code = 'GIFT-MANY'`.execute(tx);
      if ((read.rows[0]?.uses ?? limit) >= limit) return false;
      await sql`update voucher set uses = uses + 1 where code = 'GIFT-MANY'`.execute(tx);
      return true;
    }),
  );
  return (await Promise.all(attempts)).filter(Boolean).length;
}
