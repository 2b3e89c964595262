import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { audit } from "../../audit/audit.ts";
import { monthEnd } from "../../audit/month-end.ts";
import { describeMonthEnd } from "../../audit/month-end-report.ts";
import { daysMs, hoursMs, minutesMs } from "../../clock.ts";
import type { ProviderDispute } from "../../integrations/payment-provider.ts";
import {
  decide,
  dispute,
  disputeOfOrder,
  ledgerOf,
  openDisputeShop,
  settleDisputes,
} from "../../testing/providers/dispute-shop.ts";
import { testArticle } from "../../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../../testing/test-people.ts";
import { orderOf, type Shop } from "../../testing/test-purchase.ts";
import { bought, refundableArticles, traces } from "../../testing/test-refunds.ts";
import { type TestStaff, testStaff } from "../../testing/test-staff.ts";
import { reconcileMinutes } from "../payment-jobs.ts";
import { bookDispute } from "./book-dispute.ts";

const account = "stripe/main";
const euros = (amount: number) => ({ amount, currency: "EUR" });
let shop: Shop;
let person: TestPerson;
let clerk: TestStaff;
beforeAll(async () => {
  const yearly = testArticle({
    id: "yearly",
    price: 900,
    paymentOptions: [{ paymentMethods: ["CARD"], installments: 3, period: "P1M" }],
  });
  shop = await openDisputeShop([...refundableArticles, yearly]);
}, 60_000);
afterAll(() => shop.close());
beforeEach(async () => {
  person = await testPerson(shop.api.deps);
  // Sessions of staff end while time passes.
  clerk = await testStaff(shop.api, { north: ["agent"] });
});

const differences = () => audit(shop.api.deps, { grace: 0 });
const ticketsOf = async (orderId: string) => (await traces(shop, orderId)).tickets;
const eventsOf = async (orderId: string) =>
  (await traces(shop, orderId)).events.filter((event) => event.startsWith("dispute"));
const emailsOf = async (orderId: string) => {
  const found = await sql<{ tickets: string }>`select contents ->> 'tickets' as tickets from mail
    where template = 'disputed-tickets' and contents ->> 'orderId' = ${orderId} order by created_at`.execute(
    shop.api.deps.db,
  );
  return found.rows.map(({ tickets }) => tickets);
};
const read = async (orderId: string) => {
  const { items } = (await shop.api.call("listDisputes", { orderId }, { token: clerk.token })).body;
  const [found] = items;
  if (found === undefined) throw new Error("not listed");
  return found;
};
const refund = async (orderId: string, scope: "order" | "goodwill", amount = 50) => {
  const more = scope === "goodwill" ? { amount: euros(amount) } : {};
  return (await shop.api.call("refundOrder", { orderId, scope, reason: "asked", ...more }, { token: clerk.token }))
    .body;
};
const quote = async (orderId: string) => (await shop.api.call("quoteRefund", { orderId }, person)).body;

