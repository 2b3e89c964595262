import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { insertTraveller } from "../account-records/traveller-store.ts";
import { reconcileAccount } from "../payments/payouts/settlement-sweep.ts";
import type { TestPerson } from "../testing/test-people.ts";
import { orderOf } from "../testing/test-purchase.ts";
import { nowOf, openSubscriptionShop, type SubscriptionShop } from "../testing/test-subscriptions.ts";

let shop: SubscriptionShop;
beforeAll(async () => {
  shop = await openSubscriptionShop();
}, 60_000);
afterEach(() => shop.endAll());
afterAll(() => shop.close());

const iban = "FR7630006000011234567890189";
const terminate = (person: TestPerson, subscriptionId: string) =>
  shop.api.call("terminateSubscription", { subscriptionId }, { token: person.token });
const takeBack = (person: TestPerson, subscriptionId: string) =>
  shop.api.call("takeBackTermination", { subscriptionId }, { token: person.token });
const orderNow = async (person: TestPerson, orderId = "") =>
  (await shop.api.call("getOrders", { orderId }, { token: person.token })).body.items[0];
const later = { startMonth: "2026-12" };

/** Subscribes to an article that starts next month. */
async function subscribeLater(person: TestPerson) {
  const startMonth =
    (
      await sql<{
        month: string;
      }>`select to_char(${nowOf(shop)}::timestamptz + interval '1 month', 'YYYY-MM') as month`.execute(shop.api.deps.db)
    ).rows[0]?.month ?? later.startMonth;
  const line = { productId: "later", isSubscription: true, startMonth };
  const articles = orderOf(person, 3000, line).articles;
  return shop.subscribe(person, "later", { articles });
}

// covers §4: subscription: active, cancelled, terminated, blocked
// covers §7: GET Subscriptions/list, get, POST terminate, updateCard
test("an active subscription ends with the paid period, with an e-mail; resumed it renews, cancelled again it does not", async () => {
  const person = await shop.person();
  const { subscriptionId, validity } = await shop.subscribe(person, "month");
  const since = nowOf(shop);
  const ended = await terminate(person, subscriptionId);
  expect(ended.body.subscription).toMatchObject({
    state: "CANCELLED",
    endReason: "CUSTOMER",
    validity,
    nextRenewalOn: null,
    nextDebit: null,
    mayTerminate: null,
    mayTakeBack: true,
    mayUpdateCard: false,
  });
  expect((await terminate(person, subscriptionId)).body.error?.code).toBe("TRANSITION_NOT_ALLOWED");
  const cardId = crypto.randomUUID();
  const other = await shop.api.call("updateSubscriptionCard", { subscriptionId, cardId }, { token: person.token });
  expect(other.body.error?.code).toBe("TRANSITION_NOT_ALLOWED");
  const resumed = await takeBack(person, subscriptionId);
  expect(resumed.body.subscription).toMatchObject({ state: "ACTIVE", endReason: null, cancelledAt: null });
  expect((await takeBack(person, subscriptionId)).body.error?.code).toBe("TRANSITION_NOT_ALLOWED");
  expect((await shop.emails(person, since)).sort()).toEqual(["subscription-ended", "subscription-taken-back"]);
  await terminate(person, subscriptionId);
  await shop.until(validity.endsAt);
  const terminated = await shop.one(person, subscriptionId);
  expect(terminated).toMatchObject({ state: "TERMINATED", mayTakeBack: false, nextDebit: null });
  expect(terminated.periods).toHaveLength(1);
  expect((await takeBack(person, subscriptionId)).body.error?.code).toBe("TRANSITION_NOT_ALLOWED");
  await shop.clean();
}, 60_000);

// covers §4: subscription: active, cancelled, terminated, blocked
test("before its start it is ended with a refund: order and tickets cancelled, a credit note, the money refunded once", async () => {
  const person = await shop.person();
  const started = await subscribeLater(person);
  const paid = { amount: 3000, currency: "EUR" };
  expect(started).toMatchObject({
    state: "ACTIVE",
    startsLater: true,
    mayTerminate: { effect: "REFUNDED", refund: paid },
  });
  const { body } = await terminate(person, started.subscriptionId);
  expect(body.subscription).toMatchObject({ state: "TERMINATED", endReason: "CUSTOMER", mayTerminate: null });
  await shop.api.work.drain();
  const orderId = started.periods[0]?.orderId ?? "";
  expect((await shop.ledger(orderId)).map(({ kind }) => kind)).toEqual(["session", "capture", "refund"]);
  const order = await orderNow(person, orderId);
  expect(order).toMatchObject({ status: "CANCELED", creditNoteNumber: expect.stringMatching(/^A-NORTH-\d{4}-\d{6}$/) });
  expect(order?.history.map(({ event }) => event)).toContain("refunded");
  const note = await shop.api.call("printOrder", { orderId, kind: "credit-note" }, { token: person.token });
  expect(note.body.type).toBe("application/pdf");
  const tickets = await shop.api.call("tickets", {}, { token: person.token });
  expect(tickets.body.items.map(({ state }) => state)).toEqual(["cancelled"]);
  expect(await shop.emails(person)).toEqual(["subscription-ended"]);
  const [cards] = [(await shop.api.call("getCards", {}, { token: person.token })).body.cards];
  expect(cards.map(({ LOCKED }) => LOCKED)).toEqual([false]);
  await shop.clean();
}, 60_000);

