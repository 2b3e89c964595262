import { addDays, dayIn } from "@guichet/rules/dates/days.ts";
import { instantOn } from "@guichet/rules/dates/instants.ts";
import { proratedRefund } from "@guichet/rules/renewals.ts";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { readOrder } from "../order-records/order-store.ts";
import { lastPeriod, readSubscription } from "../subscription-records/subscription-store.ts";
import type { TestPerson } from "../testing/test-people.ts";
import { nowOf, openSubscriptionShop, type Renewable, type SubscriptionShop } from "../testing/test-subscriptions.ts";
import { listTickets } from "../wallet/ticket-store.ts";
import { consumeUse } from "../wallet/ticket-use-store.ts";
import { endEarly } from "./end-early.ts";
import { proratedRefundOf } from "./prorated-refund.ts";

let shop: SubscriptionShop;
beforeAll(async () => {
  shop = await openSubscriptionShop();
}, 60_000);
afterEach(() => shop.endAll());
afterAll(() => shop.close());

const zone = "Europe/Paris";
const iban = "FR7630006000011234567890189";
const terminate = (person: TestPerson, subscriptionId: string) =>
  shop.api.call("terminateSubscription", { subscriptionId }, { token: person.token });
const today = () => dayIn(nowOf(shop), zone);

/** Simulates an outage until a day: no due job runs before. */
function standStill(day: string): void {
  const { clock } = shop.api;
  clock.setOffset(clock.offsetMs() + instantOn(day, zone).getTime() - clock.now().getTime());
}

/** A person whose yearly subscription was renewed without a timely notice, because of an outage. */
async function renewedUntold(
  article: Renewable = "year",
  { day = 0, ...more }: { day?: number; installments?: number } = {},
) {
  const person = await shop.person();
  const { subscriptionId, nextRenewalOn } = await shop.subscribe(person, article, more);
  const start = nextRenewalOn ?? "";
  standStill(addDays(start, -10));
  await shop.until(addDays(start, day));
  return { person, subscriptionId, start, orderId: (await shop.one(person, subscriptionId)).periods[0]?.orderId ?? "" };
}

const contentsOf = async (person: TestPerson, template: string) => {
  const found = await sql<{ contents: Record<string, unknown> }>`select contents from mail
    where account_id = ${person.accountId} and template = ${template} order by created_at`.execute(shop.api.deps.db);
  return found.rows.map(({ contents }) => contents);
};

// covers §3: a renewal that was not announced in time can be terminated on any day, with a prorated refund (L215-1)
test("a yearly subscription announced too late can be terminated on any day: valid through it, with the remainder refunded", async () => {
  const { person, subscriptionId, start, orderId } = await renewedUntold();
  const [notice] = await contentsOf(person, "subscription-renewal");
  expect(notice).toMatchObject({ late: true, until: addDays(start, -2) });
  await shop.until(addDays(start, 99));
  const end = dayIn((await shop.one(person, subscriptionId)).validity.endsAt, zone);
  const refund = { amount: proratedRefund(30_000, { start, end, lastDay: today() }), currency: "EUR" };
  const beforeLeaving = await shop.one(person, subscriptionId);
  expect(beforeLeaving.mayTerminate).toMatchObject({ effect: "REST_REFUNDED", lastDay: addDays(start, 99), refund });
  const since = nowOf(shop);
  const { body } = await terminate(person, subscriptionId);
  expect(body.subscription).toMatchObject({
    state: "CANCELLED",
    endReason: "CUSTOMER",
    validity: { lastDay: today() },
    nextDebit: null,
    mayTerminate: null,
    mayTakeBack: false,
    periods: [{ orderStatus: "COMPLETED", left: { lastDay: today(), refund } }, { left: null }],
  });
  await shop.api.work.drain();
  const refunds = (await shop.ledger(orderId)).filter(({ kind }) => kind === "refund");
  expect(refunds.map(({ amount }) => amount)).toEqual([refund]);
  const { body: orders } = await shop.api.call("getOrders", { orderId }, { token: person.token });
  expect(orders.items[0]).toMatchObject({ status: "COMPLETED", creditNoteNumber: expect.stringMatching(/^A-NORTH-/) });
  expect(orders.items[0]?.history.map(({ event }) => event).slice(-2)).toEqual(["ended-early", "rest-refunded"]);
  const note = await shop.api.call("printOrder", { orderId, kind: "credit-note" }, { token: person.token });
  expect(note.body.type).toBe("application/pdf");
  const { body: tickets } = await shop.api.call("tickets", { limit: 100 }, { token: person.token });
  const ticket = tickets.items.find((one) => one.orderId === orderId);
  expect(ticket).toMatchObject({ state: "active", validUntil: body.subscription.validity.endsAt });
  expect(dayIn(ticket?.validUntil ?? "", zone)).toBe(addDays(today(), 1));
  expect(await shop.emails(person, since)).toEqual(["subscription-ended"]);
  const [email] = await contentsOf(person, "subscription-ended");
  expect(email).toMatchObject({ effect: "REST_REFUNDED", refund, lastDay: today() });
  const resumed = await shop.api.call("takeBackTermination", { subscriptionId }, { token: person.token });
  expect(resumed.body.error?.code).toBe("TRANSITION_NOT_ALLOWED");
  expect((await terminate(person, subscriptionId)).body.error?.code).toBe("TRANSITION_NOT_ALLOWED");
  await shop.until(addDays(today(), 1));
  expect((await shop.one(person, subscriptionId)).state).toBe("TERMINATED");
  await shop.clean();
}, 120_000);

