import { testIbans } from "@guichet/contract/integrations/sandbox-bank.ts";
import { addDays } from "@guichet/rules/dates/days.ts";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { validatorClient } from "../../testing/test-api.ts";
import { transportCardCalls } from "../../testing/test-card-shop.ts";
import { orderByDebit } from "../../testing/test-debits.ts";
import type { TestPerson } from "../../testing/test-people.ts";
import { orderOf } from "../../testing/test-purchase.ts";
import { nowOf, openSubscriptionShop, type SubscriptionShop } from "../../testing/test-subscriptions.ts";
import { liftIncident, replaceCard } from "../../transport-cards/incidents.ts";

let shop: SubscriptionShop;
beforeAll(async () => {
  shop = await openSubscriptionShop();
}, 60_000);
afterEach(() => shop.endAll());
afterAll(() => shop.close());

const today = () => nowOf(shop).slice(0, 10);
const orderNow = async (person: TestPerson, orderId: string) => {
  const { body } = await shop.api.call("getOrders", { orderId }, { token: person.token });
  const [order] = body.items;
  if (order === undefined) throw new Error("The order is not there");
  return order;
};
const ticketOf = async (person: TestPerson, orderId: string) => {
  const { body } = await shop.api.call("tickets", {}, { token: person.token });
  const ticket = body.items.find((one) => one.orderId === orderId);
  if (ticket === undefined) throw new Error("The ticket is not there");
  return ticket;
};
const stopped = async () => {
  const { body } = await shop.api.call("ticketHotlist", { limit: 100 }, { client: validatorClient });
  return body.items;
};
const emailsOf = async (orderId: string, template: string) => {
  const found = await sql<{ contents: Record<string, unknown> }>`select contents from mail
    where contents ->> 'orderId' = ${orderId} and template = ${template} order by created_at`.execute(shop.api.deps.db);
  return found.rows.map(({ contents }) => contents);
};
async function payOneInstallment(person: TestPerson, orderId: string, position: number): Promise<void> {
  const asking = { token: person.token, idempotencyKey: crypto.randomUUID() };
  const page = await shop.api.call("payInstallment", { orderId, position, returnUrl: "/account/invoices" }, asking);
  expect(page.body.error).toBeUndefined();
  await shop.pay(page.body.paymentUrl);
  await shop.api.call("acknowledgePayment", { orderId }, asking);
}
/** Days pass, and the bank is asked each week which debits were returned. */
async function pass(days: number): Promise<void> {
  for (let passed = 0; passed < days; passed += 7) {
    await shop.until(addDays(today(), Math.min(7, days - passed)));
    await shop.sweepBank();
  }
}
const year = { line: { productId: "year" }, total: 30_000 };