test("one that starts later begins on its day, and one by debit is not refunded once its debit is with the bank", async () => {
  const person = await shop.person();
  const started = await subscribeLater(person);
  await shop.until(started.validity.startsAt);
  expect(await shop.one(person, started.subscriptionId)).toMatchObject({
    startsLater: false,
    mayTerminate: { effect: "AT_END" },
  });
  const debtor = await shop.person();
  const unpaid = await shop.subscribeByDebit(debtor, "month", iban);
  await sql`update subscription set status = 'pending' where id = ${unpaid.subscriptionId}`.execute(shop.api.deps.db);
  await sql`update installment set status = 'begun' where order_id = ${unpaid.periods[0]?.orderId}`.execute(
    shop.api.deps.db,
  );
  expect((await shop.one(debtor, unpaid.subscriptionId)).mayTerminate).toBeNull();
  expect((await terminate(debtor, unpaid.subscriptionId)).body.error).toMatchObject({ code: "TRANSITION_NOT_ALLOWED" });
  await sql`update installment set status = 'planned' where order_id = ${unpaid.periods[0]?.orderId}`.execute(
    shop.api.deps.db,
  );
  const ended = await terminate(debtor, unpaid.subscriptionId);
  expect(ended.body.subscription.state).toBe("TERMINATED");
  expect((await orderNow(debtor, unpaid.periods[0]?.orderId))?.parts.map(({ status }) => status)).toEqual([
    "withdrawn",
  ]);
  await shop.clean();
}, 60_000);

test("a suspended subscription ends immediately, and the due amount is no longer collected", async () => {
  const person = await shop.person();
  const { subscriptionId, nextDebit } = await shop.subscribe(person, "month");
  await shop.behave("refuse-charge");
  await shop.until(nextDebit?.on ?? "");
  expect((await shop.one(person, subscriptionId)).mayTerminate).toMatchObject({ effect: "AT_ONCE", refund: null });
  const { body } = await terminate(person, subscriptionId);
  expect(body.subscription).toMatchObject({ state: "TERMINATED", endReason: "CUSTOMER", blocked: null });
  expect(body.subscription.periods.map(({ orderStatus }) => orderStatus)).toEqual(["CANCELED", "COMPLETED"]);
  await shop.clean();
}, 60_000);

test("a charge under way is settled first: while the provider is down nothing is ended, and nothing is collected twice", async () => {
  const person = await shop.person();
  const { subscriptionId, nextDebit } = await shop.subscribe(person, "month");
  // Other jobs ask the provider, too.
  await shop.behave("down", 50);
  await shop.until(nextDebit?.on ?? "");
  expect((await terminate(person, subscriptionId)).body.error?.code).toBe("PAYMENT_UNAVAILABLE");
  await shop.behave("down", 0);
  const { body } = await terminate(person, subscriptionId);
  expect(body.subscription).toMatchObject({ state: "CANCELLED", periods: [{ orderStatus: "COMPLETED" }, {}] });
  const moves = await shop.ledger(body.subscription.periods[0]?.orderId ?? "");
  expect(moves.map(({ kind }) => kind)).toEqual(["debit"]);
  // Its payout could not be read either.
  await reconcileAccount(shop.api.deps, "stripe/main", undefined);
  await shop.clean();
}, 60_000);

// covers §4: subscription: active, cancelled, terminated, blocked
test("a subscription to an article that is withdrawn, or no longer suits its traveller, ends with the paid period, announced in good time", async () => {
  const [person, grown] = [await shop.person(), await shop.person({ birthDate: "2001-02-03" })];
  const today = nowOf(shop).slice(0, 10);
  const turns26 = `${Number(today.slice(0, 4)) - 26}${new Date(Date.parse(nowOf(shop)) + 20 * 86_400_000).toISOString().slice(4, 10)}`;
  await sql`update traveller set birth_date = ${turns26} where id = ${grown.userId}`.execute(shop.api.deps.db);
  const monthly = await shop.subscribe(person, "month");
  const young = await shop.subscribe(grown, "young");
  await shop.change({
    month: { salesEndsAt: new Date(Date.parse(monthly.validity.endsAt) - 5 * 86_400_000).toISOString() },
  });
  await shop.until(new Date(Date.parse(monthly.validity.endsAt) - 9 * 86_400_000).toISOString());
  expect(await shop.one(person, monthly.subscriptionId)).toMatchObject({
    state: "CANCELLED",
    endReason: "ARTICLE_WITHDRAWN",
  });
  expect(await shop.one(grown, young.subscriptionId)).toMatchObject({
    state: "CANCELLED",
    endReason: "TRAVELLER_NOT_ELIGIBLE",
  });
  for (const one of [person, grown]) expect(await shop.emails(one)).toEqual(["subscription-not-renewed"]);
  const refused = await takeBack(person, monthly.subscriptionId);
  expect(refused.body.error).toMatchObject({ code: "SUBSCRIPTION_NOT_RENEWABLE" });
  await shop.change({});
  expect((await takeBack(person, monthly.subscriptionId)).body.subscription.state).toBe("ACTIVE");
  await terminate(person, monthly.subscriptionId);
  // A network that switched subscriptions off: existing ones can be ended, and none is resumed.
  await shop.change({}, { switches: { guestOrders: true } });
  expect((await takeBack(person, monthly.subscriptionId)).body.error?.code).toBe("FEATURE_DISABLED");
  expect((await shop.one(person, monthly.subscriptionId)).state).toBe("CANCELLED");
  await shop.change({});
  await shop.clean();
}, 60_000);

