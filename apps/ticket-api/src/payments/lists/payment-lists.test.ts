import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { minutesMs } from "../../clock.ts";
import { ProviderRefused } from "../../integrations/payment-provider.ts";
import { storeOrder, storePayment } from "../../testing/test-orders.ts";
import { testArticle, testPack } from "../../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../../testing/test-people.ts";
import { openTestShop, placeOrderOf, type Shop } from "../../testing/test-purchase.ts";
import { type TestStaff, testStaff } from "../../testing/test-staff.ts";

let shop: Shop;
let person: TestPerson;
let clerk: TestStaff;
let accountant: TestStaff;
beforeAll(async () => {
  shop = await openTestShop({ packs: [testPack({ articles: [testArticle({ id: "single", price: 150 })] })] });
}, 60_000);
afterAll(() => shop.close());
beforeEach(async () => {
  person = await testPerson(shop.api.deps);
  clerk = await testStaff(shop.api, { north: ["agent"] });
  accountant = await testStaff(shop.api, { north: ["accountant"] }, "Ana Count");
});

const euros = (amount: number) => ({ amount, currency: "EUR" });
const start = "2026-11-02T08:00:00.000Z";

/** An unpaid order with installments, by day of collection. */
async function owing(installments: readonly { on: string; status: string; method?: string; reason?: string }[]) {
  const { db } = shop.api.deps;
  const orderId = await storeOrder(shop.api.deps, person.accountId, start, { status: "REGULARIZATION" });
  await sql`update orders set customer = '{"firstName": "=Ana", "lastName": "Silva"}' where id = ${orderId}`.execute(
    db,
  );
  for (const [index, { on, status, method = "CARD", reason }] of installments.entries()) {
    const position = index + 1;
    await sql`insert into installment (network_id, order_id, position, method, amount, currency, due_on, collected_on, status, tries)
      values ('north', ${orderId}, ${position}, ${method}, ${50 + index}, 'EUR', ${on}, ${on}, ${status}, 2)`.execute(
      db,
    );
    if (reason === undefined) continue;
    const [event, code] = reason.split(" ");
    await sql`insert into order_event (network_id, order_id, at, event, detail) values ('north', ${orderId}, ${start},
      ${event}, ${JSON.stringify({ position, ...(code && { reason: code }) })})`.execute(db);
  }
  return orderId;
}
const list = async (values: Parameters<typeof shop.api.call<"listCollections">>[1], token = clerk.token) =>
  (await shop.api.call("listCollections", values, { token })).body;

// covers: the office lists unpaid and upcoming installments and debits with the reason of their failure, page by page and as CSV
test("collections are listed by day with the last reason in words, by state, method and page, and as the same CSV", async () => {
  const first = await owing([
    { on: "2026-10-01", status: "paid" },
    { on: "2026-11-01", status: "unpaid", reason: "installment-unpaid" },
    { on: "2026-12-01", status: "planned", reason: "installment-refused" },
  ]);
  const second = await owing([
    { on: "2026-10-20", status: "unpaid", method: "TRANSFER", reason: "debit-returned AC04" },
  ]);
  const third = await owing([
    { on: "2026-10-25", status: "unpaid", method: "TRANSFER", reason: "not-collected NO_MANDATE" },
    { on: "2026-10-26", status: "begun", method: "TRANSFER" },
  ]);
  const unpaid = await list({ state: "unpaid", limit: 2 });
  expect(unpaid.items).toMatchObject([
    { orderId: second, problem: "account", reasonCode: "AC04", attempts: 2, count: 1, customer: "=Ana Silva" },
    { orderId: third, problem: "no-mandate", reasonCode: null, position: 1, amount: euros(50), isSubscription: false },
  ]);
  const next = await list({ state: "unpaid", limit: 2, cursor: unpaid.nextCursor ?? "" });
  expect([next.items, next.nextCursor]).toMatchObject([
    [{ orderId: first, problem: "card-refused", reasonCode: null, position: 2, count: 3, failedAt: start }],
    undefined,
  ]);
  expect((await list({ state: "unpaid", method: "CARD" })).items.map(({ orderId }) => orderId)).toEqual([first]);
  expect((await list({ state: "unpaid", subscription: true })).items).toEqual([]);
  expect((await list({ state: "planned" })).items).toMatchObject([
    { collectedOn: "2026-12-01", problem: "card-refused" },
  ]);
  expect((await list({ state: "begun" })).items).toMatchObject([{ orderId: third, problem: null, failedAt: null }]);
  for (const cursor of ["nonsense", Buffer.from('{"collectedOn":"x"}').toString("base64url")])
    expect((await list({ state: "unpaid", cursor })).error?.code).toBe("CURSOR_INVALID");

  const file = await shop.api.call("downloadCollections", { state: "unpaid" }, { token: accountant.token });
  const lines = new TextDecoder().decode(file.body.bytes).trim().split("\r\n");
  expect(lines).toHaveLength(4);
  expect(lines[1]).toContain(",'=Ana Silva,no,1,1,TRANSFER,unpaid,0.50,EUR,2026-10-20,2,");
});

