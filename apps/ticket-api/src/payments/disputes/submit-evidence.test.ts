import { demoStripeKeys, stripeApiVersion } from "@guichet/contract/integrations/stripe.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { daysMs, hoursMs } from "../../clock.ts";
import { dispute, disputeOfOrder, openDisputeShop } from "../../testing/providers/dispute-shop.ts";
import { replaceProvider } from "../../testing/providers/test-provider.ts";
import { withoutEvidenceOnce, withoutEvidenceReference } from "../../testing/providers/without-guards.ts";
import { testPerson } from "../../testing/test-people.ts";
import type { Shop } from "../../testing/test-purchase.ts";
import { bought, refundableArticles } from "../../testing/test-refunds.ts";
import { type TestStaff, testStaff } from "../../testing/test-staff.ts";
import { sendEvidence } from "./submit-evidence.ts";

let shop: Shop;
let clerk: TestStaff;
beforeAll(async () => {
  shop = await openDisputeShop(refundableArticles);
}, 60_000);
afterAll(() => shop.close());
beforeEach(async () => {
  // Sessions of staff end while time passes.
  clerk = await testStaff(shop.api, { north: ["agent"] });
});

// covers: evidence about a disputed payment submitted to the bank once, with its states, before the deadline
test("the evidence is submitted with its PDF and the fields of the bank's form, and both sides say so", async () => {
  const { disputeId, reference, orderNumber } = await disputed();
  const submitted = await submit(disputeId);
  expect(submitted.body).toMatchObject({ evidence: { state: "sending", endedAt: null, refusal: null } });
  await shop.pass(0);
  expect(await read(disputeId)).toMatchObject({
    state: "under-review",
    evidence: { state: "submitted", endedAt: expect.any(String), refusal: null },
  });
  const there = await atStripe(`/v1/disputes/${reference}`);
  expect(there).toMatchObject({
    status: "under_review",
    evidence_details: { submission_count: 1 },
    evidence: {
      customer_name: "Zorayda Quinte",
      customer_email_address: expect.stringContaining("@"),
      product_description: expect.stringContaining(orderNumber),
      service_date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      access_activity_log: expect.stringMatching(/First use/),
      uncategorized_file: expect.stringMatching(/^file_/),
    },
  });
  const file = await atStripe(`/v1/files/${there.evidence.uncategorized_file}`);
  expect(file).toMatchObject({ filename: `dispute-${orderNumber}.pdf`, type: "pdf" });
  const { db } = shop.api.deps;
  const stored = await sql`select from dispute_evidence where document is not null or fields is not null`.execute(db);
  expect(stored.rows).toEqual([]);
  const acts = await sql<{ count: number }>`select count(*)::integer as count from staff_act
    where act = 'dispute.submit' and thing = ${disputeId}`.execute(db);
  expect(acts.rows).toEqual([{ count: 1 }]);
  expect(await submit(disputeId)).toMatchObject(refused("EVIDENCE_SUBMITTED"));
});

test("requested by several at once and sent by two servers, after lost answers too, it is submitted once", async () => {
  const { disputeId, reference } = await disputed();
  const requests = await Promise.all([1, 2, 3].map(() => submit(disputeId)));
  expect(requests.filter(({ http }) => http === 200)).toHaveLength(1);
  await shop.behave("lost-answer", 2);
  const { deps } = shop.api;
  const row = await sql<{
    reference: string;
  }>`select reference from dispute_evidence where dispute_id = ${disputeId}`.execute(deps.db);
  const job = { key: disputeId } as Parameters<typeof sendEvidence>[1];
  await Promise.allSettled([sendEvidence(deps, job), sendEvidence(deps, job)]);
  await shop.behave("lost-answer", 0);
  await shop.pass(hoursMs(2));
  clerk = await testStaff(shop.api, { north: ["agent"] });
  expect(await atStripe(`/v1/disputes/${reference}`)).toMatchObject({
    evidence_details: { submission_count: 1 },
    metadata: { evidence: row.rows[0]?.reference },
  });
  expect(await read(disputeId)).toMatchObject({ evidence: { state: "submitted" } });
});

test("control: where the database forgets what is being sent, several members submit at once", async () => {
  const { disputeId } = await disputed();
  const restore = await withoutEvidenceOnce(shop.api.deps.db);
  const requests = await Promise.all([1, 2, 3].map(() => submit(disputeId)));
  await restore();
  expect(requests.filter(({ http }) => http === 200)).toHaveLength(3);
});

test("control: where the provider cannot recognise a repetition, two servers submit the same evidence twice", async () => {
  const { deps } = shop.api;
  const restore = replaceProvider(deps, withoutEvidenceReference);
  let most = 0;
  // A server that is late finds the submission of the other: then they are tried again.
  for (let tries = 0; tries < controlTries && most < 2; tries += 1) {
    const { disputeId, reference } = await disputed();
    await submit(disputeId);
    const job = { key: disputeId } as Parameters<typeof sendEvidence>[1];
    await Promise.allSettled([sendEvidence(deps, job), sendEvidence(deps, job)]);
    most = Math.max(most, (await atStripe(`/v1/disputes/${reference}`)).evidence_details.submission_count);
  }
  restore();
  expect(most).toBe(2);
});

const controlTries = 5;