// covers §3: tacit subscription
test("a yearly subscription is announced between three months and one before its end, with its price and the last day to refuse it", async () => {
  const person = await shop.person();
  const { subscriptionId, nextRenewalOn, validity } = await shop.subscribe(person, "year");
  await shop.change({ year: { price: 31_000 } });
  await shop.until(new Date(Date.parse(validity.endsAt) - 62 * 86_400_000).toISOString());
  expect(await shop.emails(person)).toEqual([]);
  await shop.until(new Date(Date.parse(validity.endsAt) - 31 * 86_400_000).toISOString());
  expect(await shop.emails(person)).toContain("subscription-renewal");
  const notices = await sql<{ contents: { until: string; amount: { amount: number }; before: { amount: number } } }>`
    select contents from mail where account_id = ${person.accountId} and template = 'subscription-renewal'`.execute(
    shop.api.deps.db,
  );
  const [notice] = notices.rows;
  expect(notice?.contents).toMatchObject({
    startsOn: nextRenewalOn,
    amount: { amount: 31_000 },
    before: { amount: 30_000 },
  });
  // A price that rises after the announcement is charged as announced.
  await shop.change({ year: { price: 40_000 } });
  await shop.until(nextRenewalOn ?? "");
  expect((await shop.one(person, subscriptionId)).periods.map(({ amount }) => amount.amount)).toEqual([31_000, 30_000]);
  await shop.change({});
  await shop.clean();
}, 120_000);

// covers §4: deletion blocked while subscriptions are active
test("while it runs, its traveller cannot be deactivated nor the account deleted; once it is cancelled both can", async () => {
  const person = await shop.person();
  const childId = crypto.randomUUID();
  await shop.api.deps.db.transaction().execute((tx) =>
    insertTraveller(
      tx,
      {
        id: childId,
        networkId: "north",
        accountId: person.accountId,
        isHolder: false,
        firstName: "Lou",
        lastName: "Haddad",
        birthDate: "2012-05-02",
      },
      nowOf(shop),
    ),
  );
  const articles = orderOf(person, 3200, { productId: "month", isSubscription: true, customerId: childId }).articles;
  const { subscriptionId, beneficiary } = await shop.subscribe(person, "month", { articles });
  expect(beneficiary).toEqual({ travellerId: childId, firstName: "Lou", lastName: "Haddad" });
  const disable = () => shop.api.call("disableProfile", { userId: childId }, { token: person.token });
  const check = () => shop.api.call("requestDeletion", { checkOnly: true }, { token: person.token });
  expect((await disable()).body.error).toMatchObject({
    code: "PROFILE_IN_USE",
    details: { reason: "subscription", names: ["month"] },
  });
  expect((await check()).body.error).toMatchObject({
    code: "DELETION_BLOCKED",
    details: { reason: "subscription", ids: [subscriptionId], names: ["month"] },
  });
  await terminate(person, subscriptionId);
  expect((await check()).body.error).toBeUndefined();
  expect((await disable()).body.error).toBeUndefined();
}, 60_000);

// covers §7: GET Subscriptions/list, get, POST terminate, updateCard
test("another account's subscription cannot be ended, resumed or paid differently, in this network or another", async () => {
  const mine = await shop.person();
  const theirs = await shop.person();
  const { subscriptionId } = await shop.subscribe(theirs, "month");
  const foreign = await shop.person({ network: "south" });
  for (const id of [subscriptionId, crypto.randomUUID(), "none"]) {
    for (const [person, network] of [
      [mine, "north"],
      [foreign, "south"],
    ] as const) {
      const asking = { token: person.token, network };
      const ref = { subscriptionId: id };
      expect((await shop.api.call("terminateSubscription", ref, asking)).body.error?.code).toBe("NOT_FOUND");
      expect((await shop.api.call("takeBackTermination", ref, asking)).body.error?.code).toBe("NOT_FOUND");
      const update = { ...ref, cardId: crypto.randomUUID() };
      expect((await shop.api.call("updateSubscriptionCard", update, asking)).body.error?.code).toBe("NOT_FOUND");
    }
  }
  expect((await shop.one(theirs, subscriptionId)).state).toBe("ACTIVE");
}, 60_000);
