import { addDays } from "@guichet/rules/dates/days.ts";
import { instantOn } from "@guichet/rules/dates/instants.ts";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { readSubscription } from "../subscription-records/subscription-store.ts";
import { openSubscriptionShop, type SubscriptionShop } from "../testing/test-subscriptions.ts";
import { renew } from "./renew-subscription.ts";
import { factsOf } from "./status-check.ts";

let shop: SubscriptionShop;
beforeEach(async () => {
  shop = await openSubscriptionShop();
}, 60_000);
afterEach(() => shop.close());

// covers §3: tacit subscription
test("a year of monthly renewals: each is a separate order, dates are counted from the first, and all books agree", async () => {
  await shop.until("2027-01-31");
  const person = await shop.person();
  const started = await shop.subscribe(person, "month");
  expect(started).toMatchObject({
    state: "ACTIVE",
    startsLater: false,
    blocked: null,
    interval: "P1M",
    validity: { lastDay: "2027-02-27" },
    nextRenewalOn: "2027-02-28",
    nextDebit: { on: "2027-02-27", amount: { amount: 3200, currency: "EUR" } },
    paymentMethod: "CARD",
    method: { kind: "CARD", num: "0014" },
    beneficiary: { travellerId: person.userId, firstName: "Amal", lastName: "Haddad" },
    product: { shopItemId: "month", name: "month" },
  });
  await shop.until("2028-01-30");
  const { subscriptionId } = started;
  const now = await shop.one(person, subscriptionId);
  const paris = (instant: string) => addDays(instant.slice(0, 10), 1);
  expect(now.periods.map(({ startsAt }) => paris(startsAt)).slice(0, -1)).toEqual(
    ["01-31", "12-31", "11-30", "10-31", "09-30", "08-31", "07-31", "06-30", "05-31", "04-30", "03-31", "02-28"].map(
      (day) => (day === "01-31" ? `2028-${day}` : `2027-${day}`),
    ),
  );
  expect(now.periods.map(({ orderStatus }) => orderStatus)).toEqual(Array.from({ length: 13 }, () => "COMPLETED"));
  expect(new Set(now.periods.map(({ orderId }) => orderId)).size).toBe(13);
  for (const { orderId } of now.periods) {
    const moves = await shop.ledger(orderId);
    const collected = moves.filter(({ kind }) => kind === "capture" || kind === "debit");
    expect(collected.map(({ amount }) => amount.amount)).toEqual([3200]);
  }
  const { body } = await shop.api.call("tickets", { limit: 100 }, { token: person.token });
  expect(body.items).toHaveLength(13);
  const [last] = now.periods;
  expect(body.items.map(({ validUntil }) => validUntil)).toContain(last?.endsAt);
  const emails = await sql<{ count: number }>`select count(*) as count from mail
    where account_id = ${person.accountId} and template = 'order-confirmation'`.execute(shop.api.deps.db);
  expect(emails.rows[0]?.count).toBe(13);
  expect(await shop.emails(person)).toEqual([]);
  await shop.clean();
}, 120_000);

// covers §3: the periods of a subscription: no overlap and no gap between two
test("started on the 29th to the 31st, each ticket ends when the next one begins", async () => {
  const people = [];
  for (const day of ["2027-01-29", "2027-01-30", "2027-01-31"]) {
    await shop.until(day);
    const person = await shop.person();
    await shop.subscribe(person, "month");
    people.push(person);
  }
  await shop.until("2027-05-31");
  for (const { token } of people) {
    const { body } = await shop.api.call("tickets", { limit: 100 }, { token });
    const spans = body.items.map(({ validFrom, validUntil }) => ({ from: validFrom ?? "", until: validUntil ?? "" }));
    spans.sort((a, b) => (a.from < b.from ? -1 : 1));
    expect(spans).toHaveLength(5);
    expect(spans.slice(0, -1).map(({ until }) => until)).toEqual(spans.slice(1).map(({ from }) => from));
  }
  await shop.clean();
}, 60_000);