// covers §3: tickets with an unpaid amount are suspended after the network's number of days, with notice, and restored when it is settled
test("a pass whose debit was returned is suspended after 15 days, with notice, and valid again as soon as it is paid; other orders are unaffected", async () => {
  const person = await shop.person();
  const { body } = await orderByDebit(shop.api, person, testIbans["no-money"], year);
  const other = await orderByDebit(shop.api, person, testIbans.good, year);
  const { orderId } = body;
  await pass(14);
  const unpaid = await orderNow(person, orderId);
  expect(unpaid).toMatchObject({ status: "REGULARIZATION", suspension: { since: null } });
  const day = unpaid.suspension?.on ?? "";
  expect((await emailsOf(orderId, "debit-returned"))[0]).toMatchObject({ suspendsOn: day });
  const ticketBefore = await ticketOf(person, orderId);
  expect(ticketBefore).toMatchObject({ state: "active", blockedFor: [] });
  await shop.until(addDays(day, -1));
  expect((await ticketOf(person, orderId)).state).toBe("active");
  await shop.until(day);
  expect(await ticketOf(person, orderId)).toMatchObject({ state: "blocked", blockedFor: ["unpaid"], code: null });
  expect((await orderNow(person, orderId)).suspension).toMatchObject({ on: day, since: expect.any(String) });
  expect(await emailsOf(orderId, "order-suspended")).toMatchObject([{ amount: { amount: 30_000 } }]);
  const { ticketId } = ticketBefore;
  const punched = await shop.api.call(
    "punchTicket",
    { ticketId },
    { token: person.token, idempotencyKey: crypto.randomUUID() },
  );
  expect(punched.body.error).toMatchObject({
    code: "TICKET_UNUSABLE",
    details: { reason: "blocked", blockedFor: ["unpaid"] },
  });
  expect((await stopped()).map((one) => [one.ticketId, one.state, one.blockedFor])).toEqual([
    [ticketId, "blocked", ["unpaid"]],
  ]);
  expect((await ticketOf(person, other.body.orderId)).state).toBe("active");
  expect((await orderNow(person, other.body.orderId)).suspension).toBeNull();
  await shop.clean();
  await payOneInstallment(person, orderId, 1);
  const after = await ticketOf(person, orderId);
  expect(after).toEqual({ ...ticketBefore, punch: after.punch });
  expect(await orderNow(person, orderId)).toMatchObject({ status: "COMPLETED", suspension: null });
  expect(await emailsOf(orderId, "order-restored")).toHaveLength(1);
  expect(await emailsOf(other.body.orderId, "order-suspended")).toEqual([]);
  expect(await stopped()).toEqual([]);
  await shop.clean();
}, 60_000);

// covers §3: tickets with an unpaid amount are suspended after the network's number of days, with notice, and restored when it is settled
test("nothing is suspended if the order is settled before its suspension day", async () => {
  const person = await shop.person();
  const { body } = await orderByDebit(shop.api, person, testIbans["no-money"], year);
  await pass(14);
  await payOneInstallment(person, body.orderId, 1);
  await pass(28);
  expect(await ticketOf(person, body.orderId)).toMatchObject({ state: "active", blockedFor: [] });
  expect(await emailsOf(body.orderId, "order-suspended")).toEqual([]);
}, 60_000);

// covers §3: tickets with an unpaid amount are suspended after the network's number of days, with notice, and restored when it is settled
test("an installment refused three times suspends too, after the number of days that the network sets", async () => {
  await shop.change({}, { suspendUnpaidAfterDays: 3 });
  const person = await shop.person();
  const order = { ...orderOf(person, 30_000, { productId: "yearInInstallments" }), installments: 3, keepCard: true };
  const asking = { token: person.token, idempotencyKey: crypto.randomUUID() };
  const { body } = await shop.api.call("placeOrder", order, asking);
  await shop.pay(body.paymentUrl);
  const { orderId } = body;
  await shop.api.call("acknowledgePayment", { orderId }, asking);
  await shop.behave("refuse-charge", 3);
  await pass(40);
  const day = (await orderNow(person, orderId)).suspension?.on ?? "";
  expect(await emailsOf(orderId, "installment-unpaid")).toMatchObject([{ suspendsOn: day }]);
  await shop.until(day);
  expect((await ticketOf(person, orderId)).state).toBe("blocked");
  await payOneInstallment(person, orderId, 2);
  expect((await ticketOf(person, orderId)).state).toBe("active");
  await shop.change({});
  await shop.clean();
}, 60_000);

