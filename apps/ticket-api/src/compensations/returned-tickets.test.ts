import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { drafted, euros, started } from "../testing/test-campaigns.ts";
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
