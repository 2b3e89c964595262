import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { queueEmail } from "../email/queue-email.ts";
import { jobHandlers } from "../job-handlers.ts";
import { beginOutage } from "../jobs/outage-store.ts";
import { plan } from "../jobs/plan-job.ts";
import { testPack } from "../testing/test-pack.ts";
import { testPerson } from "../testing/test-people.ts";
import { openTestShop, type Shop } from "../testing/test-purchase.ts";
import { bought, refundableArticles } from "../testing/test-refunds.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";
import { dropRefusalOf, dropRules } from "./drop-rules.ts";

let shop: Shop;
/** An admin of one network, and one of every network. */
let local: TestStaff;
let everywhere: TestStaff;
beforeAll(async () => {
  shop = await openTestShop({ packs: [testPack({ articles: refundableArticles }), testPack({ id: "south" })] });
  local = await testStaff(shop.api, { north: ["admin"] });
  everywhere = await testStaff(shop.api, { north: ["admin"], south: ["admin"] });
}, 60_000);
afterAll(() => shop.close());
beforeEach(async () => {
  await sql`delete from due_work`.execute(shop.api.deps.db);
  await sql`delete from outage`.execute(shop.api.deps.db);
});

/** Plans a job that was given up; returns its id. */
async function givenUp(kind: string, more: { networkId?: string | null; key?: string; payload?: object } = {}) {
  const { deps } = shop.api;
  const { networkId = "north", key = deps.ids.uuid(), payload = {} } = more;
  await plan(deps.db, deps, { networkId, kind, key, payload: { ...payload } });
  return giveUp(key);
}

async function giveUp(key: string): Promise<string> {
  const found = await sql<{ id: string }>`update due_work set given_up_at = ${shop.api.clock.iso()}, attempts = 20,
    last_error = 'refused: no such mailbox' where key = ${key} returning id`.execute(shop.api.deps.db);
  return found.rows[0]?.id ?? "";
}

/** Queues an e-mail that was given up; returns the id of its job and its Message-ID. */
async function failedEmail(to: string, accountId: string | null = null) {
  const { deps } = shop.api;
  await deps.db.transaction().execute((tx) =>
    queueEmail(tx, deps, {
      ...{ networkId: "north", accountId, to, template: "welcome", language: "fr", cause: `welcome-${to}` },
      values: { firstName: "Ana" },
    }),
  );
  const found = await sql<{ key: string }>`select message_id as key from mail where recipient = ${to}`.execute(deps.db);
  const key = found.rows[0]?.key ?? "";
  return { id: await giveUp(key), messageId: key };
}

const list = async (
  staff: TestStaff,
  more: { kind?: string; failing?: boolean; limit?: number; cursor?: string } = {},
) => (await shop.api.call("listFailedJobs", more, { token: staff.token })).body;
const state = async (staff: TestStaff) => (await shop.api.call("getOperations", {}, { token: staff.token })).body;
const retry = (staff: TestStaff, which: { jobId?: string; kind?: string }) =>
  shop.api.call("retryFailedJobs", which, { token: staff.token });
const drop = (staff: TestStaff, jobId: string, reason = "Sent by post") =>
  shop.api.call("dropFailedJob", { jobId, reason }, { token: staff.token });
const actsOn = async (thing: string) => {
  const found = await sql<{ act: string; reason: string | null }>`select act, reason from staff_act
    where thing = ${thing} order by at, id`.execute(shop.api.deps.db);
  return found.rows;
};

// covers: failed e-mails and given-up jobs in the office, each with what it concerns and its reason
test("failed e-mails and jobs are listed with their order, reason, tries and whether they can be dropped, page by page", async () => {
  const person = await testPerson(shop.api.deps);
  const { orderId } = await bought(shop, person, 150, ["single"]);
  await sql`delete from due_work`.execute(shop.api.deps.db);
  const first = await givenUp("settlement-hold", { payload: { orderId } });
  const second = await givenUp("unpaid-order", { key: orderId });
  const { id: third } = await failedEmail("nobody@example.org");
  const order = await sql<{ number: string }>`select number from orders where id = ${orderId}`.execute(
    shop.api.deps.db,
  );
  const { items } = await list(local);
  const about = { orderId, orderNumber: order.rows[0]?.number, attempts: 20, lastError: "refused: no such mailbox" };
  expect(items.toSorted((a, b) => a.kind.localeCompare(b.kind))).toMatchObject([
    { jobId: third, kind: "mail", template: "welcome", recipient: "nobody@example.org", dropRefusal: null },
    { jobId: first, kind: "settlement-hold", ...about, dropRefusal: "TICKETS" },
    { jobId: second, kind: "unpaid-order", ...about, dropRefusal: "MONEY", isInstallationWide: false },
  ]);
  const page = await list(local, { limit: 2 });
  const rest = await list(local, { limit: 2, cursor: page.nextCursor ?? "" });
  expect([...page.items, ...rest.items].map(({ jobId }) => jobId)).toEqual(items.map(({ jobId }) => jobId));
  expect((await list(local, { kind: "mail" })).items.map(({ jobId }) => jobId)).toEqual([third]);
  const { deps } = shop.api;
  await plan(deps.db, deps, { networkId: "north", kind: "debit-notice", key: "again" });
  await sql`update due_work set attempts = 3, last_error = 'once more' where key = 'again'`.execute(deps.db);
  expect((await list(local, { failing: true })).items).toMatchObject([
    { kind: "debit-notice", attempts: 3, givenUpAt: null, nextTryAt: expect.any(String) },
  ]);
  expect((await state(local)).failing).toBe(1);
});

