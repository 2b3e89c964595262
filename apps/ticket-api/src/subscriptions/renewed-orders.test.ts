import { addDays } from "@guichet/rules/dates/days.ts";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { soManyWait } from "../testing/held-rows.ts";
import { validatorClient } from "../testing/test-api.ts";
import { testCard } from "../testing/test-cards.ts";
import type { TestPerson } from "../testing/test-people.ts";
import { cards, orderOf } from "../testing/test-purchase.ts";
import { nowOf, openSubscriptionShop, type SubscriptionShop } from "../testing/test-subscriptions.ts";
import { linkCard, unlinkCard } from "../transport-card-records/transport-card-store.ts";

let shop: SubscriptionShop;
beforeAll(async () => {
  shop = await openSubscriptionShop();
}, 60_000);
afterEach(() => shop.endAll());
afterAll(() => shop.close());

const iban = "FR7630006000011234567890189";
const partsOf = async (person: TestPerson, orderId = "") => {
  const { body } = await shop.api.call("getOrders", { orderId }, { token: person.token });
  return body.items[0]?.parts.map(({ amount, status }) => [amount.amount, status]);
};
/** Saves a card without an order; returns its id. */
async function keepCard(person: TestPerson): Promise<string> {
  const asking = { token: person.token, idempotencyKey: crypto.randomUUID() };
  const { body } = await shop.api.call("registerCard", { returnUrl: "/account" }, asking);
  await shop.pay(body.paymentUrl, cards.accepted);
  const saved = await shop.api.call("getCards", {}, { token: person.token });
  return saved.body.cards[0]?.ID ?? "";
}

// covers §3: a renewal is paid and delivered like the first purchase: in installments, after a free period, on a transport card
test.each(["CARD", "TRANSFER"] as const)(
  "bought in three installments by %s, it renews in three installments, each collected on its day",
  async (method) => {
    const person = await shop.person();
    const more = { installments: 3 };
    const started =
      method === "CARD"
        ? await shop.subscribe(person, "yearInInstallments", more)
        : await shop.subscribeByDebit(person, "yearInInstallments", iban, more);
    const start = started.nextRenewalOn ?? "";
    expect(started.nextDebit).toMatchObject({ amount: { amount: 10_000 } });
    await shop.until(addDays(start, 75));
    const { periods, blocked } = await shop.one(person, started.subscriptionId);
    expect([periods.length, blocked]).toEqual([2, null]);
    const paid = Array.from({ length: 3 }, () => [10_000, "paid"]);
    for (const { orderId } of periods) expect(await partsOf(person, orderId)).toEqual(paid);
    await shop.clean();
  },
  120_000,
);

/** The order of a month whose first period a voucher pays in full. */
const freeMonth = (person: TestPerson, cardId: string | undefined) =>
  shop.api.call(
    "placeOrder",
    {
      ...orderOf(person, 0, { productId: "month", isSubscription: true }),
      vouchers: ["FIRST-FREE"],
      ...(cardId === undefined ? { keepCard: true } : { cardId }),
    },
    { token: person.token, idempotencyKey: crypto.randomUUID() },
  );

// covers §3: a renewal is paid and delivered like the first purchase: in installments, after a free period, on a transport card
test("a first period paid by a voucher needs a saved card: the next is charged to it, in full", async () => {
  const person = await shop.person();
  expect((await freeMonth(person, undefined)).body.error?.code).toBe("SUBSCRIPTION_NEEDS_KEPT_METHOD");
  const placed = await freeMonth(person, await keepCard(person));
  expect(placed.body).toMatchObject({ orderStatus: "COMPLETED" });
  const started = await shop.begun(person);
  expect(started).toMatchObject({
    nextDebit: { amount: { amount: 3200 } },
    method: { num: "0014" },
    periods: [{ amount: { amount: 0 } }],
  });
  await shop.until(started.nextRenewalOn ?? "");
  const { periods } = await shop.one(person, started.subscriptionId);
  expect(periods.map(({ amount }) => amount.amount)).toEqual([3200, 0]);
  expect((await shop.ledger(periods[0]?.orderId ?? "")).map(({ kind, amount }) => [kind, amount.amount])).toEqual([
    ["debit", 3200],
  ]);
  await shop.clean();
}, 60_000);