describe("a payment that its customer disputes at the bank", () => {
  // covers: a disputed payment: money withdrawn and its fee in the ledger, tickets suspended, the order flagged for the staff
  test("suspends the tickets, books what was withdrawn, and is listed and read by the staff; won, everything is restored", async () => {
    const { orderId, session } = await bought(shop, person, 450, ["single", 3]);
    await dispute(shop, session, { reason: "product_not_received" });
    await expect.poll(() => ticketsOf(orderId)).toEqual(["blocked", "blocked", "blocked"]);
    expect(await ledgerOf(shop, orderId)).toEqual({ provider: -2000, sales: -450, disputed: 450, fees: 2000 });
    expect(await emailsOf(orderId)).toEqual(["suspended"]);
    const listed = await read(orderId);
    expect(listed).toMatchObject({
      ...{ orderId, state: "needs-response", reason: "not-received", tickets: "suspended", decidedAt: null },
      ...{ amount: euros(450), withdrawn: euros(450), fees: euros(2000), evidenceDueAt: expect.any(String) },
    });
    const { order } = (await shop.api.call("officeOrder", { orderId }, { token: clerk.token })).body;
    expect(order.disputes).toEqual([listed]);
    const { items } = (await shop.api.call("tickets", {}, person)).body;
    expect(items.map(({ blockedFor }) => blockedFor)).toEqual(Array(3).fill(["disputed"]));
    const used = await shop.api.call("punchTicket", { ticketId: items[0]?.ticketId ?? "" }, person);
    expect(used.body.error).toBeDefined();
    expect(await differences()).toEqual([]);
    await decide(shop, listed.providerReference, "won");
    await expect.poll(() => ticketsOf(orderId)).toEqual(["pending", "pending", "pending"]);
    expect(await ledgerOf(shop, orderId)).toEqual({ provider: 450, sales: -450 });
    const { dispute: after, movements } = (
      await shop.api.call("getDispute", { disputeId: listed.disputeId }, { token: clerk.token })
    ).body;
    expect(after).toMatchObject({ state: "won", withdrawn: euros(0), fees: euros(0), tickets: "usable" });
    expect(after.decidedAt).not.toBeNull();
    expect(movements).toMatchObject([
      { kind: "withdrawn", amount: euros(450) },
      { kind: "reinstated", amount: euros(450) },
    ]);
    expect(await eventsOf(orderId)).toEqual(["disputed", "dispute-won"]);
    expect(await emailsOf(orderId)).toEqual(["suspended", "usable"]);
    expect((await refund(orderId, "order")).error).toBeUndefined();
    await shop.pass(0);
    expect((await traces(shop, orderId)).sent).toEqual([450]);
    expect(await differences()).toEqual([]);
  });

  test("is neither recorded nor decided by the staff, because the provider reports it", async () => {
    const { orderId, session } = await bought(shop, person, 150, ["single"]);
    await dispute(shop, session);
    await expect.poll(() => ticketsOf(orderId)).toEqual(["blocked"]);
    const accountant = { token: (await testStaff(shop.api, { north: ["accountant"] })).token };
    const { order } = (await shop.api.call("officeOrder", { orderId }, accountant)).body;
    const [payment] = order.payments;
    expect(payment).toMatchObject({ disputesAreRecorded: false });
    const asked = {
      paymentId: payment?.paymentId ?? "",
      reference: "L-1",
      amount: euros(150),
      reason: "other" as const,
    };
    const recorded = await shop.api.call("recordDispute", { ...asked, withdrawnOn: "2026-01-01" }, accountant);
    expect(recorded.body.error).toMatchObject({ details: { reason: "reported-by-provider" } });
    const { id } = await disputeOfOrder(shop, orderId);
    const decided = await shop.api.call(
      "decideDispute",
      { disputeId: id, outcome: "won", reason: "Letter" },
      accountant,
    );
    expect(decided.body.error).toMatchObject({ details: { reason: "reported-by-provider" } });
  });

  test("by Stripe's test card is disputed before its own webhook has arrived, and booked all the same", async () => {
    const { body } = await shop.api.call("placeOrder", orderOf(person, 150), {
      token: person.token,
      idempotencyKey: crypto.randomUUID(),
    });
    await shop.behave("lost", 4);
    await shop.pay(body.paymentUrl, "4000 0000 0000 0259");
    await settleDisputes(shop);
    expect(await traces(shop, body.orderId)).toMatchObject({ status: "COMPLETED", tickets: ["blocked"] });
    expect(await differences()).toEqual([]);
  });

  // covers: a lost dispute cancels the tickets, and what was withdrawn is a loss
  test("lost, it cancels the tickets, and what was withdrawn is a loss that the month-end report states", async () => {
    const { orderId, session } = await bought(shop, person, 300, ["single", 2]);
    await dispute(shop, session);
    await expect.poll(() => eventsOf(orderId)).toEqual(["disputed"]);
    const { providerReference } = await read(orderId);
    await decide(shop, providerReference, "lost");
    await expect.poll(() => ticketsOf(orderId)).toEqual(["cancelled", "cancelled"]);
    expect(await ledgerOf(shop, orderId)).toEqual({ provider: -2000, sales: -300, losses: 300, fees: 2000 });
    expect(await emailsOf(orderId)).toEqual(["suspended", "cancelled"]);
    expect(await refund(orderId, "goodwill")).toMatchObject({ error: { code: "REFUND_EXCEEDS_PAID" } });
    expect(await refund(orderId, "order")).toMatchObject({ error: { details: { reason: "DISPUTE_LOST" } } });
    expect((await quote(orderId)).remaining).toEqual(euros(0));
    expect(await differences()).toEqual([]);
    const month = shop.api.clock.iso().slice(0, 7);
    const report = await monthEnd(shop.api.deps.db, { id: "north", timeZone: "UTC", currency: "EUR" }, month);
    expect(report.closing.get("losses")).toBeGreaterThanOrEqual(300);
    expect(describeMonthEnd(report)).toContain("lost by disputes");
    // After an appeal the bank may decide otherwise; cancelled tickets stay cancelled.
    await decide(shop, providerReference, "won");
    await expect.poll(() => eventsOf(orderId)).toEqual(["disputed", "dispute-lost", "dispute-won"]);
    expect(await ledgerOf(shop, orderId)).toEqual({ provider: 300, sales: -300 });
    expect(await ticketsOf(orderId)).toEqual(["cancelled", "cancelled"]);
    expect(await differences()).toEqual([]);
  });

  test("in part counts: the rest can be refunded once it is decided, and no more", async () => {
    const { orderId, session } = await bought(shop, person, 450, ["single", 3]);
    await dispute(shop, session, { amount: 150 });
    await expect.poll(() => eventsOf(orderId)).toEqual(["disputed"]);
    await decide(shop, (await disputeOfOrder(shop, orderId)).reference, "lost");
    await expect.poll(() => eventsOf(orderId)).toEqual(["disputed", "dispute-lost"]);
    expect(await refund(orderId, "goodwill", 301)).toMatchObject({ error: { code: "REFUND_EXCEEDS_PAID" } });
    expect((await refund(orderId, "goodwill", 300)).error).toBeUndefined();
    expect(await refund(orderId, "goodwill", 1)).toMatchObject({ error: { code: "REFUND_EXCEEDS_PAID" } });
    await shop.pass(0);
    expect((await traces(shop, orderId)).sent).toEqual([300]);
  });

  test("an order that is still paid in installments keeps its tickets suspended when it is lost", async () => {
    const { orderId, session } = await bought(shop, person, 900, ["yearly"], { installments: 3 });
    await dispute(shop, session);
    await expect.poll(() => ticketsOf(orderId)).toEqual(["blocked"]);
    await decide(shop, (await disputeOfOrder(shop, orderId)).reference, "lost");
    await expect.poll(() => eventsOf(orderId)).toEqual(["disputed", "dispute-lost"]);
    expect(await ticketsOf(orderId)).toEqual(["blocked"]);
    expect(await differences()).toEqual([]);
  });

  test("an inquiry withdraws and suspends nothing, and a full refund closes it", async () => {
    const { orderId, session } = await bought(shop, person, 150, ["single"]);
    await dispute(shop, session, { inquiry: true });
    await expect.poll(() => eventsOf(orderId)).toEqual(["dispute-inquiry"]);
    expect(await ticketsOf(orderId)).toEqual(["pending"]);
    expect(await read(orderId)).toMatchObject({ state: "inquiry", withdrawn: euros(0), tickets: "usable" });
    expect((await refund(orderId, "order")).error).toBeUndefined();
    await shop.pass(0);
    await expect.poll(() => eventsOf(orderId)).toEqual(["dispute-inquiry", "dispute-closed"]);
    expect(await traces(shop, orderId)).toMatchObject({ status: "CANCELED", sent: [150] });
    expect(await emailsOf(orderId)).toEqual([]);
    expect(await differences()).toEqual([]);
  });

  test("a network may leave the tickets alone", async () => {
    const lenient = await testPerson(shop.api.deps, { network: "lenient" });
    const as = { token: lenient.token, network: "lenient", idempotencyKey: crypto.randomUUID() };
    const { body } = await shop.api.call("placeOrder", orderOf(lenient, 150), as);
    await shop.pay(body.paymentUrl, "4000 0000 0000 0259");
    const { orderId } = body;
    await expect.poll(() => eventsOf(orderId)).toEqual(["disputed"]);
    expect(await ticketsOf(orderId)).toEqual(["pending"]);
    await decide(shop, (await disputeOfOrder(shop, orderId)).reference, "lost");
    await expect.poll(() => eventsOf(orderId)).toEqual(["disputed", "dispute-lost"]);
    expect(await ticketsOf(orderId)).toEqual(["pending"]);
    expect(await emailsOf(orderId)).toEqual([]);
  });

  test("is for staff of its network who serve customers", async () => {
    const { orderId, session } = await bought(shop, person, 150, ["single"]);
    await dispute(shop, session);
    await expect.poll(() => eventsOf(orderId)).toEqual(["disputed"]);
    const { disputeId } = await read(orderId);
    const foreign = await testStaff(shop.api, { lenient: ["agent"] });
    const examiner = await testStaff(shop.api, { north: ["examiner"] });
    const as = { token: foreign.token, network: "lenient" };
    expect((await shop.api.call("getDispute", { disputeId }, as)).body.error?.code).toBe("NOT_FOUND");
    const listed = await shop.api.call("listDisputes", { orderId }, as);
    expect(listed.body.items).toEqual([]);
    expect((await shop.api.call("getDispute", { disputeId }, { token: examiner.token })).http).toBe(403);
    const open = (await shop.api.call("listDisputes", { open: true }, { token: clerk.token })).body;
    expect(open.items.map((each) => each.disputeId)).toContain(disputeId);
    const decided = await shop.api.call("listDisputes", { open: false }, { token: clerk.token });
    expect(decided.body.items.map((each) => each.disputeId)).not.toContain(disputeId);
  });
});

