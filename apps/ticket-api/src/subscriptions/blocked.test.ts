import { testIbans } from "@guichet/contract/integrations/sandbox-bank.ts";
import { addMonths } from "@guichet/rules/dates/days.ts";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { signed } from "../testing/test-debits.ts";
import type { TestPerson } from "../testing/test-people.ts";
import { cards } from "../testing/test-purchase.ts";
import { nowOf, openSubscriptionShop, type SubscriptionShop } from "../testing/test-subscriptions.ts";

let shop: SubscriptionShop;
beforeAll(async () => {
  shop = await openSubscriptionShop();
}, 60_000);
afterEach(() => shop.endAll());
afterAll(() => shop.close());

const today = () => nowOf(shop).slice(0, 10);
const ordersOf = async (person: TestPerson) => {
  const { body } = await shop.api.call("getOrders", { limit: 100 }, { token: person.token });
  return body.items;
};
async function keptOf(person: TestPerson) {
  const { body } = await shop.api.call("getCards", {}, { token: person.token });
  if (body.error !== undefined) throw new Error(`The cards were not returned: ${body.error.code}`);
  return body.cards;
}
/** Saves another card of the person; returns its id. */
async function keepCard(person: TestPerson, number: string = cards.strong): Promise<string> {
  const asking = { token: person.token, idempotencyKey: crypto.randomUUID() };
  const { body } = await shop.api.call("registerCard", { returnUrl: "/account" }, asking);
  await shop.pay(body.paymentUrl, number);
  const { brand: _brand, ID } = (await keptOf(person)).find(({ EXTRA }) => EXTRA.NUM === number.slice(-4)) ?? {};
  if (ID === undefined) throw new Error("The card was not kept");
  return ID;
}
const updateCard = (person: TestPerson, subscriptionId: string, cardId: string, more: Record<string, unknown> = {}) =>
  shop.api.call("updateSubscriptionCard", { subscriptionId, cardId, ...more }, { token: person.token });

// covers §4: subscription: active, cancelled, terminated, blocked
test("a refused renewal suspends, is announced by e-mail and retried after 3 and 7 days, and resumes when it is paid", async () => {
  const person = await shop.person();
  const { subscriptionId, nextDebit, nextRenewalOn } = await shop.subscribe(person, "month");
  const due = nextDebit?.on ?? "";
  await shop.behave("refuse-charge", 2);
  await shop.until(due);
  const blocked = await shop.one(person, subscriptionId);
  expect(blocked).toMatchObject({
    state: "ACTIVE",
    blocked: { reason: "DEBIT_REFUSED", amount: { amount: 3200, currency: "EUR" } },
    nextRenewalOn: null,
  });
  expect(blocked.blocked?.nextTryOn).toBe(addDay(due, 3));
  expect(blocked.blocked?.endsOn).toBe(addDay(due, 60));
  expect(blocked.periods.map(({ orderStatus }) => orderStatus)).toEqual(["ERROR", "COMPLETED"]);
  const [renewal] = await ordersOf(person);
  const cancelled = await shop.api.call("cancelOrder", { orderId: renewal?.orderId ?? "" }, { token: person.token });
  expect(cancelled.body.error).toMatchObject({ code: "TRANSITION_NOT_ALLOWED" });
  await shop.until(addDay(due, 3));
  expect((await shop.one(person, subscriptionId)).blocked?.nextTryOn).toBe(addDay(due, 7));
  expect(await shop.emails(person)).toEqual(["subscription-blocked", "subscription-blocked"]);
  await shop.until(addDay(due, 7));
  const settled = await shop.one(person, subscriptionId);
  expect(settled).toMatchObject({ state: "ACTIVE", blocked: null });
  expect(settled.validity.startsAt.slice(0, 10)).toBe(addDay(nextRenewalOn ?? "", -1));
  expect(settled.nextRenewalOn).toBe(addMonths(nextRenewalOn ?? "", 1));
  await shop.clean();
}, 60_000);

const addDay = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