// covers §3: an unpaid order is not collected beyond two returned installments
test("after two returned debits the order is no longer debited: the remaining installments are paid by card", async () => {
  const person = await shop.person();
  const { body } = await orderByDebit(shop.api, person, testIbans["no-money"], {
    line: { productId: "yearInInstallments" },
    total: 30_000,
    installments: 3,
  });
  const { orderId } = body;
  await pass(84);
  const { parts, status } = await orderNow(person, orderId);
  expect([status, ...parts.map((part) => part.status)]).toEqual(["REGULARIZATION", "unpaid", "unpaid", "unpaid"]);
  expect((await shop.ledger(orderId)).filter(({ kind }) => kind === "debit")).toHaveLength(2);
  expect(await emailsOf(orderId, "not-collected")).toMatchObject([{ position: 3, cause: "RETURNED" }]);
  expect((await ticketOf(person, orderId)).state).toBe("blocked");
  await payOneInstallment(person, orderId, 1);
  await payOneInstallment(person, orderId, 3);
  expect((await ticketOf(person, orderId)).state).toBe("blocked");
  await payOneInstallment(person, orderId, 2);
  expect((await ticketOf(person, orderId)).state).toBe("active");
  await shop.clean();
}, 60_000);

// covers §3: tickets with an unpaid amount are suspended after the network's number of days, with notice, and restored when it is settled
test("suspension on a transport card: nothing is loaded, finding a lost card does not lift it, and it follows to the next card", async () => {
  const person = await shop.person();
  const cardCalls = transportCardCalls(shop);
  const card = await cardCalls.ownCard(person);
  const line = { productId: "onCard", support: "MEDIA", mediaId: card.id };
  const { body } = await orderByDebit(shop.api, person, testIbans["no-money"], { line, total: 2800 });
  const { orderId } = body;
  await pass(7);
  const waiting = async () => {
    const { body: loads } = await shop.api.call("cardLoads", { limit: 100 }, { client: validatorClient });
    return loads.items.map(({ mediaNumber }) => mediaNumber.replaceAll(" ", ""));
  };
  expect(await waiting()).toContain(card.number);
  await pass(18);
  expect(await ticketOf(person, orderId)).toMatchObject({ state: "blocked", blockedFor: ["unpaid"] });
  expect(await waiting()).not.toContain(card.number);
  await cardCalls.declare(person.token, card.id);
  expect((await ticketOf(person, orderId)).blockedFor).toEqual(["unpaid", "incident"]);
  const staff = async (operation: typeof liftIncident | typeof replaceCard) => {
    const network = await cardCalls.networkOf("north");
    const by = { staffId: "agent" };
    await shop.api.deps.db.transaction().execute(async (tx) => {
      await operation(tx, shop.api.deps, network, { cardId: card.id, by });
    });
  };
  await staff(liftIncident);
  expect(await ticketOf(person, orderId)).toMatchObject({ state: "blocked", blockedFor: ["unpaid"] });
  await cardCalls.declare(person.token, card.id);
  await staff(replaceCard);
  const moved = async () => {
    const { body: wallet } = await shop.api.call("tickets", {}, { token: person.token });
    return wallet.items.find((one) => one.orderId === orderId && one.state !== "moved");
  };
  expect(await moved()).toMatchObject({ state: "blocked", blockedFor: ["unpaid"] });
  await payOneInstallment(person, orderId, 1);
  expect(await moved()).toMatchObject({ state: "active", blockedFor: [] });
  expect((await waiting()).length).toBeGreaterThan(0);
  await shop.clean();
}, 60_000);

// covers §3: tickets with an unpaid amount are suspended after the network's number of days, with notice, and restored when it is settled
test("an unpaid debit of a subscription suspends its tickets and the subscription, and both continue once it is paid", async () => {
  const person = await shop.person();
  const { subscriptionId, periods } = await shop.subscribeByDebit(person, "year", testIbans["no-money"]);
  const orderId = periods[0]?.orderId ?? "";
  await pass(35);
  expect((await shop.one(person, subscriptionId)).blocked?.orderId).toBe(orderId);
  expect((await ticketOf(person, orderId)).state).toBe("blocked");
  await payOneInstallment(person, orderId, 1);
  expect((await shop.one(person, subscriptionId)).blocked).toBeNull();
  expect((await ticketOf(person, orderId)).state).toBe("active");
  await shop.clean();
}, 60_000);