describe("a refund and a dispute", () => {
  // covers: a refund is refused while its payment is disputed, to the customer and to the staff
  test("a refund is refused while the bank has not decided", async () => {
    const { orderId, session } = await bought(shop, person, 150, ["single"]);
    await dispute(shop, session);
    await expect.poll(() => eventsOf(orderId)).toEqual(["disputed"]);
    const [ticket] = (await quote(orderId)).tickets;
    expect(ticket).toMatchObject({ refusal: "DISPUTED", refund: euros(0) });
    const asked = { orderId, ticketIds: [ticket?.ticketId ?? ""], amount: euros(150) };
    const refused = { code: "REFUND_REFUSED", details: { reason: "DISPUTED" } };
    expect((await shop.api.call("requestRefund", asked, person)).body.error).toMatchObject(refused);
    expect((await refund(orderId, "goodwill")).error).toMatchObject(refused);
    expect((await refund(orderId, "order")).error).toMatchObject(refused);
    await shop.pass(0);
    expect((await traces(shop, orderId)).sent).toEqual([]);
  });

  test("one that was planned before waits, and is settled by a lost dispute: the customer has the money from the bank", async () => {
    const { orderId, session } = await bought(shop, person, 450, ["single", 3]);
    await refund(orderId, "goodwill", 150);
    await dispute(shop, session, { amount: 450 });
    await expect.poll(() => eventsOf(orderId)).toEqual(["disputed"]);
    await shop.pass(hoursMs(7));
    expect((await traces(shop, orderId)).sent).toEqual([]);
    expect(await differences()).toEqual([]);
    await decide(shop, (await disputeOfOrder(shop, orderId)).reference, "lost");
    await expect.poll(() => eventsOf(orderId)).toEqual(["disputed", "dispute-lost"]);
    await shop.pass(hoursMs(7));
    expect((await traces(shop, orderId)).sent).toEqual([]);
    // Of the loss, what was owed to the customer anyway is none. The payment itself cost 0.32.
    expect(await ledgerOf(shop, orderId)).toEqual({ provider: -2032, sales: -300, losses: 300, fees: 2032 });
    expect(await differences()).toEqual([]);
  });

  test("one that was planned before is sent once the dispute is won", async () => {
    const { orderId, session } = await bought(shop, person, 450, ["single", 3]);
    await refund(orderId, "goodwill", 150);
    await dispute(shop, session, { amount: 450 });
    await expect.poll(() => eventsOf(orderId)).toEqual(["disputed"]);
    await shop.pass(0);
    await decide(shop, (await disputeOfOrder(shop, orderId)).reference, "won");
    await expect.poll(() => eventsOf(orderId)).toEqual(["disputed", "dispute-won"]);
    await shop.pass(hoursMs(7));
    expect((await traces(shop, orderId)).sent).toEqual([150]);
    expect(await differences()).toEqual([]);
  });

  test("asked for at the same moment, never more than was paid leaves the account", async () => {
    for (let round = 0; round < 4; round += 1) {
      const { orderId, session } = await bought(shop, person, 150, ["single"]);
      const [ticket] = (await quote(orderId)).tickets;
      const asked = { orderId, ticketIds: [ticket?.ticketId ?? ""], amount: euros(150) };
      await shop.behave("lost", 2);
      await dispute(shop, session);
      const found = await disputeAtProvider(session);
      const at = shop.api.clock.iso();
      const both = [
        () => shop.api.call("requestRefund", asked, person),
        () => bookDispute(shop.api.deps, account, found, at),
        () => bookDispute(shop.api.deps, account, found, at),
      ];
      await Promise.all([...both.slice(round % 3), ...both.slice(0, round % 3)].map((run) => run()));
      await shop.pass(0);
      expect((await traces(shop, orderId)).sent).toEqual([]);
      expect(await eventsOf(orderId)).toEqual(["disputed"]);
      expect(await ledgerOf(shop, orderId)).toMatchObject({ disputed: 150, provider: -2000 });
    }
    expect(await differences()).toEqual([]);
  });
});