// covers §4: deletion blocked while subscriptions are active
// covers §4: subscription: active, cancelled, terminated, blocked
test("after 60 days unpaid it ends, its orders are cancelled, and the account may be deleted", async () => {
  const person = await shop.person();
  const { subscriptionId, nextDebit } = await shop.subscribe(person, "month");
  await shop.behave("refuse-charge", 99);
  const due = nextDebit?.on ?? "";
  await shop.until(addDay(due, 59));
  expect((await shop.one(person, subscriptionId)).blocked?.reason).toBe("DEBIT_REFUSED");
  await shop.until(addDay(due, 60));
  await shop.behave("refuse-charge", 0);
  const ended = await shop.one(person, subscriptionId);
  expect(ended).toMatchObject({ state: "TERMINATED", endReason: "UNPAID", blocked: null, mayUpdateCard: false });
  expect(ended.periods.map(({ orderStatus }) => orderStatus).slice(0, -1)).not.toContain("COMPLETED");
  expect((await ordersOf(person)).filter(({ status }) => status === "ERROR" || status === "PROCESSING")).toEqual([]);
  expect((await shop.emails(person)).at(-1)).toBe("subscription-ended");
  const check = await shop.api.call("requestDeletion", { checkOnly: true }, { token: person.token });
  expect(check.body.error).toBeUndefined();
  await shop.clean();
}, 60_000);

// covers §4: subscription: active, cancelled, terminated, blocked
test("a period that passes unpaid is not charged afterwards: the current one is ordered instead", async () => {
  const person = await shop.person();
  const { subscriptionId, nextDebit } = await shop.subscribe(person, "week");
  const due = nextDebit?.on ?? "";
  await shop.behave("refuse-charge", 3);
  await shop.until(addDay(due, 9));
  const now = await shop.one(person, subscriptionId);
  expect(now.periods.map(({ position, orderStatus }) => [position, orderStatus])).toEqual([
    [3, "COMPLETED"],
    [2, "CANCELED"],
    [1, "COMPLETED"],
  ]);
  expect(now.blocked).toBeNull();
  await shop.clean();
}, 60_000);

// covers §4: subscription: active, cancelled, terminated, blocked
test("suspended and withdrawn from sale, it ends with the period that passed, and a card saved only for it is removed", async () => {
  const person = await shop.person();
  const { subscriptionId, nextDebit } = await shop.subscribe(person, "week");
  await sql`update payment_method set wanted = false where account_id = ${person.accountId}`.execute(shop.api.deps.db);
  const due = nextDebit?.on ?? "";
  await shop.behave("refuse-charge", 3);
  await shop.until(due);
  await shop.change({ week: null });
  await shop.until(addDay(due, 9));
  await shop.change({});
  await shop.behave("refuse-charge", 0);
  expect(await shop.one(person, subscriptionId)).toMatchObject({ state: "TERMINATED", endReason: "ARTICLE_WITHDRAWN" });
  expect(await keptOf(person)).toEqual([]);
  await shop.clean();
}, 60_000);

// covers §4: subscription: active, cancelled, terminated, blocked
test("a card in its last month triggers a warning, suspends when it expires, and another card settles what is due immediately", async () => {
  const person = await shop.person();
  const { subscriptionId, method } = await shop.subscribe(person, "month", {}, "4970 1000 0000 0055");
  expect(method?.state).toBe("expiring");
  // On some day of the month after its last one, a renewal is due.
  await shop.until(addDay(`${method?.exp}-01`, 62));
  const blocked = await shop.one(person, subscriptionId);
  expect(blocked.blocked?.reason).toBe("PAYMENT_METHOD_EXPIRED");
  expect(blocked.method).toMatchObject({ num: "0055", state: "expired" });
  expect((await shop.emails(person)).slice(0, 2)).toEqual(["subscription-card-expiring", "subscription-blocked"]);
  const expired = await updateCard(person, subscriptionId, blocked.method?.cardId ?? "");
  expect(expired.body.error?.code).toBe("PAYMENT_METHOD_EXPIRED");
  const other = await keepCard(person);
  const { body } = await updateCard(person, subscriptionId, other);
  expect(body.subscription).toMatchObject({ blocked: null, method: { cardId: other, num: "0030" } });
  expect(body.subscription.periods[0]?.orderStatus).toBe("COMPLETED");
  await shop.clean();
}, 60_000);

// covers §7: GET Subscriptions/list, get, POST terminate, updateCard
test("a card that an active subscription needs cannot be removed, and the error names the subscription; another can replace it", async () => {
  const person = await shop.person();
  const { subscriptionId } = await shop.subscribe(person, "month");
  const [card] = await keptOf(person);
  expect(card).toMatchObject({ LOCKED: true, subscriptions: [{ subscriptionId, name: "month" }] });
  const remove = (cardId = "") => shop.api.call("unregisterCard", { cardId }, { token: person.token });
  expect((await remove(card?.ID)).body.error?.code).toBe("PAYMENT_METHOD_LOCKED");
  const other = await keepCard(person);
  const { body } = await updateCard(person, subscriptionId, other);
  expect(body.subscription).toMatchObject({ state: "ACTIVE", method: { cardId: other } });
  expect((await remove(card?.ID)).body.error).toBeUndefined();
  expect((await remove(other)).body.error?.code).toBe("PAYMENT_METHOD_LOCKED");
  await shop.clean();
}, 60_000);

