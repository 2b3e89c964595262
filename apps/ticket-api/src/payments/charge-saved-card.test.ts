import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { audit } from "../audit/audit.ts";
import { daysMs, minutesMs } from "../clock.ts";
import { upsertBankAccount } from "../payment-records/saved-method-store.ts";
import { replaceProvider } from "../testing/providers/test-provider.ts";
import { withoutIdempotency, withoutOneOrderRule } from "../testing/providers/without-guards.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson, travellersSession } from "../testing/test-people.ts";
import { cards, openTestShop, orderOf, type Shop } from "../testing/test-purchase.ts";

const expiring = "4970 1000 0000 0055";
let shop: Shop;
let person: TestPerson;
beforeAll(async () => {
  const paymentOptions = [
    { paymentMethods: ["CARD" as const] },
    { paymentMethods: ["CARD" as const], installments: 3, period: "P1M" as const },
  ];
  const articles = [
    testArticle({ id: "single", price: 150 }),
    testArticle({ id: "yearly", price: 9_000, paymentOptions }),
  ];
  shop = await openTestShop({ packs: [testPack({ articles }), testPack({ id: "south", articles })] });
}, 60_000);
beforeEach(async () => {
  person = await testPerson(shop.api.deps);
});
afterAll(() => shop.close());

/** A session lasts thirty days. */
async function signInAgain(): Promise<void> {
  person = { ...person, token: await travellersSession(shop.api.deps, person, person.userId) };
}

/** Saves a card at the provider's page, without a payment; returns its id. */
async function saved(card: string = cards.accepted, owner = person, network?: string): Promise<string> {
  const as = { token: owner.token, network, idempotencyKey: crypto.randomUUID() };
  const { body } = await shop.api.call("registerCard", { returnUrl: "/account/payment-cards" }, as);
  await shop.pay(body.paymentUrl, card);
  const listed = (await shop.api.call("getCards", {}, { token: owner.token, network })).body.cards;
  return listed[0]?.ID ?? "";
}
const charge = (cardId: string | undefined, more: Record<string, unknown> = {}, key: string = crypto.randomUUID()) =>
  shop.api.call(
    "placeOrder",
    { ...orderOf(person, 150), ...(cardId === undefined ? {} : { cardId }), chargeCard: true, ...more },
    { token: person.token, idempotencyKey: key },
  );
const order = async (orderId: string) =>
  (await shop.api.call("getOrders", { orderId }, { token: person.token })).body.items[0];
const captures = async (orderId: string) => (await shop.ledger(orderId)).filter(({ kind }) => kind === "capture");
/** The orders of the person with their status. */
const statuses = async () => {
  const found = await sql<{ status: string }>`select status from orders where account_id = ${person.accountId}
    order by created_at`.execute(shop.api.deps.db);
  return found.rows.map(({ status }) => status);
};
const acknowledge = async (orderId: string) =>
  (await shop.api.call("acknowledgePayment", { orderId }, { token: person.token })).body.outcome;
const differences = () => audit(shop.api.deps, { grace: 0 });

// covers: a saved card is charged at once, with the customer present
test("a saved card is charged at once: the response is complete, has no payment page, and the ticket has its code", async () => {
  const { body, http } = await charge(await saved());
  expect([http, body]).toEqual([
    200,
    { status: "ok", orderId: expect.any(String), networkId: "north", orderStatus: "COMPLETED" },
  ]);
  expect((await captures(body.orderId)).map(({ amount }) => amount)).toEqual([{ amount: 150, currency: "EUR" }]);
  const [ticket] = (await shop.api.call("tickets", {}, { token: person.token })).body.items;
  expect(ticket).toMatchObject({ orderId: body.orderId, code: expect.any(String) });
  expect(await order(body.orderId)).toMatchObject({ status: "COMPLETED", invoiceNumber: expect.any(String) });
  expect(await differences()).toEqual([]);
});