// covers: jobs of a network in the office, and those of the installation for admins of every network
test("an admin sees and changes the jobs of the network, and those of no network only as an admin of every network", async () => {
  const own = await givenUp("payment");
  const wide = await givenUp("dispute", { networkId: null });
  const foreign = await givenUp("payment", { networkId: "south" });
  const seen = async (staff: TestStaff) => (await list(staff)).items.map(({ jobId }) => jobId).toSorted();
  expect(await seen(local)).toEqual([own]);
  expect(await seen(everywhere)).toEqual([own, wide].toSorted());
  expect(await state(local)).toMatchObject({ seesInstallation: false, givenUp: [{ kind: "payment", count: 1 }] });
  expect((await state(everywhere)).givenUp.map(({ kind }) => kind)).toEqual(["dispute", "payment"]);
  for (const jobId of [wide, foreign, "nothing"]) {
    expect((await retry(local, { jobId })).http).toBe(404);
    expect((await drop(local, jobId)).http).toBe(404);
  }
  expect((await retry(local, { kind: "payment" })).body).toEqual(expect.objectContaining({ retried: 1 }));
  expect(await seen(everywhere)).toEqual([wide]);
  expect((await retry(everywhere, { jobId: wide })).body).toMatchObject({ retried: 1 });
});

// covers: failed e-mails and jobs are retried in the office, one or all of a kind
test("a retry makes one job, or all of a kind, due at once, with an audit entry", async () => {
  const jobs = [await givenUp("payment"), await givenUp("payment"), await givenUp("installment")];
  const [one = ""] = jobs;
  expect((await retry(local, {})).body.error?.code).toBe("FIELD_REQUIRED");
  expect((await retry(local, { jobId: one, kind: "payment" })).body.error?.code).toBe("FIELD_REQUIRED");
  expect((await retry(local, { jobId: one })).body).toMatchObject({ retried: 1 });
  expect((await retry(local, { jobId: one })).http).toBe(404);
  expect(await actsOn(one)).toEqual([{ act: "job.retry", reason: null }]);
  expect((await retry(local, { kind: "payment" })).body).toMatchObject({ retried: 1 });
  expect((await list(local)).items.map(({ kind }) => kind)).toEqual(["installment"]);
});

// covers: a failed job is dropped in the office with a reason, unless money or tickets would be lost
test("a dropped e-mail is never sent, and its reason is in the audit log; what would lose money or tickets stays", async () => {
  await testPerson(shop.api.deps);
  const accounts = await sql<{ id: string }>`select id from account order by id desc limit 1`.execute(shop.api.deps.db);
  const { id, messageId } = await failedEmail("dropped@example.org", accounts.rows[0]?.id ?? null);
  expect((await drop(local, id)).http).toBe(200);
  expect((await drop(local, id)).http).toBe(404);
  expect(await actsOn(id)).toEqual([{ act: "job.drop", reason: "Sent by post" }]);
  const mail = await sql`select contents, sent_at as "sentAt", expired_at is not null as "isOver" from mail
    where message_id = ${messageId}`.execute(shop.api.deps.db);
  expect(mail.rows).toEqual([{ contents: {}, sentAt: null, isOver: true }]);
  const money = await givenUp("rest-refund");
  expect((await drop(local, money)).body.error).toMatchObject({
    ...{ code: "TRANSITION_NOT_ALLOWED", details: { reason: "MONEY" } },
  });
  const waiting = await givenUp("document-reminder");
  await sql`update due_work set given_up_at = null where id = ${waiting}`.execute(shop.api.deps.db);
  expect((await drop(local, waiting)).http).toBe(404);
  expect((await list(local)).items.map(({ jobId }) => jobId)).toEqual([money]);
});

test("every kind of job has a rule, and a kind of another version cannot be dropped", () => {
  const isMail = (kind: string) => kind === "mail" || kind === "urgent-mail";
  expect(Object.keys(dropRules).toSorted()).toEqual(
    Object.keys(jobHandlers)
      .filter((kind) => !isMail(kind))
      .toSorted(),
  );
  for (const [kind, handler] of Object.entries(jobHandlers))
    expect([kind, dropRules[kind] === "RECURRING"]).toEqual([kind, handler.recurring === true]);
  const plain = { template: null, isToGuest: false, hasVoucher: false };
  expect(dropRefusalOf({ ...plain, kind: "of-tomorrow" })).toBe("UNKNOWN");
  const email = { ...plain, kind: "mail" };
  expect(dropRefusalOf({ ...email, template: "order-confirmation" })).toBe(null);
  expect(dropRefusalOf({ ...email, template: "order-confirmation", isToGuest: true })).toBe("TICKETS");
  expect(dropRefusalOf({ ...email, template: "compensation-made", hasVoucher: true })).toBe("MONEY");
  expect(dropRefusalOf({ ...email, template: "refund-needs-account" })).toBe("MONEY");
});

// covers: the state of the installation in the office: unreachable parties, version and database
test("the state names unreachable parties, the version, and the database with its newest migration", async () => {
  await beginOutage(shop.api.deps.db, "mail-server", shop.api.clock.iso());
  expect(await state(local)).toMatchObject({
    unreachable: [{ party: "mail-server", since: expect.any(String), retryAt: expect.any(String) }],
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    database: {
      version: expect.stringMatching(/^\d+/),
      migration: expect.stringMatching(/^\d{4}-.*\.sql$/),
      migratedAt: expect.any(String),
      pending: [],
    },
  });
});
