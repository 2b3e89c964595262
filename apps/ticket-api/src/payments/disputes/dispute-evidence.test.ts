import { sql } from "kysely";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dispute, disputeOfOrder, openDisputeShop } from "../../testing/providers/dispute-shop.ts";
import { testPerson } from "../../testing/test-people.ts";
import type { Shop } from "../../testing/test-purchase.ts";
import { bought, refundableArticles } from "../../testing/test-refunds.ts";
import { testStaff } from "../../testing/test-staff.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openDisputeShop(refundableArticles);
}, 60_000);
afterAll(() => shop.close());

// covers: evidence about a disputed payment as PDF: order, customer, delivery, use, terms accepted, e-mails sent
test("the evidence states order, customer, delivery, use, accepted terms and sent e-mails, and who made it stays known", async () => {
  const { db } = shop.api.deps;
  const person = await testPerson(shop.api.deps, { firstName: "Zorayda", lastName: "Quinte" });
  const { orderId, session } = await bought(shop, person, 300, ["single", 2]);
  const [ticket] = (await shop.api.call("tickets", {}, person)).body.items;
  await shop.api.call("punchTicket", { ticketId: ticket?.ticketId ?? "" }, person);
  await shop.pass(0);
  await dispute(shop, session);
  await expect
    .poll(async () => (await sql`select from dispute where order_id = ${orderId}`.execute(db)).rows.length)
    .toBe(1);
  const { id: disputeId, reference } = await disputeOfOrder(shop, orderId);
  const clerk = await testStaff(shop.api, { north: ["agent"] });
  const as = { token: clerk.token };
  const printed = await shop.api.call("printDispute", { disputeId, locale: "en" }, as);
  expect(printed.http).toBe(200);
  const text = await textOf(printed.body.bytes);
  const order = (await shop.api.call("officeOrder", { orderId }, as)).body.order;
  for (const stated of [
    ...[reference, order.number, "€3.00", "•••• 0014", "Zorayda Quinte", person.email, `no. ${ticket?.serial}`],
    ...["First use", "No use was recorded.", "Terms of use", "6 February 2026", "Confirmation with the tickets"],
  ])
    expect(text).toContain(stated);
  const acts = await sql<{ by: string }>`select s.name as by from staff_act a join staff s on s.id = a.staff_id
    where a.act = 'dispute.print' and a.thing = ${disputeId}`.execute(db);
  expect(acts.rows).toEqual([{ by: "Yanis Kermarec" }]);
});

test("the evidence is for staff of the network who serve customers", async () => {
  const person = await testPerson(shop.api.deps);
  const { orderId, session } = await bought(shop, person, 150, ["single"]);
  await dispute(shop, session);
  const { db } = shop.api.deps;
  await expect
    .poll(async () => (await sql`select from dispute where order_id = ${orderId}`.execute(db)).rows.length)
    .toBe(1);
  const { id: disputeId } = await disputeOfOrder(shop, orderId);
  const foreign = await testStaff(shop.api, { lenient: ["admin"] });
  const examiner = await testStaff(shop.api, { north: ["examiner"] });
  const asForeign = { token: foreign.token, network: "lenient" };
  expect((await shop.api.call("printDispute", { disputeId }, asForeign)).http).toBe(404);
  expect((await shop.api.call("printDispute", { disputeId }, { token: examiner.token })).http).toBe(403);
  expect((await shop.api.call("printDispute", { disputeId: "x" }, asForeign)).http).toBe(404);
});

async function textOf(pdf: Uint8Array | undefined): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(Uint8Array.from(pdf ?? [])), { mergePages: true });
  return text.replace(/\s+/g, " ");
}
