import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { daysMs } from "../clock.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { testPerson } from "../testing/test-people.ts";
import { openTestShop, type Shop } from "../testing/test-purchase.ts";
import { bought, traces, vatSums } from "../testing/test-refunds.ts";
import { testStaff } from "../testing/test-staff.ts";

let shop: Shop;
beforeAll(async () => {
  const paymentOptions = [{ paymentMethods: ["CARD" as const], installments: 3, period: "P1M" as const }];
  const articles = [testArticle({ id: "yearly", price: 10_000, paymentOptions, refund: { basis: "unused" } })];
  shop = await openTestShop({ packs: [testPack({ articles, network: { refundApprovalAbove: 5_000 } })] });
}, 60_000);
afterAll(() => shop.close());

const euros = (amount: number) => ({ amount, currency: "EUR" });
const inThree = async () => {
  const person = await testPerson(shop.api.deps);
  return { person, ...(await bought(shop, person, 10_000, { installments: 3 }, ["yearly"])) };
};
type Scope = { scope: "order" } | { scope: "goodwill"; amount: { amount: number; currency: string } };
const refund = async (staff: { token: string }, orderId: string, more: Scope = { scope: "order" }) =>
  (await shop.api.call("refundOrder", { orderId, reason: "moved", ...more }, { token: staff.token })).body;
const installments = async (orderId: string) => {
  const { rows } = await sql<{ status: string }>`select status from installment where order_id = ${orderId}
    order by position`.execute(shop.api.deps.db);
  return rows.map(({ status }) => status);
};
const owed = async (orderId: string) => {
  const { rows } = await sql<{ sum: number }>`select coalesce(sum(amount), 0)::integer as sum from ledger_entry
    where order_id = ${orderId} and side = 'receivable'`.execute(shop.api.deps.db);
  return rows[0]?.sum;
};

// covers: staff cancel an order with open installments: these are dropped, then what was paid is refunded
test("an order with open installments is cancelled: they are dropped, and what was paid is refunded", async () => {
  const clerk = await testStaff(shop.api, { north: ["agent"] });
  const { orderId } = await inThree();
  expect((await refund(clerk, orderId)).refund).toMatchObject({ status: "approved", amount: euros(3334) });
  await shop.pass(0);
  expect(await traces(shop, orderId)).toMatchObject({
    ...{ status: "CANCELED", tickets: ["cancelled"], notes: [10_000], emails: 1, sent: [3334] },
  });
  expect([await installments(orderId), await owed(orderId)]).toEqual([["withdrawn", "withdrawn", "withdrawn"], 0]);
  expect(await vatSums(shop, orderId, "credit-note")).toEqual(await vatSums(shop, orderId, "invoice"));
  // Nothing is collected on the days of the dropped installments.
  for (let month = 0; month < 3; month += 1) await shop.pass(daysMs(31));
  expect((await shop.ledger(orderId)).map(({ kind }) => kind)).toEqual(["session", "capture", "refund"]);
  expect(await audit(shop.api.deps, { grace: 0 })).toEqual([]);
}, 60_000);

test("an installment that is collected before the second person decides changes the amount: nothing happens", async () => {
  const { orderId } = await inThree();
  for (let day = 0; day < 32; day += 1) await shop.pass(daysMs(1));
  expect(await installments(orderId)).toEqual(["paid", "paid", "planned"]);
  const clerk = await testStaff(shop.api, { north: ["agent"] });
  const waiting = await refund(clerk, orderId);
  expect(waiting.refund).toMatchObject({ status: "awaiting", amount: euros(6667) });
  for (let day = 0; day < 32; day += 1) await shop.pass(daysMs(1));
  const later = await testStaff(shop.api, { north: ["agent"] }, "Maud Kerbrat");
  const { refundId } = waiting.refund;
  const decide = (decision: "approve" | "refuse") =>
    shop.api.call("decideRefund", { refundId, decision }, { token: later.token });
  expect((await decide("approve")).body.error).toMatchObject({
    code: "REFUND_EXCEEDS_PAID",
    details: { remaining: 10_000 },
  });
  expect(await traces(shop, orderId)).toMatchObject({ status: "COMPLETED", notes: [], sent: [] });
}, 120_000);

test("some tickets, or an amount, of an order with open installments are refused with the reason", async () => {
  const clerk = await testStaff(shop.api, { north: ["agent"] });
  const { orderId } = await inThree();
  expect((await refund(clerk, orderId, { scope: "goodwill", amount: euros(100) })).error).toMatchObject({
    code: "REFUND_REFUSED",
    details: { reason: "INSTALLMENTS" },
  });
  await sql`update installment set status = 'begun' where order_id = ${orderId} and position = 2`.execute(
    shop.api.deps.db,
  );
  // One that is being collected right now is settled first.
  expect((await refund(clerk, orderId)).error?.details).toEqual({ reason: "INSTALLMENTS" });
  await sql`update installment set status = 'planned' where order_id = ${orderId} and position = 2`.execute(
    shop.api.deps.db,
  );
}, 60_000);