// covers §3: a renewal is paid and delivered like the first purchase: in installments, after a free period, on a transport card
test("if a card is removed and subscribed with concurrently, one of the two is refused", async () => {
  const person = await shop.person();
  const cardId = await keepCard(person);
  const { db } = shop.api.deps;
  let both: Promise<[unknown, unknown]> | undefined;
  await db.transaction().execute(async (tx) => {
    await sql`select from payment_method where id = ${cardId} for update`.execute(tx);
    const removed = shop.api.call("unregisterCard", { cardId }, { token: person.token });
    await soManyWait(shop.api.deps.db, 1);
    const placed = freeMonth(person, cardId);
    await soManyWait(shop.api.deps.db, 2);
    both = Promise.all([removed.then(({ body }) => body.error?.code), placed.then(({ body }) => body.error?.code)]);
  });
  expect(await both).toEqual([undefined, "PAYMENT_METHOD_UNKNOWN"]);
  const { body } = await shop.api.call("listSubscriptions", {}, { token: person.token });
  expect(body.subscriptions).toEqual([]);
  const orders = await shop.api.call("getOrders", {}, { token: person.token });
  expect(orders.body.items).toEqual([]);
});

/** A transport card linked to the person's traveller. */
async function ownCard(person: TestPerson, card: Parameters<typeof testCard>[1] = {}) {
  const linkedCard = await testCard(shop.api.deps, { expiresAt: "2090-01-01T00:00:00.000Z", ...card });
  const link = { accountId: person.accountId, travellerId: person.userId, at: nowOf(shop) };
  await linkCard(shop.api.deps.db, { ...linkedCard, ...link });
  return linkedCard;
}
const onCard = (person: TestPerson, mediaId: string) => ({
  articles: orderOf(person, 2800, { productId: "onCard", isSubscription: true, support: "MEDIA", mediaId }).articles,
});
const loads = async (mediaNumber: string) =>
  (await shop.api.call("cardLoads", { mediaNumber }, { client: validatorClient })).body.items;

// covers §3: a renewal is paid and delivered like the first purchase: in installments, after a free period, on a transport card
test("on a transport card each period waits until a validator loads it", async () => {
  const person = await shop.person();
  const card = await ownCard(person);
  const { subscriptionId, nextRenewalOn, cardNumber } = await shop.subscribe(person, "onCard", onCard(person, card.id));
  expect(cardNumber?.replaceAll(" ", "")).toBe(card.number);
  await shop.until(nextRenewalOn ?? "");
  const { periods } = await shop.one(person, subscriptionId);
  expect(periods.map(({ orderStatus }) => orderStatus)).toEqual(["COMPLETED", "COMPLETED"]);
  const { body } = await shop.api.call("tickets", { limit: 100 }, { token: person.token });
  const ticket = body.items.find(({ orderId }) => orderId === periods[0]?.orderId);
  expect(ticket).toMatchObject({ support: "MEDIA", code: null, media: { mediaId: card.id, loadedAt: null } });
  expect([ticket?.validFrom, ticket?.validUntil]).toEqual([periods[0]?.startsAt, periods[0]?.endsAt]);
  const waits = await loads(card.number);
  expect(waits.map(({ ticketId }) => ticketId)).toEqual([ticket?.ticketId]);
  await shop.clean();
}, 60_000);

// covers §3: a renewal is paid and delivered like the first purchase: in installments, after a free period, on a transport card
test("on a card that expires before the next period, or is in no account, it is not renewed, and the customer is notified in time", async () => {
  const [expiring, unlinked, lost] = [await shop.person(), await shop.person(), await shop.person()];
  const soon = new Date(Date.parse(nowOf(shop)) + 25 * 86_400_000).toISOString();
  const [short, gone, blocked] = [
    await ownCard(expiring, { expiresAt: soon }),
    await ownCard(unlinked),
    await ownCard(lost),
  ];
  const one = await shop.subscribe(expiring, "onCard", onCard(expiring, short.id));
  const other = await shop.subscribe(unlinked, "onCard", onCard(unlinked, gone.id));
  const third = await shop.subscribe(lost, "onCard", onCard(lost, blocked.id));
  await shop.api.deps.db.transaction().execute((tx) => unlinkCard(tx, "north", gone.id));
  await shop.api.call(
    "declareMediaIncident",
    { mediaId: blocked.id, incident: "lost", confirmed: true },
    { token: lost.token },
  );
  await shop.until(addDays(one.nextRenewalOn ?? "", -9));
  for (const [person, { subscriptionId }] of [
    [expiring, one],
    [unlinked, other],
  ] as const) {
    expect(await shop.one(person, subscriptionId)).toMatchObject({ state: "CANCELLED", endReason: "CARD_UNUSABLE" });
    expect(await shop.emails(person)).toEqual(["subscription-not-renewed"]);
  }
  // A lost card is replaced, and its loads move to the new card.
  await shop.until(third.nextRenewalOn ?? "");
  expect((await shop.one(lost, third.subscriptionId)).periods).toHaveLength(2);
  await shop.clean();
}, 60_000);
