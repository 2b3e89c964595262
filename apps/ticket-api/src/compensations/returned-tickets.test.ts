import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { campaignNow, compensationsNow, drafted, euros, started } from "../testing/test-campaigns.ts";
import { testPack } from "../testing/test-pack.ts";
import { testPerson } from "../testing/test-people.ts";
import { openTestShop, type Shop } from "../testing/test-purchase.ts";
import { bought, refundableArticles, traces } from "../testing/test-refunds.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";

let shop: Shop;
let admin: TestStaff;
beforeAll(async () => {
  shop = await openTestShop({ packs: [testPack({ articles: refundableArticles })] });
  admin = await testStaff(shop.api, { north: ["admin"] });
}, 60_000);
afterAll(() => shop.close());

// covers: a ticket that was compensated is refunded for no more than the rest of its price
test("a compensated ticket that is returned later is refunded for no more than the rest of its price", async () => {
  const person = await testPerson(shop.api.deps);
  const { orderId } = await bought(shop, person, 300, ["single", 2]);
  await sql`update ticket set valid_from = issued_at - interval '1 minute', valid_until = issued_at + interval '1 hour'
    where order_id = ${orderId} and position = 0`.execute(shop.api.deps.db);
  await started(shop, admin, await drafted(shop, admin, "single", { kind: "fixed", amount: euros(100) }));
  await shop.pass(0);
  await sql`update ticket set valid_from = null, valid_until = null, status = 'pending' where order_id = ${orderId}`.execute(
    shop.api.deps.db,
  );
  const { tickets } = (await shop.api.call("quoteRefund", { orderId }, { token: person.token })).body;
  expect(tickets.map(({ paid, used, refund }) => [paid.amount, used.amount, refund.amount]).toSorted()).toEqual([
    [150, 0, 150],
    [150, 100, 50],
  ]);
  const ticketIds = tickets.filter(({ refund }) => refund.amount === 50).map(({ ticketId }) => ticketId);
  const asked = { orderId, scope: "tickets" as const, ticketIds, reason: "returned" };
  const { error } = (await shop.api.call("refundOrder", { ...asked, amount: euros(51) }, { token: admin.token })).body;
  expect(error).toMatchObject({ code: "REFUND_EXCEEDS_PAID", details: { remaining: 50 } });
  expect((await shop.api.call("refundOrder", asked, { token: admin.token })).body.refund.amount).toEqual(euros(50));
  await shop.pass(0);
  expect(await traces(shop, orderId)).toMatchObject({ notes: [100, 50], sent: [50, 100] });
  expect(await audit(shop.api.deps, { grace: 0 })).toEqual([]);
}, 120_000);

// covers: failed compensations are retried by the staff, and each ticket is paid once
test("failed compensations are retried one by one or together, each is paid once, and none for more than the price of its ticket", async () => {
  const { db } = shop.api.deps;
  const orders: string[] = [];
  for (let buyer = 0; buyer < 2; buyer += 1) {
    const person = await testPerson(shop.api.deps);
    orders.push((await bought(shop, person, 500, ["final"])).orderId);
  }
  await sql`update ticket set valid_from = issued_at - interval '1 minute', valid_until = issued_at + interval '1 hour'
    where order_id = any(${orders}::uuid[])`.execute(db);
  const paidBy = (method: string) =>
    sql`update orders set payment_method = ${method}, paid_at_counter = ${method === "CASH"}
      where id = any(${orders}::uuid[])`.execute(db);
  const retry = async (campaignId: string, compensationId?: string) => {
    const asked = { campaignId, reason: "Paid by card after all", ...(compensationId && { compensationId }) };
    return (await shop.api.call("retryCompensations", asked, { token: admin.token })).body;
  };
  // Paid at a counter, nothing is refunded.
  await paidBy("CASH");
  const campaign = await started(
    shop,
    admin,
    await drafted(shop, admin, "final", { kind: "fixed", amount: euros(100) }),
  );
  await shop.pass(0);
  expect(await campaignNow(shop, admin, campaign)).toMatchObject({
    status: "finished",
    totals: { failed: 2, paid: 0 },
  });
  const [one] = await compensationsNow(shop, admin, campaign);
  await paidBy("CARD");
  const { campaignId } = campaign;
  const answers = await Promise.all([retry(campaignId, one?.compensationId), retry(campaignId), retry(campaignId)]);
  expect(answers.reduce((sum, { retried = 0 }) => sum + retried, 0)).toBe(2);
  await shop.pass(0);
  await shop.pass(60_000);
  expect(await campaignNow(shop, admin, campaign)).toMatchObject({
    status: "finished",
    totals: { failed: 0, paid: 2 },
  });
  for (const orderId of orders) expect(await traces(shop, orderId)).toMatchObject({ notes: [100], sent: [100] });
  expect(await retry(campaignId)).toMatchObject({ retried: 0, left: 0 });
  expect((await retry(campaignId, one?.compensationId)).error?.code).toBe("NOT_FOUND");
  // Another campaign gives the rest of the price before the retry.
  await paidBy("CASH");
  const failed = await started(shop, admin, await drafted(shop, admin, "final", { kind: "fixed", amount: euros(300) }));
  await shop.pass(0);
  await paidBy("CARD");
  await started(shop, admin, await drafted(shop, admin, "final", { kind: "fixed", amount: euros(400) }));
  await shop.pass(0);
  expect(await retry(failed.campaignId)).toMatchObject({ retried: 0, left: 2, campaign: { status: "finished" } });
  for (const orderId of orders) expect((await traces(shop, orderId)).sent).toEqual([100, 400]);
  expect(await audit(shop.api.deps, { grace: 0 })).toEqual([]);
}, 120_000);