// covers: payment discrepancies are listed in the office, open ones by age, and closed there with a reason
test("open discrepancies are listed by age with what was expected and found, and closed ones with who closed them", async () => {
  const { db, ids } = shop.api.deps;
  const orderId = await storeOrder(shop.api.deps, person.accountId, start);
  const payment = await storePayment(shop.api.deps, orderId, start);
  const found = async (at: string) => {
    const id = ids.uuid();
    const detail = JSON.stringify({ mismatches: [{ field: "amount", expected: "150 EUR", answered: "140 EUR" }] });
    await sql`insert into payment_discrepancy (id, network_id, kind, order_id, payment_id, provider_session, provider_account,
        reference, detail, found_at)
      values (${id}, 'north', 'refund', ${orderId}, ${payment}, 'cs_1', 'stripe/main', ${id}, ${detail}, ${at})`.execute(
      db,
    );
    return id;
  };
  const [newer, older] = [await found("2026-11-03T08:00:00.000Z"), await found("2026-11-02T08:00:00.000Z")];
  const read = async (values: Parameters<typeof shop.api.call<"listDiscrepancies">>[1] = {}) =>
    (await shop.api.call("listDiscrepancies", values, { token: clerk.token })).body;
  const [
    {
      items: [oldest],
      nextCursor,
    },
  ] = [await read({ limit: 1 })];
  expect(oldest).toMatchObject({
    ...{ discrepancyId: older, orderId, orderNumber: orderId, account: "stripe/main", providerReference: "cs_1" },
    mismatches: [{ field: "amount", expected: "150 EUR", answered: "140 EUR" }],
  });
  expect((await read({ cursor: nextCursor ?? "" })).items).toMatchObject([{ discrepancyId: newer }]);
  expect((await read({ cursor: "nonsense" })).error?.code).toBe("CURSOR_INVALID");
  const closing = { discrepancyId: older, reason: "Refunded by hand" };
  expect((await shop.api.call("settleDiscrepancy", closing, { token: accountant.token })).http).toBe(200);
  expect((await read()).items).toMatchObject([{ discrepancyId: newer }]);
  expect((await read({ open: false })).items).toMatchObject([
    { discrepancyId: older, settlement: "Refunded by hand", settledBy: "Ana Count" },
  ]);
});

// covers: card payments without a known result are listed in the office, and their result is asked for at once
test("a payment without a result is listed half an hour after it began; asked now, the provider's answer is applied", async () => {
  const placed = await placeOrderOf(shop, person, 150);
  const { orderId } = placed.body;
  const unresolved = async () =>
    (await shop.api.call("listUnresolvedPayments", {}, { token: clerk.token })).body.items.filter(
      (one) => one.orderId === orderId,
    );
  const paid = await sql<{ id: string }>`select id from payment where order_id = ${orderId}`.execute(shop.api.deps.db);
  const paymentId = paid.rows[0]?.id ?? "";
  const check = async (token = accountant.token, id = paymentId) =>
    (await shop.api.call("checkPaymentNow", { paymentId: id }, { token })).body;
  expect(await unresolved()).toEqual([]);
  expect((await check()).paymentStatus).toBe("open");
  // Guichet's own checks and the provider's messages do not come: only the staff ask.
  await sql`delete from due_work where key in (${paymentId}, ${orderId})`.execute(shop.api.deps.db);
  shop.api.clock.setOffset(shop.api.clock.offsetMs() + minutesMs(31));
  accountant = await testStaff(shop.api, { north: ["accountant"] }, "Ana Count");
  clerk = await testStaff(shop.api, { north: ["agent"] });
  expect(await unresolved()).toMatchObject([
    { paymentId, kind: "page", status: "open", amount: euros(150), account: "stripe/main", nextCheckAt: null },
  ]);
  expect((await check(clerk.token)).error?.code).toBe("ROLE_NOT_ALLOWED");
  await shop.behave("down", 1);
  const unanswered = async () => {
    const { error } = await check();
    return [error?.code, error?.details];
  };
  expect(await unanswered()).toEqual(["PAYMENT_UNAVAILABLE", { reason: "unreachable" }]);
  const { db, payments } = shop.api.deps;
  const session = sql`provider_session from payment where id = ${paymentId}`;
  const known = (await sql<{ provider_session: string }>`select ${session}`.execute(db)).rows[0]?.provider_session;
  await sql`update payment set provider_session = 'cs_of_another_account' where id = ${paymentId}`.execute(db);
  expect(await unanswered()).toEqual(["PAYMENT_UNAVAILABLE", { reason: "unknown" }]);
  await sql`update payment set provider_session = ${known} where id = ${paymentId}`.execute(db);
  const refusing = vi.spyOn(payments.at("stripe/main"), "get");
  refusing.mockRejectedValueOnce(new ProviderRefused("api_key_expired", "The key has expired"));
  expect(await unanswered()).toEqual(["PAYMENT_UNAVAILABLE", { reason: "refused", providerCode: "api_key_expired" }]);
  refusing.mockRestore();
  expect((await check()).paymentStatus).toBe("cancelled");
  expect(await unresolved()).toEqual([]);
  const { items } = (await shop.api.call("getOrders", { orderId }, { token: person.token })).body;
  expect(items[0]?.status).toBe("CANCELED");
  expect((await check(accountant.token, "nothing")).error?.code).toBe("NOT_FOUND");
  const acts = await sql<{ act: string }>`select act from staff_act where thing = ${paymentId}`.execute(
    shop.api.deps.db,
  );
  expect(acts.rows).toHaveLength(2);
});