test("where the bank asks for authentication the response has its page, which asks for nothing but the code", async () => {
  const { body } = await charge(await saved(cards.strong));
  expect(body).toMatchObject({ orderStatus: "PROCESSING", paymentUrl: expect.any(String) });
  const page = await (await fetch(body.paymentUrl ?? "")).text();
  expect(page).toContain('name="code"');
  expect(page).not.toContain('name="number"');
  expect(await captures(body.orderId)).toEqual([]);
  // Another click, with a key of its own, leads to the same page.
  const again = await charge((await shop.api.call("getCards", {}, { token: person.token })).body.cards[0]?.ID);
  expect(again.body).toMatchObject({ orderId: body.orderId, paymentUrl: body.paymentUrl });
  expect((await order(body.orderId))?.paymentUrl).toBe(body.paymentUrl);
  const shown = /<b><bdi>(\d{6})<\/bdi><\/b>/.exec(page)?.[1] ?? "";
  const confirmed = await fetch(`${body.paymentUrl}/authentication`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ code: shown }),
    redirect: "manual",
  });
  expect(confirmed.headers.get("location")).toContain(`/cart?order=${body.orderId}`);
  expect(await acknowledge(body.orderId)).toBe("CONFIRMED");
  expect(await captures(body.orderId)).toHaveLength(1);
  expect(await differences()).toEqual([]);
});

test("a refused card ends in ERROR without a payment page, and another card pays the same order on the page", async () => {
  await shop.behave("refuse-charge");
  const { body } = await charge(await saved());
  expect(body).toMatchObject({ orderStatus: "ERROR" });
  expect(body.paymentUrl).toBeUndefined();
  expect(await acknowledge(body.orderId)).toBe("REFUSED");
  const byPage = await shop.api.call("placeOrder", orderOf(person, 150), {
    token: person.token,
    idempotencyKey: crypto.randomUUID(),
  });
  expect(byPage.body).toMatchObject({ orderId: body.orderId, paymentUrl: expect.any(String) });
  await shop.pay(byPage.body.paymentUrl);
  expect(await acknowledge(body.orderId)).toBe("CONFIRMED");
  expect(await captures(body.orderId)).toHaveLength(1);
  expect(await differences()).toEqual([]);
});

test("a refused card is charged again only when asked again, and pays then", async () => {
  await shop.behave("refuse-charge");
  const cardId = await saved();
  const key = crypto.randomUUID();
  const first = await charge(cardId, {}, key);
  expect((await charge(cardId, {}, key)).body).toEqual(first.body);
  expect(await captures(first.body.orderId)).toEqual([]);
  const second = await charge(cardId);
  expect(second.body).toMatchObject({ orderId: first.body.orderId, orderStatus: "COMPLETED" });
  expect(await captures(first.body.orderId)).toHaveLength(1);
});

test("notifications that come late and twice change nothing", async () => {
  const { body } = await charge(await saved(cards.late));
  expect(body.orderStatus).toBe("COMPLETED");
  await shop.pass(minutesMs(40));
  expect(await captures(body.orderId)).toHaveLength(1);
  expect((await order(body.orderId))?.ticketCount).toBe(1);
  expect(await differences()).toEqual([]);
});

const outages = [
  ["does not respond", "down", 1, 0],
  // Stripe's library repeats a request whose connection was closed once.
  ["charges the card and its answer is lost", "lost-answer", 2, 1],
] as const;
// covers: a saved card is charged at once, with the customer present
test.each(outages)(
  "if the provider %s, the order is PROCESSING; a repeated order and the job charge once in all",
  async (_, fault, times, taken) => {
    const cardId = await saved();
    await shop.behave("lost", 9);
    await shop.behave(fault, times);
    const { body } = await charge(cardId);
    expect(body).toMatchObject({ orderStatus: "PROCESSING" });
    expect(body.paymentUrl).toBeUndefined();
    expect(await captures(body.orderId)).toHaveLength(taken);
    const repeated = await Promise.all(Array.from({ length: 4 }, () => charge(cardId)));
    expect(repeated.map((one) => one.body)).toEqual(
      repeated.map(() => expect.objectContaining({ orderId: body.orderId, orderStatus: "COMPLETED" })),
    );
    expect(await captures(body.orderId)).toHaveLength(1);
    await shop.behave("lost", 0);
    expect(await differences()).toEqual([]);
  },
);

