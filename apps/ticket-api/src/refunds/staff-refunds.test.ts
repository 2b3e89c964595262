import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, orderOf, type Shop } from "../testing/test-purchase.ts";
import { bought, refundableArticles, traces, vatSums } from "../testing/test-refunds.ts";
import { testStaff } from "../testing/test-staff.ts";

let shop: Shop;
beforeAll(async () => {
  const network = { refundApprovalAbove: 1000 };
  const vouchers = [{ code: "MINUS50", type: "AMOUNT", amount: 50, limit: 100 }];
  const packs = [
    testPack({ articles: refundableArticles, network, vouchers }),
    testPack({ id: "south", articles: refundableArticles.slice(0, 1) }),
  ];
  shop = await openTestShop({ packs });
}, 60_000);
afterAll(() => shop.close());

const reason = "Line 4 did not run";
const euros = (amount: number) => ({ amount, currency: "EUR" });
const differences = () => audit(shop.api.deps, { grace: 0 });
const agent = (name = "Soazig Perrot") => testStaff(shop.api, { north: ["agent"] }, name);
const manager = (name = "Soazig Perrot") => testStaff(shop.api, { north: ["manager"] }, name);

interface Asked {
  scope: "order" | "tickets" | "goodwill";
  ticketIds?: string[];
  amount?: { amount: number; currency: string };
  expected?: { amount: number; currency: string };
  reason?: string;
}
const refund = async (staff: { token: string }, orderId: string, asked: Asked, idempotencyKey?: string) => {
  const options = { token: staff.token, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) };
  return (await shop.api.call("refundOrder", { orderId, reason, ...asked }, options)).body;
};
const ticketsOf = async (orderId: string, person: { token: string }) =>
  (await shop.api.call("quoteRefund", { orderId }, { token: person.token })).body.tickets.map(
    ({ ticketId }) => ticketId,
  );

/** Places an order that a voucher pays for in full; it is complete at once. */
async function placedFree(person: TestPerson): Promise<string> {
  const { articles, ...order } = orderOf(person, 0);
  const free = {
    ...order,
    vouchers: ["MINUS50"],
    articles: articles.map((line) => ({ ...line, productId: "parking" })),
  };
  const options = { token: person.token, idempotencyKey: crypto.randomUUID() };
  const { body } = await shop.api.call("placeOrder", free, options);
  if (body.error !== undefined) throw new Error(`not placed: ${JSON.stringify(body)}`);
  return body.orderId;
}