// covers §7: GET Subscriptions/list, get, POST terminate, updateCard
test("only the account's own payment method that can be charged later replaces it; a bank account needs a signed mandate", async () => {
  const person = await shop.person();
  const { subscriptionId } = await shop.subscribe(person, "month");
  const other = await shop.person();
  await shop.subscribe(other, "month");
  const [theirs] = await keptOf(other);
  for (const cardId of [theirs?.ID ?? "", crypto.randomUUID(), "none"]) {
    const { body } = await updateCard(person, subscriptionId, cardId);
    expect(body.error?.code).toBe("PAYMENT_METHOD_UNKNOWN");
  }
  const iban = "FR7630006000011234567890189";
  const registered = await shop.api.call(
    "registerBankAccount",
    { iban, holder: "Amal Haddad" },
    { token: person.token },
  );
  const unsigned = await updateCard(person, subscriptionId, registered.body.card.ID);
  expect(unsigned.body.error?.code).toBe("MANDATE_NOT_SIGNED");
  const ofOneOrder = await updateCard(person, subscriptionId, registered.body.card.ID, {
    mandate: await signed(shop.api, person),
  });
  expect(ofOneOrder.body.error).toMatchObject({ code: "MANDATE_NOT_SIGNED", details: { reason: "changed" } });
  const { reference, digest } = await signed(shop.api, person, { subscriptionId });
  const { body } = await updateCard(person, subscriptionId, registered.body.card.ID, {
    mandate: { reference, digest },
  });
  expect(body.subscription).toMatchObject({ paymentMethod: "TRANSFER", method: { kind: "IBAN", num: "0189" } });
  await shop.until(body.subscription.nextRenewalOn ?? "");
  const renewed = await shop.one(person, subscriptionId);
  expect(renewed.periods.map(({ orderStatus }) => orderStatus)).toEqual(["COMPLETED", "COMPLETED"]);
  await shop.change({ month: { paymentOptions: [{ paymentMethods: ["CARD"], allowSubscription: true }] } });
  const updated = await updateCard(person, subscriptionId, registered.body.card.ID, { mandate: { reference, digest } });
  expect(updated.body.error?.code).toBe("PAYMENT_METHOD_NOT_OFFERED");
  await shop.change({});
  await shop.clean();
}, 60_000);

// covers §4: subscription: active, cancelled, terminated, blocked
test("if it ends while a returned debit is owed, the e-mail states that the order must still be paid", async () => {
  const person = await shop.person();
  const { subscriptionId } = await shop.subscribeByDebit(person, "month", testIbans["no-money"]);
  await shop.until(addDay(today(), 20));
  await shop.sweepBank();
  await shop.api.call("terminateSubscription", { subscriptionId }, { token: person.token });
  const { periods, state } = await shop.one(person, subscriptionId);
  expect([state, periods[0]?.orderStatus]).toEqual(["TERMINATED", "REGULARIZATION"]);
  const found = await sql<{ contents: unknown }>`select contents from mail where account_id = ${person.accountId}
    and template = 'subscription-ended'`.execute(shop.api.deps.db);
  expect(found.rows[0]?.contents).toMatchObject({ effect: "AT_ONCE", due: periods[0]?.orderNumber });
  await shop.clean();
}, 60_000);

// covers §4: subscription: active, cancelled, terminated, blocked
test("a returned debit suspends; paid by card, the subscription continues", async () => {
  const person = await shop.person();
  const { subscriptionId } = await shop.subscribeByDebit(person, "month", testIbans["no-money"]);
  await shop.until(addDay(today(), 20));
  await shop.sweepBank();
  const blocked = await shop.one(person, subscriptionId);
  expect(blocked.blocked).toMatchObject({ reason: "DEBIT_REFUSED", nextTryOn: null });
  const orderId = blocked.blocked?.orderId ?? "";
  const asking = { token: person.token, idempotencyKey: crypto.randomUUID() };
  const page = await shop.api.call("payInstallment", { orderId, position: 1, returnUrl: "/account" }, asking);
  await shop.pay(page.body.paymentUrl);
  await shop.api.call("acknowledgePayment", { orderId }, asking);
  expect((await shop.one(person, subscriptionId)).blocked).toBeNull();
  await shop.clean();
}, 60_000);