test("a ticket used at the moment of termination does not become valid for longer again", async () => {
  const { person, subscriptionId, orderId } = await renewedUntold();
  const { db } = shop.api.deps;
  const filter = { networkId: "north", accountId: person.accountId, travellerId: null, orderId, limit: 1 };
  const [seen] = await listTickets(db, filter);
  if (seen === undefined) throw new Error("There is no ticket");
  await terminate(person, subscriptionId);
  const { validFrom, validUntil } = seen;
  const punch = { kind: "checked", trips: 0, until: validUntil, tripUntil: null, validFrom, validUntil } as const;
  const using = { ...punch, at: nowOf(shop), code: "seen before", tripCode: null };
  expect(await db.transaction().execute((tx) => consumeUse(tx, seen, using))).toBe(false);
  const [now] = await listTickets(db, filter);
  expect(now?.validUntil).toBe((await shop.one(person, subscriptionId)).validity.endsAt);
}, 120_000);

// covers §3: a renewal that was not announced in time can be terminated on any day, with a prorated refund (L215-1)
test("on the day before it begins it can be terminated for its first day", async () => {
  const { person, subscriptionId, start } = await renewedUntold("year", { day: -1 });
  const { mayTerminate } = await shop.one(person, subscriptionId);
  expect(mayTerminate).toMatchObject({ effect: "REST_REFUNDED", lastDay: start });
  const { body } = await terminate(person, subscriptionId);
  expect(body.subscription).toMatchObject({ state: "CANCELLED", validity: { lastDay: start } });
  await shop.until(addDays(start, 1));
  expect((await shop.one(person, subscriptionId)).state).toBe("TERMINATED");
  await shop.clean();
}, 120_000);

// covers §3: a renewal that was not announced in time can be terminated on any day, with a prorated refund (L215-1)
test("one announced in time lasts to its end; one whose e-mail was never sent can be terminated on any day, cancelled before or not", async () => {
  const [notified, unnotified] = [await shop.person(), await shop.person()];
  const one = await shop.subscribe(notified, "year");
  const other = await shop.subscribe(unnotified, "year");
  const start = one.nextRenewalOn ?? "";
  await shop.until(addDays(start, -2));
  await sql`update mail set sent_at = null where account_id = ${unnotified.accountId}
    and template = 'subscription-renewal'`.execute(shop.api.deps.db);
  await shop.until(addDays(start, 10));
  expect((await shop.one(notified, one.subscriptionId)).mayTerminate).toMatchObject({ effect: "AT_END", refund: null });
  const [email] = await contentsOf(notified, "subscription-renewal");
  expect(email).toMatchObject({ late: false, until: addDays(start, -2) });
  // A subscription already cancelled to its end is treated no worse.
  await sql`update subscription set status = 'cancelled', end_reason = 'CUSTOMER', cancelled_at = ${nowOf(shop)}
    where id = ${other.subscriptionId}`.execute(shop.api.deps.db);
  expect(await shop.one(unnotified, other.subscriptionId)).toMatchObject({
    state: "CANCELLED",
    mayTakeBack: true,
    mayTerminate: { effect: "REST_REFUNDED", lastDay: today() },
  });
  const { body } = await terminate(unnotified, other.subscriptionId);
  expect(body.subscription).toMatchObject({ validity: { lastDay: today() }, mayTakeBack: false });
  await shop.api.work.drain();
  await shop.clean();
}, 120_000);

