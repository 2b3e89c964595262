import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findAccount } from "../account-records/account-store.ts";
import { insertMergedAccount } from "../account-records/merged-account-store.ts";
import { answerTerminationRequest } from "../terminations/answer-request.ts";
import { insertRequest, readRequest } from "../terminations/request-store.ts";
import { soManyWait } from "../testing/held-rows.ts";
import { belongingsPack } from "../testing/test-belongings.ts";
import { testPerson } from "../testing/test-people.ts";
import { openTestShop, orderOf, type Shop } from "../testing/test-purchase.ts";
import { testStaff } from "../testing/test-staff.ts";
import { deleteAccount, endedTables, moveBelongings } from "./merge-store.ts";

let shop: Shop;
let api: Shop["api"];
beforeAll(async () => {
  shop = await openTestShop({ packs: [belongingsPack()] });
  api = shop.api;
});
afterAll(() => shop.close());

// covers: two accounts of one person are merged: everything moves, or nothing
test("what is under way during a merge: an order is refused as without a session, a termination is answered again", async () => {
  const [one, another, { db, ids }] = [await testPerson(api.deps), await testPerson(api.deps), api.deps];
  const order = { ...orderOf(another, 3200, { productId: "month", isSubscription: true }), keepCard: true };
  const asked = () => ({ token: another.token, idempotencyKey: crypto.randomUUID() });
  const { body } = await api.call("placeOrder", order, asked());
  await shop.pay(body.paymentUrl);
  await api.call("acknowledgePayment", { orderId: body.orderId }, { token: another.token });
  const typed = { firstName: "Amal", lastName: "Haddad", email: another.email, contract: "Abonnement" };
  const request = {
    id: ids.uuid(),
    networkId: "north",
    reference: "R-MEANWHILE",
    language: "fr",
    endOn: null,
  } as const;
  const number = (await findAccount(db, "north", another.accountId))?.customerNumber ?? "";
  const values = { ...request, ...typed, number, reason: null, requestedAt: api.clock.iso() };
  await db.transaction().execute((tx) => insertRequest(tx, values));
  const job = { id: ids.uuid(), networkId: "north", kind: "termination-request", key: request.id, attempts: 0 };
  const payload = { id: request.id, requester: "" };
  const answer = async () => answerTerminationRequest(api.deps, { ...job, payload, dueAt: api.clock.iso() });
  const { placing, answering } = await db.transaction().execute(async (tx) => {
    await sql`select from account where id = ${another.accountId} for update`.execute(tx);
    const begun = {
      placing: api.call("placeOrder", orderOf(another, 150), asked()),
      answering: answer().catch(String),
    };
    await soManyWait(db, 2);
    for (const table of endedTables)
      await sql`delete from ${sql.table(table)} where account_id = ${another.accountId}`.execute(tx);
    await moveBelongings(tx, { from: another.accountId, to: one.accountId, isGuest: false });
    const gone = await findAccount(tx, "north", another.accountId);
    await deleteAccount(tx, another.accountId);
    if (gone !== undefined) await insertMergedAccount(tx, gone, one.accountId, api.clock.iso());
    return begun;
  });
  expect((await placing).body.error?.code).toBe("AUTHENTICATION_TOKEN_INVALID");
  expect(await answering).toContain("was merged");
  await answer();
  expect(await readRequest(db, request.id)).toMatchObject({ accountId: one.accountId, answeredAt: expect.any(String) });
});

// covers: two accounts of one person are merged: everything moves, or nothing
test("a merge that the database ends, because a payment that is settled waits for the account, takes place without a second request", async () => {
  const { db } = api.deps;
  const one = await testPerson(api.deps, { proved: true });
  const another = await testPerson(api.deps);
  const manager = await testStaff(api, { north: ["manager"] });
  const { body } = await api.call("placeOrder", orderOf(another, 150), {
    token: another.token,
    idempotencyKey: crypto.randomUUID(),
  });
  await shop.pay(body.paymentUrl);
  await api.call("acknowledgePayment", { orderId: body.orderId }, { token: another.token });
  const before = await deadlocks();
  const merging = await db.transaction().execute(async (tx) => {
    // Whoever waits longest is ended: the merge.
    await sql`set local deadlock_timeout = '1min'`.execute(tx);
    await sql`select from orders where id = ${body.orderId} for update`.execute(tx);
    const asked = { customerId: one.accountId, absorbedId: another.accountId, reason: "One person" };
    const begun = api.call("mergeCustomers", asked, { token: manager.token });
    await soManyWait(db, 1);
    await sql`select from account where id = ${another.accountId} for update`.execute(tx);
    return { begun };
  });
  expect((await merging.begun).body).toMatchObject({ moved: { orders: 1, tickets: 1 } });
  await expect.poll(deadlocks).toBeGreaterThan(before);
});

async function deadlocks(): Promise<number> {
  const found = await sql<{ count: number }>`select deadlocks::integer as count from pg_stat_database
    where datname = current_database()`.execute(api.deps.db);
  return found.rows[0]?.count ?? 0;
}
