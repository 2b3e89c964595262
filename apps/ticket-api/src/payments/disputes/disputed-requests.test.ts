import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { minutesMs } from "../../clock.ts";
import { ProviderRefused, refusedAsDisputed } from "../../integrations/payment-provider.ts";
import { decide, dispute, disputeOfOrder, openDisputeShop } from "../../testing/providers/dispute-shop.ts";
import { scan } from "../../testing/test-documents.ts";
import { testArticle } from "../../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../../testing/test-people.ts";
import type { Shop } from "../../testing/test-purchase.ts";
import { bought, traces } from "../../testing/test-refunds.ts";
import { refundLateCapture } from "../payment-jobs.ts";
import { waitForDispute } from "./waiting-refunds.ts";

const named = (name: string) => ({ fr: name, en: name, ar: name, it: name, es: name });
let shop: Shop;
let person: TestPerson;
beforeAll(async () => {
  const reason = { reason: "illness", name: named("Illness"), evidence: named("Certificate") };
  const withEvidence = [{ ...reason, terms: { basis: "unused" as const } }];
  shop = await openDisputeShop([testArticle({ id: "pass", price: 150, refund: { basis: "none", withEvidence } })]);
}, 60_000);
afterAll(() => shop.close());
beforeEach(async () => {
  person = await testPerson(shop.api.deps);
});

const eventsOf = async (orderId: string) =>
  (await traces(shop, orderId)).events.filter((event) => event.startsWith("dispute"));
const paymentOf = async (orderId: string) =>
  (await sql<{ id: string }>`select id from payment where order_id = ${orderId}`.execute(shop.api.deps.db)).rows[0]
    ?.id ?? "";
const refusal = new ProviderRefused(refusedAsDisputed, "The charge has been charged back");

async function requestOf(orderId: string) {
  const { token } = person;
  const [ticket] = (await shop.api.call("quoteRefund", { orderId }, { token })).body.tickets;
  const file = { bytes: await scan(), name: "certificate.jpg", type: "image/jpeg" };
  const asked = { orderId, ticketId: ticket?.ticketId ?? "", reason: "illness" };
  return (await shop.api.call("requestRefundWithEvidence", asked, { token, file })).body.request;
}
const requestsOf = async (orderId: string) =>
  (await shop.api.call("readRefundRequests", { orderId }, { token: person.token })).body.requests;

// covers: a refund request is closed, and its evidence deleted, when its ticket is cancelled otherwise
test("a lost dispute closes the refund requests of its tickets, and deletes their evidence", async () => {
  const { orderId, session } = await bought(shop, person, 150, ["pass"]);
  const { requestId } = await requestOf(orderId);
  await dispute(shop, session);
  await expect.poll(() => eventsOf(orderId)).toEqual(["disputed"]);
  expect(await requestsOf(orderId)).toMatchObject([{ state: "pending", files: ["certificate.jpg"] }]);
  await decide(shop, (await disputeOfOrder(shop, orderId)).reference, "lost");
  await expect.poll(() => eventsOf(orderId)).toEqual(["disputed", "dispute-lost"]);
  expect(await requestsOf(orderId)).toMatchObject([{ requestId, state: "closed", files: [], refund: null }]);
  const files = await sql`select from stored_file where account_id = ${person.accountId}`.execute(shop.api.deps.db);
  expect(files.rows).toEqual([]);
});

test("an order that is cancelled as a whole closes its refund requests", async () => {
  const { orderId } = await bought(shop, person, 150, ["pass"]);
  await requestOf(orderId);
  const { deps } = shop.api;
  const network = await deps.networks.get("north");
  if (network === undefined) throw new Error("no network");
  await deps.db.transaction().execute((tx) => deps.orderHooks.cancelPaidOrder(tx, deps, network, { id: orderId }));
  expect(await requestsOf(orderId)).toMatchObject([{ state: "closed", files: [], refund: null }]);
});

test("a refund that a dispute refuses waits until the booked disputes explain it: contested or won, they do not", async () => {
  const { deps } = shop.api;
  const waits = async (orderId: string, error = refusal) =>
    (await waitForDispute(deps, { id: await paymentOf(orderId) }, error)) !== undefined;
  const [won, lost] = [await bought(shop, person, 150, ["pass"]), await bought(shop, person, 150, ["pass"])];
  expect(await waits(won.orderId)).toBe(true);
  expect(await waits(won.orderId, new ProviderRefused("expired_card", "expired"))).toBe(false);
  for (const { orderId, session } of [won, lost]) {
    await dispute(shop, session);
    await expect.poll(() => eventsOf(orderId)).toEqual(["disputed"]);
    expect(await waits(orderId)).toBe(true);
  }
  await decide(shop, (await disputeOfOrder(shop, won.orderId)).reference, "won");
  await expect.poll(() => eventsOf(won.orderId)).toEqual(["disputed", "dispute-won"]);
  expect(await waits(won.orderId)).toBe(true);
  await decide(shop, (await disputeOfOrder(shop, lost.orderId)).reference, "lost");
  await expect.poll(() => eventsOf(lost.orderId)).toEqual(["disputed", "dispute-lost"]);
  expect(await waits(lost.orderId)).toBe(false);
});

test("a late capture that is refused because of a dispute waits as well", async () => {
  const { orderId } = await bought(shop, person, 150, ["pass"]);
  const paymentId = await paymentOf(orderId);
  await sql`update payment set status = 'refunded' where id = ${paymentId}`.execute(shop.api.deps.db);
  const provider = { refund: () => Promise.reject(refusal) };
  const deps = { ...shop.api.deps, payments: { ...shop.api.deps.payments, at: () => provider } } as never;
  const before = shop.api.clock.now().getTime();
  const done = await refundLateCapture(deps, { payload: { paymentId } } as never);
  const after = shop.api.clock.now().getTime();
  expect(done).toEqual({ again: expect.any(Date) });
  const plannedAt = Number(Object(done).again) - minutesMs(35);
  expect(plannedAt).toBeGreaterThanOrEqual(before);
  expect(plannedAt).toBeLessThanOrEqual(after);
});