// covers §3: a renewal that was not announced in time can be terminated on any day, with a prorated refund (L215-1)
test("paid in installments: open ones are withdrawn, and the amount collected beyond the days used is refunded", async () => {
  const { person, subscriptionId, start, orderId } = await renewedUntold("yearInInstallments", { installments: 3 });
  await shop.until(addDays(start, 5));
  const { mayTerminate } = await shop.one(person, subscriptionId);
  const end = dayIn((await shop.one(person, subscriptionId)).validity.endsAt, zone);
  const used = 30_000 - proratedRefund(30_000, { start, end, lastDay: today() });
  expect(mayTerminate?.refund?.amount).toBe(10_000 - used);
  const euros = (amount: number) => ({ amount, currency: "EUR" });
  expect(mayTerminate?.calculation).toEqual({ price: euros(30_000), used: euros(used), dropped: euros(20_000) });
  await terminate(person, subscriptionId);
  await shop.api.work.drain();
  const moves = (await shop.ledger(orderId)).map(({ kind, amount }) => [kind, amount.amount]);
  expect(moves).toEqual([
    ["debit", 10_000],
    ["refund", mayTerminate?.refund?.amount],
  ]);
  await shop.until(addDays(start, 70));
  const { body } = await shop.api.call("getOrders", { orderId }, { token: person.token });
  expect(body.items[0]?.parts.map(({ status }) => status)).toEqual(["paid", "withdrawn", "withdrawn"]);
  expect(await shop.ledger(orderId)).toHaveLength(2);
  // The credit note states what is dropped and what is paid back, as that of every other refund.
  const notes = await sql<{ division: unknown }>`select contents -> 'division' as division from invoice
    where order_id = ${orderId} and series = 'credit-note'`.execute(shop.api.deps.db);
  expect(notes.rows).toEqual([{ division: { dropped: euros(20_000), paidBack: euros(10_000 - used) } }]);
  await shop.clean();
}, 120_000);

// covers §3: a renewal that was not announced in time can be terminated on any day, with a prorated refund (L215-1)
test("by direct debit: nothing can be refunded while the debit is with the bank; then the bank refunds the remainder, once", async () => {
  const person = await shop.person();
  const { subscriptionId, nextRenewalOn } = await shop.subscribeByDebit(person, "year", iban);
  const start = nextRenewalOn ?? "";
  await shop.until(addDays(start, -300));
  standStill(addDays(start, -10));
  await shop.until(start);
  const planned = await shop.one(person, subscriptionId);
  const orderId = planned.periods[0]?.orderId ?? "";
  expect(planned.mayTerminate).toMatchObject({ effect: "REST_REFUNDED", refund: null });
  await untilOpen(orderId, start);
  expect((await shop.one(person, subscriptionId)).mayTerminate?.effect).toBe("AT_END");
  await shop.until(addDays(start, 30));
  await shop.sweepBank();
  const { mayTerminate } = await shop.one(person, subscriptionId);
  expect(mayTerminate?.effect).toBe("REST_REFUNDED");
  await terminate(person, subscriptionId);
  await shop.api.work.drain();
  const found = await sql<{ amount: number; given: boolean }>`select amount, given_at is not null as given
    from refund where order_id = ${orderId}`.execute(shop.api.deps.db);
  expect(found.rows).toEqual([{ amount: mayTerminate?.refund?.amount, given: true }]);
  await shop.clean();
}, 120_000);

/** Lets days pass until the debit of an order is with the bank. */
async function untilOpen(orderId: string, from: string): Promise<void> {
  for (let day = 1; day < 15; day += 1) {
    await shop.until(addDays(from, day));
    const found = await sql`select from payment where order_id = ${orderId} and status = 'open'`.execute(
      shop.api.deps.db,
    );
    if (found.rows.length > 0) return;
  }
  throw new Error("The debit was never with the bank");
}