test.each(outages)("if the provider %s and nobody comes back, the job completes the order", async (_, fault, times) => {
  const cardId = await saved();
  await shop.behave("lost", 9);
  await shop.behave(fault, times);
  const { body } = await charge(cardId);
  expect(body.orderStatus).toBe("PROCESSING");
  await shop.pass(minutesMs(1));
  expect((await order(body.orderId))?.status).toBe("COMPLETED");
  expect(await captures(body.orderId)).toHaveLength(1);
  await shop.behave("lost", 0);
  expect(await differences()).toEqual([]);
});

const wrongRequests = [
  ["no card is named", { cardId: undefined }, "FIELD_REQUIRED"],
  ["it is paid by direct debit", { paymentMethod: "TRANSFER" }, "FIELD_INVALID"],
  ["the card does not exist", { cardId: crypto.randomUUID() }, "PAYMENT_METHOD_UNKNOWN"],
] as const;
test.each(wrongRequests)("if %s, nothing is ordered or charged", async (_, more, code) => {
  const cardId = await saved();
  const { cardId: named = cardId, ...values } = { cardId, ...more };
  const { body } = await charge("cardId" in more ? more.cardId : named, values);
  expect(body.error?.code).toBe(code);
  expect(await statuses()).toEqual([]);
});

test("a card of another account or network, or a bank account, is not charged", async () => {
  const other = await testPerson(shop.api.deps);
  const southern = await testPerson(shop.api.deps, { network: "south" });
  const { db, ids, clock } = shop.api.deps;
  const account = { iban: "FR7630006000011234567890189", holder: "Amal Haddad", accountId: person.accountId };
  const bankAccount = await db
    .transaction()
    .execute((tx) => upsertBankAccount(tx, { ...account, id: ids.uuid(), networkId: "north", at: clock.iso() }));
  const theirs = [await saved(cards.accepted, other), await saved(cards.accepted, southern, "south")];
  for (const cardId of [...theirs, bankAccount]) {
    expect(cardId).not.toBe("");
    expect((await charge(cardId)).body.error?.code).toBe("PAYMENT_METHOD_UNKNOWN");
  }
  expect(await statuses()).toEqual([]);
});

test("an expired card is refused, and nothing is charged", async () => {
  const cardId = await saved(expiring);
  await shop.pass(daysMs(70));
  await signInAgain();
  const { body } = await charge(cardId);
  expect(body).toMatchObject({ orderStatus: "ERROR" });
  expect(await captures(body.orderId)).toEqual([]);
});

/** What the customer does after a charge that never arrived at the provider. */
const otherwise = [
  ["cancels the order", async (orderId: string) => shop.api.call("cancelOrder", { orderId }, { token: person.token })],
  ["pays on the page instead", async () => shop.api.call("placeOrder", orderOf(person, 150), { token: person.token })],
] as const;
test.each(otherwise)("a charge that never arrived is not made when the customer %s", async (_, act) => {
  const cardId = await saved();
  await shop.behave("down");
  const { body } = await charge(cardId);
  expect(body.orderStatus).toBe("PROCESSING");
  await act(body.orderId);
  expect((await order(body.orderId))?.status).toBe("CANCELED");
  expect(await captures(body.orderId)).toEqual([]);
  expect(await differences()).toEqual([]);
});

test("an order whose card was charged before the customer cancels stays complete", async () => {
  const cardId = await saved();
  await shop.behave("lost", 9);
  await shop.behave("lost-answer", 2);
  const { body } = await charge(cardId);
  expect(body.orderStatus).toBe("PROCESSING");
  const cancelled = await shop.api.call("cancelOrder", { orderId: body.orderId }, { token: person.token });
  expect(cancelled.body.error?.code).toBe("TRANSITION_NOT_ALLOWED");
  expect((await order(body.orderId))?.status).toBe("COMPLETED");
  expect(await captures(body.orderId)).toHaveLength(1);
  await shop.behave("lost", 0);
});

test("a charge is not made once the time to pay has passed, if the provider responds again only then", async () => {
  const cardId = await saved();
  await shop.behave("down", 1_000);
  const { body } = await charge(cardId);
  await shop.pass(minutesMs(26));
  await shop.behave("down", 0);
  await shop.pass(minutesMs(40));
  expect((await order(body.orderId))?.status).toBe("CANCELED");
  expect(await captures(body.orderId)).toEqual([]);
  expect(await differences()).toEqual([]);
});