test("evidence is refused when it was submitted in the dashboard, after the deadline, and when the bank waits for none", async () => {
  const elsewhere = await disputed();
  await submit(elsewhere.disputeId);
  await atStripe(`/v1/disputes/${elsewhere.reference}`, { "evidence[uncategorized_text]": "receipt" });
  await shop.pass(0);
  expect(await read(elsewhere.disputeId)).toMatchObject({
    evidence: { state: "refused", refusal: "evidence_submitted" },
  });
  const late = await disputed();
  await shop.pass(daysMs(10));
  clerk = await testStaff(shop.api, { north: ["agent"] });
  expect(await submit(late.disputeId)).toMatchObject(refused("EVIDENCE_OVERDUE"));
  await sql`update dispute set state = 'won', evidence_due_at = null where id = ${late.disputeId}`.execute(
    shop.api.deps.db,
  );
  expect(await submit(late.disputeId)).toMatchObject(refused("EVIDENCE_NOT_AWAITED"));
});

test("evidence is submitted by staff of the network who serve customers", async () => {
  const { disputeId } = await disputed();
  const foreign = await testStaff(shop.api, { lenient: ["admin"] });
  const examiner = await testStaff(shop.api, { north: ["examiner"] });
  const asForeign = { token: foreign.token, network: "lenient" };
  expect((await shop.api.call("submitDisputeEvidence", { disputeId }, asForeign)).http).toBe(404);
  expect((await shop.api.call("submitDisputeEvidence", { disputeId }, { token: examiner.token })).http).toBe(403);
  expect((await submit("x")).http).toBe(404);
});

// covers: disputes listed by the deadline for evidence, filtered by state and paged
test("disputes that wait for evidence come first by their deadline, then the others, by state and page by page", async () => {
  const { db } = shop.api.deps;
  const ids: string[] = [];
  for (let made = 0; made < 4; made += 1) ids.push((await disputed()).disputeId);
  const [later = "", decided = "", first = "", submitted = ""] = ids;
  await sql`delete from dispute_evidence where not dispute_id = any(${ids})`.execute(db);
  await sql`delete from dispute where not id = any(${ids})`.execute(db);
  const dueIn = (days: number) => new Date(Date.parse(shop.api.clock.iso()) + daysMs(days)).toISOString();
  await sql`update dispute set evidence_due_at = ${dueIn(9)} where id = ${later}`.execute(db);
  await sql`update dispute set evidence_due_at = ${dueIn(3)} where id = ${first}`.execute(db);
  await sql`update dispute set state = 'won', decided_at = now(), opened_at = opened_at - interval '1 day'
    where id = ${decided}`.execute(db);
  await sql`update dispute set evidence_due_at = ${dueIn(2)} where id = ${submitted}`.execute(db);
  await submit(submitted);
  const { items } = await list({});
  expect(items.map(({ disputeId }) => disputeId)).toEqual([first, later, submitted, decided]);
  const pages = [];
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const page = await list({ limit: 1, ...(cursor === undefined ? {} : { cursor }) });
    pages.push(...page.items.map(({ disputeId }) => disputeId));
    cursor = page.nextCursor;
  }
  expect(pages).toEqual([first, later, submitted, decided]);
  expect((await list({ state: "won" })).items.map(({ disputeId }) => disputeId)).toEqual([decided]);
  expect((await list({ open: true })).items).toHaveLength(3);
  expect((await list({ open: false, state: "needs-response" })).items).toEqual([]);
  const refusals = await Promise.all([first, submitted, decided].map(evidenceRefusalOf));
  expect(refusals).toEqual([null, "EVIDENCE_SUBMITTED", "EVIDENCE_NOT_AWAITED"]);
});

/** A new disputed payment of two tickets, of which one was used. */
async function disputed() {
  const { db } = shop.api.deps;
  const person = await testPerson(shop.api.deps, { firstName: "Zorayda", lastName: "Quinte" });
  const { orderId, session } = await bought(shop, person, 300, ["single", 2]);
  const [ticket] = (await shop.api.call("tickets", {}, person)).body.items;
  await shop.api.call("punchTicket", { ticketId: ticket?.ticketId ?? "" }, person);
  await dispute(shop, session);
  await expect
    .poll(async () => (await sql`select from dispute where order_id = ${orderId}`.execute(db)).rows.length, {
      timeout: 10_000,
    })
    .toBe(1);
  const { id: disputeId, reference } = await disputeOfOrder(shop, orderId);
  const found = await sql<{ number: string }>`select number from orders where id = ${orderId}`.execute(db);
  return { disputeId, reference, orderNumber: found.rows[0]?.number ?? "" };
}

const submit = (disputeId: string) =>
  shop.api.call("submitDisputeEvidence", { disputeId, locale: "en" }, { token: clerk.token });
const read = async (disputeId: string) =>
  (await shop.api.call("getDispute", { disputeId }, { token: clerk.token })).body.dispute;
const evidenceRefusalOf = async (disputeId: string) =>
  (await shop.api.call("getDispute", { disputeId }, { token: clerk.token })).body.evidenceRefusal;
const list = async (filter: Parameters<typeof shop.api.call<"listDisputes">>[1]) =>
  (await shop.api.call("listDisputes", filter, { token: clerk.token })).body;
const refused = (reason: string) => ({
  http: 409,
  body: { error: { code: "TRANSITION_NOT_ALLOWED", details: { reason } } },
});

/** Reads or, with parameters, changes something at the stand-in of Stripe, as its dashboard does. */
async function atStripe(path: string, params?: Record<string, string>) {
  const headers = { authorization: `Bearer ${demoStripeKeys.apiKey}`, "stripe-version": stripeApiVersion };
  const change = params === undefined ? {} : { method: "POST", body: new URLSearchParams(params) };
  return (await fetch(new URL(path, shop.sandbox.url), { headers, ...change })).json();
}
