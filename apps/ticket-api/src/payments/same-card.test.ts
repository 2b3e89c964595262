import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { daysMs } from "../clock.ts";
import { upsertSavedCard } from "../payment-records/saved-method-store.ts";
import { testAccount, testProvider } from "../testing/providers/test-provider.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { cards, openTestShop, orderOf, type Shop } from "../testing/test-purchase.ts";

const inThree: NonNullable<Parameters<typeof testArticle>[0]["paymentOptions"]> = [
  { paymentMethods: ["CARD"], installments: 3, period: "P1M" },
];
const expiring = "4970 1000 0000 0055";
let shop: Shop;
let person: TestPerson;
beforeAll(async () => {
  const articles = [testArticle({ id: "yearly", price: 9_000, paymentOptions: inThree })];
  shop = await openTestShop({ packs: [testPack({ articles })] });
}, 60_000);
beforeEach(async () => {
  person = await testPerson(shop.api.deps);
});
afterAll(() => shop.close());

const keyed = () => ({ token: person.token, idempotencyKey: crypto.randomUUID() });
async function savedCards() {
  const { body } = await shop.api.call("getCards", {}, { token: person.token });
  if (body.error !== undefined) throw new Error(`The cards were not returned: ${body.error.code}`);
  return body.cards;
}
/** Saves a card at the provider's page, without a payment; returns all saved cards of the account. */
async function register(card?: string) {
  const { body } = await shop.api.call("registerCard", { returnUrl: "/account/payment-cards" }, keyed());
  if (body.error !== undefined) throw new Error(`The card was not registered: ${body.error.code}`);
  await shop.pay(body.paymentUrl, card);
  return savedCards();
}
const savedNow = async () => {
  const found = await sql<{ savedId: string }>`select saved_id as "savedId" from payment_method
    where account_id = ${person.accountId} and removed_at is null`.execute(shop.api.deps.db);
  return found.rows.map(({ savedId }) => savedId);
};
/** The provider's response to a charge with a provider id of a card. */
const chargedBy = (method: string) =>
  testProvider(shop.api.deps).chargeSaved({
    reference: crypto.randomUUID(),
    orderId: crypto.randomUUID(),
    method,
    customer: person.accountId,
    amount: { amount: 100, currency: "EUR" },
    notifyUrl: "http://127.0.0.1:1/",
  });

// covers §3: payment card saved, favourite, locked
test("a card that is saved twice is listed once, with its nickname; its other provider id is removed at the provider", async () => {
  const [first] = await register();
  await shop.api.call("setCardNickname", { cardId: first?.ID ?? "", nickname: "Bleue" }, { token: person.token });
  const [idBefore = ""] = await savedNow();
  const again = await register();
  expect(again.map(({ ID, nickname }) => [ID, nickname])).toEqual([[first?.ID, "Bleue"]]);
  expect(await savedNow()).toEqual([idBefore]);
  await shop.api.work.drain();
  expect((await chargedBy(idBefore)).state).toBe("captured");
  expect(await register(cards.strong)).toHaveLength(2);
});

test("of two expiries the later one counts, and the card is charged by the provider id that has it", async () => {
  const [first] = await register(expiring);
  const [idBefore = ""] = await savedNow();
  await shop.pass(daysMs(21));
  const [renewed, ...others] = await register(expiring);
  expect(others).toEqual([]);
  expect(renewed?.ID).toBe(first?.ID);
  expect(renewed?.state).not.toBe("expired");
  const [now = ""] = await savedNow();
  expect(now).not.toBe(idBefore);
  await shop.api.work.drain();
  await expect(chargedBy(idBefore)).rejects.toMatchObject({ code: "method_removed" });
  expect((await chargedBy(now)).state).toBe("captured");
});

// covers §3: payment card saved, favourite, locked
test("a card that pays installments is saved again: they are collected on their days, each once", async () => {
  const order = { ...orderOf(person, 9_000, { productId: "yearly" }), installments: 3 };
  const { body } = await shop.api.call("placeOrder", order, keyed());
  await shop.pay(body.paymentUrl, expiring);
  const { orderId } = body;
  await shop.api.call("acknowledgePayment", { orderId }, { token: person.token });
  await shop.pass(daysMs(12));
  expect(await register(expiring)).toHaveLength(1);
  await shop.pass(daysMs(20));
  expect(await register(expiring)).toHaveLength(1);
  await shop.pass(daysMs(18));
  expect(await savedCards()).toHaveLength(1);
  await shop.pass(daysMs(14));
  const [paid] = (await shop.api.call("getOrders", { orderId }, { token: person.token })).body.items;
  expect(paid?.parts.map(({ status }) => status)).toEqual(["paid", "paid", "paid"]);
  expect((await shop.ledger(orderId)).filter(({ kind }) => kind === "debit")).toHaveLength(2);
  // Charges of the other tests at the provider belong to no order here.
  const differences = await audit(shop.api.deps, { grace: 0 });
  expect(differences.filter(({ kind }) => kind !== "captured-for-nobody")).toEqual([]);
});

/** Saves a card in a transaction that waits, and the same card concurrently; returns how many rows there are. */
async function keptAtOnce(): Promise<number> {
  const { db, ids, clock } = shop.api.deps;
  const { accountId } = person;
  const card = () => ({
    ...{ networkId: "north", accountId, id: ids.uuid(), savedId: `pm_${ids.uuid()}`, fingerprint: "fp_one" },
    providerAccount: testAccount,
    ...{ brand: "VISA", last4: "0014", expiresOn: "2028-12", wanted: true, at: clock.iso() },
  });
  const { second } = await db.transaction().execute(async (tx) => {
    await upsertSavedCard(tx, card());
    let done = false;
    const other = db
      .transaction()
      .execute((also) => upsertSavedCard(also, card()))
      .finally(() => {
        done = true;
      });
    await expect
      .poll(async () => {
        const waiting = await sql`select from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock'`.execute(db);
        return done || waiting.rows.length > 0;
      })
      .toBe(true);
    return { second: other };
  });
  await second;
  const found = await sql`select from payment_method where account_id = ${accountId} and removed_at is null`.execute(
    db,
  );
  return found.rows.length;
}

test("if a card is saved twice concurrently there is one row; control: without the index there are two", async () => {
  expect(await keptAtOnce()).toBe(1);
  person = await testPerson(shop.api.deps);
  await sql`drop index payment_method_same_card`.execute(shop.api.deps.db);
  expect(await keptAtOnce()).toBe(2);
});