describe("reports of a dispute", () => {
  // covers: disputes are found after an outage, and booked once in whatever order they are reported
  test("all of whose webhooks were lost is found by the reconciliation", async () => {
    const { orderId, session } = await bought(shop, person, 150, ["single"]);
    await shop.pass(minutesMs(reconcileMinutes + 1));
    await shop.behave("lost", 2);
    await dispute(shop, session);
    expect((await differences()).map(({ kind }) => kind)).toEqual(["dispute-not-booked"]);
    await shop.pass(minutesMs(reconcileMinutes + 1));
    expect(await ticketsOf(orderId)).toEqual(["blocked"]);
    await shop.behave("lost", 2);
    await decide(shop, (await disputeOfOrder(shop, orderId)).reference, "won");
    expect((await differences()).map(({ kind }) => kind)).toEqual(["dispute-differs"]);
    await shop.pass(daysMs(1));
    expect(await ticketsOf(orderId)).toEqual(["pending"]);
    expect(await differences()).toEqual([]);
  });

  test("that arrive twice or late change nothing: an answer to an earlier question is not applied", async () => {
    const { orderId, session } = await bought(shop, person, 150, ["single"]);
    const before = shop.api.clock.iso();
    await dispute(shop, session);
    await expect.poll(() => eventsOf(orderId)).toEqual(["disputed"]);
    const early = await disputeAtProvider(session);
    await decide(shop, early.id, "won");
    await expect.poll(() => eventsOf(orderId)).toEqual(["disputed", "dispute-won"]);
    expect(await bookDispute(shop.api.deps, account, early, before)).toBe(true);
    await settleDisputes(shop);
    await settleDisputes(shop);
    expect(await eventsOf(orderId)).toEqual(["disputed", "dispute-won"]);
    expect(await ticketsOf(orderId)).toEqual(["pending"]);
    // The control run: dated as if it were new, the old answer suspends the tickets again.
    await bookDispute(shop.api.deps, account, early, shop.api.clock.iso());
    expect(await ticketsOf(orderId)).toEqual(["blocked"]);
    await settleDisputes(shop);
    expect(await ticketsOf(orderId)).toEqual(["pending"]);
    expect(await differences()).toEqual([]);
  });

  test("that name no payment of ours, or one at another account, are nobody's", async () => {
    const { session } = await bought(shop, person, 150, ["single"]);
    await shop.behave("lost", 2);
    await dispute(shop, session);
    const found = await disputeAtProvider(session);
    const at = shop.api.clock.iso();
    const { deps } = shop.api;
    expect(await bookDispute(deps, account, { ...found, reference: "r-1" }, at)).toBe(false);
    expect(await bookDispute(deps, account, { ...found, reference: crypto.randomUUID() }, at)).toBe(false);
    expect(await bookDispute(deps, account, { ...found, orderId: crypto.randomUUID() }, at)).toBe(false);
    expect(await bookDispute(deps, "stripe/coast", found, at)).toBe(false);
    expect(await bookDispute(deps, account, found, at)).toBe(true);
  });
});