/** All failpoints of a renewal by card: while it is ordered, charged, and settled. */
const points = [
  "job-leased",
  "session-requested",
  "session-created",
  "session-stored",
  "before-provider-call",
  "provider-answered",
  "capture-written",
  "completion-uncommitted",
  "payment-settled",
  "job-done",
];

// covers §3: a renewal happens once, under concurrency and after a crash at any point
test("wherever its job dies, a renewal is one order, one charge, one invoice and one ticket", async () => {
  const person = await shop.person();
  const { subscriptionId } = await shop.subscribe(person, "week");
  const died: string[] = [];
  for (const point of points) {
    const { nextDebit } = await shop.one(person, subscriptionId);
    let dies = true;
    shop.api.deps.failpoint = (passed) => {
      if (!dies || passed !== point) return;
      dies = false;
      died.push(point);
      throw new Error(`died at ${point}`);
    };
    await shop.until(addDays(nextDebit?.on ?? "", 1));
    shop.api.deps.failpoint = () => undefined;
  }
  expect(died).toEqual(points);
  const { periods } = await shop.one(person, subscriptionId);
  expect(periods.map(({ position }) => position)).toEqual(Array.from({ length: 11 }, (_, place) => 11 - place));
  for (const { orderId, orderStatus } of periods) {
    expect(orderStatus).toBe("COMPLETED");
    const collected = (await shop.ledger(orderId)).filter(({ kind }) => kind === "capture" || kind === "debit");
    expect(collected).toHaveLength(1);
  }
  const { body } = await shop.api.call("tickets", { limit: 100 }, { token: person.token });
  expect(body.items).toHaveLength(11);
  await shop.clean();
}, 300_000);

/** A subscription whose renewal is due, before its job has run. */
async function dueForRenewal() {
  const person = await shop.person();
  const { subscriptionId, nextDebit } = await shop.subscribe(person, "month");
  const due = instantOn(nextDebit?.on ?? "", "Europe/Paris");
  shop.api.clock.setOffset(shop.api.clock.offsetMs() + due.getTime() - shop.api.clock.now().getTime());
  await fetch(new URL("/clock", shop.sandbox.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ offsetMs: shop.api.clock.offsetMs() }),
  });
  const network = await shop.api.deps.networks.get("north");
  if (network === undefined) throw new Error("The network is gone");
  return { person, id: subscriptionId, network };
}

const ordersOf = async (id: string) => {
  const found = await sql<{ id: string }>`select id from orders where subscription_id = ${id}`.execute(
    shop.api.deps.db,
  );
  return found.rows.length;
};

// covers §3: a renewal happens once, under concurrency and after a crash at any point
test("two concurrent workers renew once", async () => {
  const { id } = await dueForRenewal();
  await Promise.all(Array.from({ length: 4 }, () => shop.look(id)));
  await shop.api.work.drain();
  expect(await ordersOf(id)).toBe(2);
  await shop.clean();
}, 60_000);

/** Two workers that read the same state, as if neither had locked the subscription. */
async function renewWithoutHolding(id: string, network: LoadedNetwork) {
  const { deps } = shop.api;
  const facts = await deps.db.transaction().execute(async (tx) => {
    const subscription = await readSubscription(tx, id);
    if (subscription === undefined) throw new Error("The subscription is gone");
    return factsOf(tx, network, subscription);
  });
  const both = [1, 2].map(() => deps.db.transaction().execute((tx) => renew(tx, deps, network, facts)));
  return (await Promise.allSettled(both)).map(({ status }) => status).sort();
}

// covers §3: a renewal happens once, under concurrency and after a crash at any point
test("without the lock, the period's own row lets one of two renew; without that too, both do", async () => {
  const { id, network } = await dueForRenewal();
  expect(await renewWithoutHolding(id, network)).toEqual(["fulfilled", "rejected"]);
  expect(await ordersOf(id)).toBe(2);
  const other = await dueForRenewal();
  const { db } = shop.api.deps;
  await sql`alter table subscription_period drop constraint subscription_period_pkey`.execute(db);
  await sql`drop index orders_one_unresolved`.execute(db);
  expect(await renewWithoutHolding(other.id, other.network)).toEqual(["fulfilled", "fulfilled"]);
  expect(await ordersOf(other.id)).toBe(3);
}, 60_000);