test("a customer who leaves the authentication page has paid nothing, and the order is cancelled in time", async () => {
  const { body } = await charge(await saved(cards.strong));
  await shop.pass(minutesMs(26));
  expect((await order(body.orderId))?.status).toBe("CANCELED");
  expect(await captures(body.orderId)).toEqual([]);
  expect(await differences()).toEqual([]);
});

test("the first of three installments is charged at once, and the others on their days to the same card", async () => {
  const cardId = await saved();
  const more = { ...orderOf(person, 9_000, { productId: "yearly" }), installments: 3 };
  const { body } = await charge(cardId, more);
  expect(body.orderStatus).toBe("COMPLETED");
  expect((await captures(body.orderId)).map(({ amount }) => amount.amount)).toEqual([3_000]);
  await shop.pass(daysMs(70));
  await signInAgain();
  expect((await order(body.orderId))?.parts.map(({ status }) => status)).toEqual(["paid", "paid", "paid"]);
  expect((await shop.ledger(body.orderId)).filter(({ kind }) => kind === "debit")).toHaveLength(2);
  expect(await differences()).toEqual([]);
});

/** Six clicks that all look for an order of this cart before any of them may write one; returns their orders. */
async function clickedAtOnce(cardId: string): Promise<Set<string>> {
  const { db } = shop.api.deps;
  const { clicking } = await db.transaction().execute(async (tx) => {
    await sql`lock table orders in share row exclusive mode`.execute(tx);
    const begun = Array.from({ length: 6 }, () => charge(cardId));
    await vi.waitFor(async () => {
      const waiting = await sql`select from pg_locks where relation = 'orders'::regclass and not granted`.execute(tx);
      expect(waiting.rows).toHaveLength(6);
    }, 20_000);
    return { clicking: begun };
  });
  return new Set((await Promise.all(clicking)).map(({ body }) => body.orderId));
}
const capturedBy = async (orderIds: Iterable<string>) =>
  (await Promise.all([...orderIds].map((id) => captures(id)))).flat().length;

// covers: a saved card is charged at once, with the customer present
test("concurrent clicks charge once; control: without the rule of one unresolved order the card is charged several times", async () => {
  expect(await capturedBy(await clickedAtOnce(await saved()))).toBe(1);
  expect(await differences()).toEqual([]);
  const guarded = shop;
  shop = await openTestShop();
  person = await testPerson(shop.api.deps);
  await withoutOneOrderRule(shop.api.deps.db);
  expect(await capturedBy(await clickedAtOnce(await saved()))).toBeGreaterThan(1);
  await shop.close();
  shop = guarded;
});

// covers: a saved card is charged at once, with the customer present
test("a process that ends after the charge charges once; control: a provider without references charges twice", async () => {
  const killed = async (cardId: string) => {
    let left = 1;
    shop.api.deps.failpoint = (point) => {
      if (point === "session-created" && left-- > 0) throw new Error("ended");
    };
    expect((await charge(cardId)).http).toBe(500);
    const { body } = await charge(cardId);
    expect(body.orderStatus).toBe("COMPLETED");
    return body.orderId;
  };
  expect(await captures(await killed(await saved()))).toHaveLength(1);
  person = await testPerson(shop.api.deps);
  const cardId = await saved();
  const restore = replaceProvider(shop.api.deps, withoutIdempotency);
  expect(await captures(await killed(cardId))).toHaveLength(2);
  restore();
  shop.api.deps.failpoint = () => undefined;
});

test("an answer about another amount issues nothing, and what was captured is refunded", async () => {
  const cardId = await saved();
  await shop.behave("capture-cent");
  const { body } = await charge(cardId);
  expect(body).toMatchObject({ orderStatus: "ERROR" });
  await shop.api.work.drain();
  expect((await shop.ledger(body.orderId)).map(({ kind }) => kind)).toContain("refund");
  expect((await order(body.orderId))?.ticketCount).toBe(0);
});