// Last: what it reports stays reported.
// covers: a refund that a lost dispute settled is reported when an appeal gives the money back
test("a refund that was settled by a lost dispute is reported once an appeal is won: the customer is owed it again", async () => {
  const { orderId, session } = await bought(shop, person, 450, ["single", 3]);
  await refund(orderId, "goodwill", 150);
  await dispute(shop, session, { amount: 450 });
  await settleDisputes(shop);
  await decide(shop, (await disputeOfOrder(shop, orderId)).reference, "lost");
  await settleDisputes(shop);
  await shop.pass(hoursMs(7));
  expect(await differences()).toEqual([]);
  await decide(shop, (await disputeOfOrder(shop, orderId)).reference, "won");
  await settleDisputes(shop);
  expect(await eventsOf(orderId)).toEqual(["disputed", "dispute-lost", "dispute-won"]);
  expect((await differences()).map(({ kind }) => kind)).toEqual(["settled-refund-reinstated"]);
});

async function disputeAtProvider(session: string): Promise<ProviderDispute> {
  const { payments } = shop.api.deps;
  const payment = await payments.at(account).get(session);
  for (let cursor: string | undefined, more = true; more; ) {
    const page = await payments.at(account).listSince(cursor);
    const found = page.disputes?.find(({ reference }) => reference === payment?.reference);
    if (found !== undefined) return found;
    ({ cursor, more } = page);
  }
  throw new Error(`no dispute of ${session}`);
}
