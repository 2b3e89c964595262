import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { audit } from "../../audit/audit.ts";
import { minutesMs } from "../../clock.ts";
import { planScheduledJobs } from "../../jobs/scheduled-jobs.ts";
import { testArticle, testPack } from "../../testing/test-pack.ts";
import { testPerson } from "../../testing/test-people.ts";
import { openTestShop, orderOf, type Shop } from "../../testing/test-purchase.ts";
import { testStaff } from "../../testing/test-staff.ts";
import { reconcileMinutes } from "../payment-jobs.ts";
import { closeDiscrepancy } from "./discrepancies.ts";

let shop: Shop;
beforeAll(async () => {
  const north = testPack({ articles: [testArticle({ id: "single", price: 150 })] });
  shop = await openTestShop({ packs: [north, testPack({ id: "south" })] });
  await planScheduledJobs(shop.api.deps);
}, 60_000);
afterAll(() => shop.close());

async function bought() {
  const person = await testPerson(shop.api.deps);
  const { body } = await shop.api.call("placeOrder", orderOf(person, 150), { token: person.token });
  await shop.pay(body.paymentUrl);
  await shop.api.call("acknowledgePayment", { orderId: body.orderId }, { token: person.token });
  return { orderId: body.orderId, sessionId: new URL(body.paymentUrl ?? "").pathname.split("/").at(-1) ?? "" };
}
const orderNow = async (orderId: string) => {
  const { rows } = await sql<{ status: string; notes: number; emails: number; events: string[] }>`select o.status,
      (select count(*) from invoice where order_id = o.id and series = 'credit-note')::integer as notes,
      (select count(*) from mail where contents ->> 'orderId' = o.id::text and template = 'order-refunded')::integer as emails,
      array(select event from order_event where order_id = o.id order by id) as events
    from orders o where o.id = ${orderId}`.execute(shop.api.deps.db);
  return rows[0];
};
const differences = () => audit(shop.api.deps, { grace: 0 });

// covers §4: a refund made in the provider's dashboard is booked; the audit finds its addresses and prints them
test("a refund made at the provider is found by the sweep: if complete and unused, it cancels the order; otherwise staff decide", async () => {
  const fullRefund = await bought();
  const used = await bought();
  const partialRefund = await bought();
  await sql`update ticket set status = 'used-up' where order_id = ${used.orderId}`.execute(shop.api.deps.db);
  await shop.refundAtProvider(fullRefund.sessionId, 150);
  await shop.refundAtProvider(used.sessionId, 150);
  await shop.refundAtProvider(partialRefund.sessionId, 20);
  await shop.refundAtProvider(partialRefund.sessionId, 30);
  expect((await differences()).map(({ kind }) => kind)).toEqual(["refund-differs", "refund-differs", "refund-differs"]);
  // Each once, however often the sweep runs.
  for (let sweep = 0; sweep < 3; sweep += 1) await shop.pass(minutesMs(reconcileMinutes));
  expect(await orderNow(fullRefund.orderId)).toMatchObject({ status: "CANCELED", notes: 1, emails: 1 });
  for (const { orderId } of [used, partialRefund])
    expect(await orderNow(orderId)).toMatchObject({ status: "COMPLETED", notes: 0, emails: 0 });
  expect((await orderNow(partialRefund.orderId))?.events.filter((event) => event === "refunded-outside")).toHaveLength(
    2,
  );
  const left = await differences();
  expect(left.map(({ kind }) => kind)).toEqual(left.map(() => "payment-discrepancy"));
  expect(left).toHaveLength(3);
  for (const { subject } of left) await closeDiscrepancy(shop.api.deps, { id: subject, reason: "goodwill" });
  expect(await differences()).toEqual([]);
});

// covers: a discrepancy with the payment provider is closed in the office by an admin, with a reason and their name
test("in the office an admin of the network settles a discrepancy once, with a reason, in their name; nobody else can", async () => {
  const { api } = shop;
  const { orderId, sessionId } = await bought();
  await shop.refundAtProvider(sessionId, 40);
  await shop.pass(minutesMs(reconcileMinutes));
  const [{ subject: discrepancyId = "" } = {}] = await differences();
  const [admin, agent, stranger] = [
    await testStaff(api, { north: ["admin"] }, "Soazig Perrot"),
    await testStaff(api, { north: ["agent"] }),
    await testStaff(api, { south: ["admin"] }),
  ];
  const settle = async (
    staff: { token: string },
    values: { discrepancyId?: string; reason?: string; network?: string } = {},
  ) => {
    const { network = "north", ...overrides } = values;
    const request = { discrepancyId, reason: "A goodwill gesture", ...overrides };
    return (await api.call("settleDiscrepancy", request, { token: staff.token, network })).body.error?.code;
  };
  expect(await settle(agent)).toBe("ROLE_NOT_ALLOWED");
  expect(await settle(stranger)).toBe("ROLE_NOT_ALLOWED");
  expect(await settle(admin, { discrepancyId: "nothing" })).toBe("NOT_FOUND");
  expect(await settle(admin, { reason: "  " })).toBe("FIELD_INVALID");
  expect(await settle(stranger, { network: "south" })).toBe("NOT_FOUND");
  expect(await Promise.all([settle(admin), settle(admin)]).then((codes) => codes.toSorted())).toEqual([
    "TRANSITION_NOT_ALLOWED",
    undefined,
  ]);
  const { order } = (await api.call("officeOrder", { orderId }, { token: agent.token })).body;
  expect(order.discrepancies).toMatchObject([
    { discrepancyId, settlement: "A goodwill gesture", settledBy: "Soazig Perrot" },
  ]);
  expect((await orderNow(orderId))?.events.filter((event) => event === "discrepancy-settled")).toHaveLength(1);
  const auditEntries = await sql`select act, reason from staff_act where thing = ${discrepancyId}`.execute(api.deps.db);
  expect(auditEntries.rows).toEqual([{ act: "discrepancy.settle", reason: "A goodwill gesture" }]);
  expect(await differences()).toEqual([]);
});