// covers §3: a renewal that was not announced in time can be terminated on any day, with a prorated refund (L215-1)
test("an unpaid amount is no longer owed once the period is terminated", async () => {
  const person = await shop.person();
  const { subscriptionId, nextRenewalOn } = await shop.subscribeByDebit(person, "year", iban);
  const start = nextRenewalOn ?? "";
  await shop.until(addDays(start, -300));
  standStill(addDays(start, -10));
  await shop.behaveBank("return");
  await shop.until(addDays(start, 25));
  await shop.sweepBank();
  expect(await shop.one(person, subscriptionId)).toMatchObject({
    blocked: { reason: "DEBIT_REFUSED" },
    mayTerminate: { effect: "REST_REFUNDED", refund: null },
  });
  const { orderId = "" } = (await shop.one(person, subscriptionId)).periods[0] ?? {};
  const asking = { token: person.token, idempotencyKey: crypto.randomUUID() };
  const page = await shop.api.call("payInstallment", { orderId, position: 1, returnUrl: "/account/invoices" }, asking);
  const { body } = await terminate(person, subscriptionId);
  expect(body.subscription).toMatchObject({
    state: "CANCELLED",
    blocked: null,
    periods: [{ orderStatus: "COMPLETED" }, {}],
  });
  // The page where it could be paid is closed with it.
  await expect(shop.pay(page.body.paymentUrl)).rejects.toThrow("session_closed");
  await shop.clean();
}, 120_000);

/** All failpoints of the refund's job. */
const points = ["job-leased", "refund-requested", "refund-made", "refund-uncommitted", "job-done"];

// covers §3: a renewal that was not announced in time can be terminated on any day, with a prorated refund (L215-1)
test("wherever its job dies, the remainder is refunded once; of two concurrent terminations, one succeeds", async () => {
  for (const point of points) {
    const { person, subscriptionId, orderId } = await renewedUntold();
    let dies = true;
    shop.api.deps.failpoint = (passed) => {
      if (!dies || passed !== point) return;
      dies = false;
      throw new Error(`died at ${point}`);
    };
    const both = await Promise.all([1, 2].map(() => terminate(person, subscriptionId)));
    expect(both.map(({ body }) => body.error?.code ?? "ended").sort()).toEqual(["TRANSITION_NOT_ALLOWED", "ended"]);
    await shop.until(addDays(today(), 2));
    shop.api.deps.failpoint = () => undefined;
    expect(dies, point).toBe(false);
    expect((await shop.ledger(orderId)).map(({ kind }) => kind)).toEqual(["debit", "refund"]);
    await shop.clean();
  }
}, 300_000);

// covers §3: a renewal that was not announced in time can be terminated on any day, with a prorated refund (L215-1)
test("without the lock, the refund's own row lets one of two terminations succeed; without that too, what was refunded is not refunded again", async () => {
  const unguarded = await openSubscriptionShop();
  const usual = shop;
  shop = unguarded;
  try {
    const { db } = shop.api.deps;
    const one = await renewedUntold();
    expect(await leaveWithoutHolding(one)).toEqual(["fulfilled", "rejected"]);
    const other = await renewedUntold();
    await sql`drop index refund_once`.execute(db);
    await sql`drop index invoice_once`.execute(db);
    expect(await leaveWithoutHolding(other)).toEqual(["fulfilled", "fulfilled"]);
    const found = await sql<{
      count: number;
    }>`select count(*) as count from refund where order_id = ${other.orderId}`.execute(db);
    expect(found.rows[0]?.count).toBe(1);
  } finally {
    await unguarded.close();
    shop = usual;
  }
}, 120_000);

/** Two calls that read the same state, as if order and subscription were not locked. */
async function leaveWithoutHolding({ subscriptionId, orderId }: { subscriptionId: string; orderId: string }) {
  const { deps } = shop.api;
  const network = await deps.networks.get("north");
  const [subscription, last, order] = [
    await readSubscription(deps.db, subscriptionId),
    await lastPeriod(deps.db, subscriptionId),
    await readOrder(deps.db, orderId),
  ];
  if (network === undefined || subscription === undefined || last === undefined || order === undefined)
    throw new Error("It is gone");
  const refund = proratedRefundOf(subscription, last, { now: deps.clock.iso(), timeZone: zone });
  if (refund === undefined) throw new Error("Nothing comes back");
  const received = { reference: null, receivedAt: deps.clock.iso(), desiredEnd: null };
  const both = [1, 2].map(() =>
    deps.db
      .transaction()
      .execute((tx) => endEarly(tx, deps, network, subscription, { last, order, rest: refund, received })),
  );
  return (await Promise.allSettled(both)).map(({ status }) => status).sort();
}