describe("the staff refund an order", () => {
  // covers: staff refund an amount as goodwill, tickets, or a whole order, with a reason
  test("an amount as goodwill: the tickets stay valid; a repeated request is one refund", async () => {
    const [person, clerk] = [await testPerson(shop.api.deps), await agent()];
    const { orderId } = await bought(shop, person, 300, ["single", 2]);
    const key = crypto.randomUUID();
    const asked = { scope: "goodwill", amount: euros(80) } as const;
    const [first, again] = [await refund(clerk, orderId, asked, key), await refund(clerk, orderId, asked, key)];
    expect(again).toEqual(first);
    expect(first.refund).toMatchObject({
      ...{
        scope: "goodwill",
        status: "approved",
        amount: euros(80),
        reason,
        requestedBy: "Soazig Perrot",
        decidedBy: null,
      },
      creditNoteNumber: expect.stringContaining("A-NORTH"),
    });
    await shop.pass(0);
    expect(await traces(shop, orderId)).toMatchObject({
      ...{ status: "COMPLETED", tickets: ["pending", "pending"], notes: [80], emails: 1, sent: [80] },
    });
    // Never more than what is left of the payment.
    expect((await refund(clerk, orderId, { scope: "goodwill", amount: euros(221) })).error).toMatchObject({
      code: "REFUND_EXCEEDS_PAID",
      details: { remaining: 220 },
    });
    const { items } = (await shop.api.call("listRefunds", { orderId }, { token: clerk.token })).body;
    expect(items).toMatchObject([{ refundId: first.refund.refundId, sent: euros(80) }]);
    expect(await differences()).toEqual([]);
  });

  // covers: the office shows an order with prices, VAT, payments, documents and who refunded why
  test("the order's page has prices, VAT, payment, documents, tickets and history; documents are printed for its network only", async () => {
    const [person, clerk] = [await testPerson(shop.api.deps), await agent()];
    const { orderId, session } = await bought(shop, person, 350, ["single", 2], ["parking"]);
    await refund(clerk, orderId, { scope: "goodwill", amount: euros(80) });
    const asking = { token: clerk.token };
    const { order } = (await shop.api.call("officeOrder", { orderId }, asking)).body;
    expect(order.pricedLines).toMatchObject([
      { kind: "article", quantity: 2, unitPrice: euros(150), discount: euros(0), total: euros(300), vatRate: 10 },
      { kind: "article", quantity: 1, total: euros(50), vatRate: 20, travellerId: person.userId },
    ]);
    expect(order.vat).toMatchObject([
      { rate: 10, gross: euros(300) },
      { rate: 20, vat: euros(8), gross: euros(50) },
    ]);
    expect(order.payments).toMatchObject([
      { kind: "page", method: "CARD", status: "captured", amount: euros(350), refunded: euros(80), reference: session },
    ]);
    expect(order.balance).toEqual({
      ...{ received: euros(350), refunded: euros(80), toCollect: euros(0), unpaid: euros(0) },
    });
    expect(order.documents.map(({ kind, total }) => [kind, total])).toEqual([
      ["invoice", euros(350)],
      ["credit-note", euros(80)],
    ]);
    expect(order.tickets.map(({ state }) => state)).toEqual(["pending", "pending", "pending"]);
    expect(order.history.at(-1)).toMatchObject({ event: "goodwill-refunded", by: "Soazig Perrot", reason });
    for (const { number } of order.documents) {
      const printed = await shop.api.call("printOrderDocument", { orderId, number }, asking);
      expect([printed.http, printed.body.type]).toEqual([200, "application/pdf"]);
    }
    expect((await shop.api.call("printOrderDocument", { orderId, number: "F-NORTH-0" }, asking)).http).toBe(404);
    const south = await testStaff(shop.api, { south: ["agent"] });
    const number = order.documents[0]?.number ?? "";
    const foreign = { token: south.token, network: "south" };
    expect((await shop.api.call("printOrderDocument", { orderId, number }, foreign)).http).toBe(404);
  });

  // covers: staff see a refund line by line before they confirm its amount, and confirm no other one
  test("a preview says what becomes of each ticket and the money; a refund of another amount than the confirmed one is not made", async () => {
    const [person, clerk] = [await testPerson(shop.api.deps), await agent()];
    const { orderId } = await bought(shop, person, 650, ["single"], ["final"]);
    const [single = "", final = ""] = await ticketsOf(orderId, person);
    const preview = async (asked: Partial<Asked> = {}) =>
      (await shop.api.call("previewRefund", { orderId, ...asked }, { token: clerk.token })).body;
    expect(await preview()).toMatchObject({
      ...{ remaining: euros(650), refund: null, refusal: null },
      tickets: [
        { ticketId: single, paid: euros(150), byPolicy: { refund: euros(150), refusal: null }, isRefundable: true },
        { ticketId: final, left: euros(500), byPolicy: { refund: euros(0), refusal: "NOT_REFUNDABLE" } },
      ],
    });
    expect(await preview({ scope: "tickets", ticketIds: [final], amount: euros(400) })).toMatchObject({
      refund: {
        ...{ amount: euros(400), dropped: [], paidBack: euros(400), needsApproval: false },
        destinations: [{ method: "CARD", lastDigits: "0014", from: null, amount: euros(400) }],
      },
      tickets: [
        { refund: null, isCancelled: false },
        { refund: euros(400), isCancelled: true },
      ],
    });
    expect(await preview({ scope: "goodwill", amount: euros(651) })).toMatchObject({ refusal: "EXCEEDS_PAID" });
    const whole = await preview({ scope: "order" });
    expect(whole.tickets.map(({ isCancelled }) => isCancelled)).toEqual([true, true]);
    // Somebody else refunds meanwhile: the page is stale.
    await refund(clerk, orderId, { scope: "goodwill", amount: euros(50) });
    const expected = whole.refund?.amount ?? euros(0);
    expect((await refund(clerk, orderId, { scope: "order", expected })).error).toMatchObject({
      ...{ code: "REFUND_AMOUNT_CHANGED", details: euros(600) },
    });
    expect(await traces(shop, orderId)).toMatchObject({ status: "COMPLETED", notes: [50] });
    const now = (await preview({ scope: "order" })).refund?.amount ?? euros(0);
    expect((await refund(clerk, orderId, { scope: "order", expected: now })).refund).toMatchObject({
      ...{ amount: euros(600), isOwn: true },
    });
    expect(await preview({ scope: "goodwill", amount: euros(1) })).toMatchObject({ refusal: "ORDER_NOT_PAID" });
    const foreign = { token: (await testStaff(shop.api, { south: ["agent"] })).token, network: "south" };
    expect((await shop.api.call("previewRefund", { orderId }, foreign)).http).toBe(404);
  });

  test("tickets that the policy excludes, whole or for less; then the rest of the order, which cancels it", async () => {
    const [person, clerk] = [await testPerson(shop.api.deps), await agent()];
    const { orderId } = await bought(shop, person, 950, ["final"], ["single", 3]);
    const [final = "", single = "", other = ""] = await ticketsOf(orderId, person);
    await shop.api.call("punchTicket", { ticketId: single }, { token: person.token });
    expect(
      (await refund(clerk, orderId, { scope: "tickets", ticketIds: [final], amount: euros(501) })).error?.code,
    ).toBe("REFUND_EXCEEDS_PAID");
    expect(
      (await refund(clerk, orderId, { scope: "tickets", ticketIds: [final], amount: euros(400) })).refund.amount,
    ).toEqual(euros(400));
    // A ticket in use, too: staff decide.
    expect((await refund(clerk, orderId, { scope: "tickets", ticketIds: [single] })).refund.amount).toEqual(euros(150));
    expect((await refund(clerk, orderId, { scope: "tickets", ticketIds: [single, other] })).error).toMatchObject({
      code: "REFUND_REFUSED",
      details: { reason: "REFUNDED" },
    });
    await shop.pass(0);
    expect(await traces(shop, orderId)).toMatchObject({ notes: [400, 150], sent: [150, 400], status: "COMPLETED" });
    expect(await differences()).toEqual([]);
    const whole = await refund(clerk, orderId, { scope: "order" });
    expect(whole.refund).toMatchObject({ amount: euros(400), status: "approved" });
    await shop.pass(0);
    expect(await traces(shop, orderId)).toMatchObject({
      ...{ status: "CANCELED", tickets: ["cancelled", "cancelled", "cancelled", "cancelled"], emails: 3 },
      ...{ notes: [400, 150, 400], sent: [150, 400, 400] },
    });
    expect(await differences()).toEqual([]);
  });

  // covers §6: the VAT of all credit notes of an order is that of its invoice, rate by rate and to the cent
  test("an amount over two VAT rates, then a ticket of one, then the rest: each rate is credited as it was invoiced", async () => {
    const [person, clerk] = [await testPerson(shop.api.deps), await agent()];
    const { orderId } = await bought(shop, person, 200, ["single"], ["parking"]);
    expect((await refund(clerk, orderId, { scope: "goodwill", amount: euros(30) })).refund.status).toBe("approved");
    const [single = ""] = await ticketsOf(orderId, person);
    expect((await refund(clerk, orderId, { scope: "tickets", ticketIds: [single] })).refund.amount).toEqual(euros(150));
    expect((await refund(clerk, orderId, { scope: "order" })).refund.amount).toEqual(euros(20));
    await shop.pass(0);
    expect(await traces(shop, orderId)).toMatchObject({
      status: "CANCELED",
      notes: [30, 150, 20],
      sent: [20, 30, 150],
    });
    const [invoiced, credited] = [await vatSums(shop, orderId, "invoice"), await vatSums(shop, orderId, "credit-note")];
    expect(invoiced).toEqual([
      { rate: 10, gross: 150, vat: 14 },
      { rate: 20, gross: 50, vat: 8 },
    ]);
    expect(credited).toEqual(invoiced);
    expect(await differences()).toEqual([]);
  });

  // covers: a cancelled order returns its voucher
  test("a whole order: everything is refunded, and its voucher can be used again", async () => {
    const [person, clerk] = [await testPerson(shop.api.deps), await agent()];
    const { orderId } = await bought(shop, person, 250, { vouchers: ["MINUS50"] }, ["single", 2]);
    const { refund: made } = await refund(clerk, orderId, { scope: "order" });
    expect(made.amount).toEqual(euros(250));
    await shop.pass(0);
    expect(await traces(shop, orderId)).toMatchObject({ status: "CANCELED", notes: [250], emails: 1, sent: [250] });
    const { items } = (await shop.api.call("listRefunds", { orderId }, { token: clerk.token })).body;
    expect(items).toMatchObject([{ sent: euros(250), creditNoteNumber: expect.stringContaining("A-NORTH") }]);
    expect((await refund(clerk, orderId, { scope: "order" })).error?.details).toEqual({ reason: "ORDER_NOT_PAID" });
    expect(await differences()).toEqual([]);
  });

  // covers: an order that cost nothing is cancelled with an e-mail that speaks of no refund
  test("an order that cost nothing, or of which nothing is left: cancelled, with an e-mail without a refund", async () => {
    const [person, clerk] = [await testPerson(shop.api.deps), await agent()];
    const free = await placedFree(person);
    expect((await refund(clerk, free, { scope: "order" })).refund).toMatchObject({ amount: euros(0) });
    const paid = await bought(shop, person, 150, ["single"]);
    await refund(clerk, paid.orderId, { scope: "goodwill", amount: euros(150) });
    await refund(clerk, paid.orderId, { scope: "order" });
    await shop.pass(0);
    expect(await traces(shop, free)).toMatchObject({ status: "CANCELED", tickets: ["cancelled"], emails: 0, sent: [] });
    expect(await traces(shop, paid.orderId)).toMatchObject({
      status: "CANCELED",
      notes: [150],
      emails: 1,
      sent: [150],
    });
    const { rows } = await sql<{ orderId: string }>`select contents ->> 'orderId' as "orderId" from mail
      where template = 'order-cancelled-by-staff' order by created_at`.execute(shop.api.deps.db);
    expect(new Set(rows.map((row) => row.orderId))).toEqual(new Set([free, paid.orderId]));
    expect(rows).toHaveLength(2);
    expect(await differences()).toEqual([]);
  });

  // covers: a refund above the network's threshold waits for a second member of the staff
  test("above the threshold a second person decides: not the same one, and once", async () => {
    const [person, clerk, second] = [await testPerson(shop.api.deps), await manager(), await manager("Yann Le Goff")];
    const { orderId } = await bought(shop, person, 2400, ["carnet", 2]);
    const ticketIds = await ticketsOf(orderId, person);
    const waiting = await refund(clerk, orderId, { scope: "tickets", ticketIds });
    expect(waiting.refund).toMatchObject({ status: "awaiting", amount: euros(2400), creditNoteNumber: null });
    expect(await traces(shop, orderId)).toMatchObject({ tickets: ["pending", "pending"], notes: [], emails: 0 });
    const { refundId } = waiting.refund;
    const decide = async (staff: { token: string }, decision: "approve" | "refuse") =>
      (await shop.api.call("decideRefund", { refundId, decision }, { token: staff.token })).body;
    expect((await decide(clerk, "approve")).error?.code).toBe("SECOND_PERSON_REQUIRED");
    const { items } = (await shop.api.call("listRefunds", { status: "awaiting" }, { token: second.token })).body;
    expect(items.map((item) => item.refundId)).toEqual([refundId]);
    const decided = await Promise.all([decide(second, "approve"), decide(second, "approve"), decide(second, "refuse")]);
    expect(decided.filter(({ error }) => error === undefined)).toHaveLength(1);
    await shop.pass(0);
    const after = await traces(shop, orderId);
    if (decided[2]?.error === undefined) expect(after).toMatchObject({ tickets: ["pending", "pending"], sent: [] });
    else expect(after).toMatchObject({ tickets: ["cancelled", "cancelled"], notes: [2400], sent: [2400] });
    expect(await differences()).toEqual([]);
  });

  test("a refund that was refused, or is no longer possible, moves no money", async () => {
    const [person, clerk, second] = [await testPerson(shop.api.deps), await manager(), await manager("Yann Le Goff")];
    const { orderId } = await bought(shop, person, 1200, ["carnet"]);
    const asked = { scope: "goodwill", amount: euros(1100) } as const;
    const [one, two] = [await refund(clerk, orderId, asked), await refund(clerk, orderId, asked)];
    const decide = async (refundId: string, decision: "approve" | "refuse") =>
      (await shop.api.call("decideRefund", { refundId, decision, reason: "no" }, { token: second.token })).body;
    expect((await decide(one.refund.refundId, "approve")).refund.status).toBe("approved");
    expect((await decide(two.refund.refundId, "approve")).error?.code).toBe("REFUND_EXCEEDS_PAID");
    expect((await decide(two.refund.refundId, "refuse")).refund).toMatchObject({
      status: "refused",
      decidedBy: "Yann Le Goff",
    });
    expect((await decide(two.refund.refundId, "approve")).error?.code).toBe("TRANSITION_NOT_ALLOWED");
    await shop.pass(0);
    expect(await traces(shop, orderId)).toMatchObject({ notes: [1100], sent: [1100], tickets: ["pending"] });
    expect(await differences()).toEqual([]);
  });

  // covers: a ticket for which nothing would be refunded is not cancelled, and the refusal names it
  test("a ticket that would be cancelled for nothing is refused, by the staff and by its customer", async () => {
    const [person, clerk] = [await testPerson(shop.api.deps), await agent()];
    const { orderId } = await bought(shop, person, 300, ["single", 2]);
    const { tickets } = (await shop.api.call("quoteRefund", { orderId }, { token: person.token })).body;
    const ticketIds = tickets.map(({ ticketId }) => ticketId);
    const nothing = { code: "REFUND_REFUSED", details: { reason: "NOTHING_LEFT", ticketId: ticketIds[1] } };
    const both = { orderId, scope: "tickets" as const, ticketIds, amount: euros(1), reason: "one cent" };
    expect((await shop.api.call("refundOrder", both, { token: clerk.token })).body.error).toMatchObject(nothing);
    const goodwill = { orderId, scope: "goodwill" as const, amount: euros(299), reason: "almost all" };
    await shop.api.call("refundOrder", goodwill, { token: clerk.token });
    const asked = { orderId, ticketIds, amount: euros(1) };
    expect((await shop.api.call("requestRefund", asked, { token: person.token })).body.error).toMatchObject(nothing);
    expect(await traces(shop, orderId)).toMatchObject({ tickets: ["pending", "pending"], notes: [299] });
  });

  test("bad input and strangers are refused", async () => {
    const [person, clerk] = [await testPerson(shop.api.deps), await agent()];
    const { orderId } = await bought(shop, person, 150, ["single"]);
    const codeOf = async (asked: Asked, staff = clerk, id = orderId) => (await refund(staff, id, asked)).error?.code;
    expect(await codeOf({ scope: "tickets" })).toBe("FIELD_REQUIRED");
    expect(await codeOf({ scope: "goodwill" })).toBe("FIELD_REQUIRED");
    expect(await codeOf({ scope: "order", amount: euros(10) })).toBe("FIELD_INVALID");
    expect(await codeOf({ scope: "goodwill", amount: euros(0) })).toBe("FIELD_INVALID");
    expect(await codeOf({ scope: "goodwill", amount: euros(-5) })).toBe("FIELD_INVALID");
    expect(await codeOf({ scope: "goodwill", amount: { amount: 10, currency: "USD" } })).toBe("FIELD_INVALID");
    expect(await codeOf({ scope: "goodwill", amount: euros(10), reason: "  " })).toBe("FIELD_INVALID");
    expect(await codeOf({ scope: "tickets", ticketIds: [crypto.randomUUID()] })).toBe("NOT_FOUND");
    expect(await codeOf({ scope: "order" }, clerk, crypto.randomUUID())).toBe("NOT_FOUND");
    const examiner = await testStaff(shop.api, { north: ["examiner"] });
    expect(await codeOf({ scope: "order" }, examiner)).toBe("ROLE_NOT_ALLOWED");
    const stranger = await testStaff(shop.api, { south: ["admin"] });
    const abroad = await shop.api.call(
      "refundOrder",
      { orderId, scope: "order", reason },
      { token: stranger.token, network: "south" },
    );
    expect(abroad.body.error?.code).toBe("NOT_FOUND");
    expect(await traces(shop, orderId)).toMatchObject({ status: "COMPLETED", notes: [], sent: [] });
  });
});
