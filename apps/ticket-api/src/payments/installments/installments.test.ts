import { dayIn } from "@guichet/rules/dates/days.ts";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { audit } from "../../audit/audit.ts";
import { daysMs } from "../../clock.ts";
import { testArticle, testPack } from "../../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../../testing/test-people.ts";
import { cards, openTestShop, orderOf, type Shop } from "../../testing/test-purchase.ts";

const inThree: NonNullable<Parameters<typeof testArticle>[0]["paymentOptions"]> = [
  { paymentMethods: ["CARD"] },
  { paymentMethods: ["CARD"], installments: 3, period: "P1M" },
];
let shop: Shop;
beforeEach(async () => {
  const articles = [
    testArticle({ id: "single", price: 150 }),
    testArticle({ id: "tiny", price: 2, paymentOptions: inThree }),
    testArticle({ id: "yearly", price: 10_000, paymentOptions: inThree }),
  ];
  const southPack = testPack({ id: "south", articles, network: { switches: { multipleInstallments: false } } });
  shop = await openTestShop({ packs: [testPack({ articles }), southPack] });
}, 60_000);
afterEach(() => shop.close());

const place = (person: TestPerson, more: Record<string, unknown> = {}) =>
  shop.api.call(
    "placeOrder",
    { ...orderOf(person, 10_000, { productId: "yearly" }), installments: 3, ...more },
    { token: person.token, idempotencyKey: crypto.randomUUID() },
  );
const acknowledge = (person: TestPerson, orderId: string) =>
  shop.api.call("acknowledgePayment", { orderId }, { token: person.token });
const orderNow = async (person: TestPerson, orderId: string) => {
  const { body } = await shop.api.call("getOrders", { orderId }, { token: person.token });
  const [order] = body.items;
  if (order === undefined) throw new Error("The order is not there");
  return order;
};
const partsNow = async (person: TestPerson, orderId: string) =>
  (await orderNow(person, orderId)).parts.map(({ status }) => status);
const payOneInstallment = (person: TestPerson, orderId: string, position = 2, more: Record<string, unknown> = {}) =>
  shop.api.call(
    "payInstallment",
    { orderId, position, returnUrl: "/account/invoices", ...more },
    { token: person.token, idempotencyKey: crypto.randomUUID() },
  );
const differences = () => audit(shop.api.deps, { grace: 0 });
const receivable = async (orderId: string) => {
  const found = await sql<{ sum: number }>`select coalesce(sum(amount), 0) as sum from ledger_entry
    where order_id = ${orderId} and side = 'receivable'`.execute(shop.api.deps.db);
  return Number(found.rows[0]?.sum);
};
const emailsOf = async (orderId: string) => {
  const found = await sql<{ template: string }>`select template from mail where contents ->> 'orderId' = ${orderId}
    order by created_at, message_id`.execute(shop.api.deps.db);
  return found.rows.map(({ template }) => template);
};
const movesOf = async (orderId: string) => (await shop.ledger(orderId)).map(({ kind }) => kind);

async function bought(card?: string): Promise<{ person: TestPerson; orderId: string }> {
  const person = await testPerson(shop.api.deps);
  const { body } = await place(person);
  await shop.pay(body.paymentUrl, card);
  expect((await acknowledge(person, body.orderId)).body.outcome).toBe("CONFIRMED");
  return { person, orderId: body.orderId };
}
/** Lets days pass one by one. */
async function days(count: number): Promise<void> {
  for (let day = 0; day < count; day += 1) await shop.pass(daysMs(1));
  // Extends the sessions, as if the customer had signed in again.
  await sql`update user_session set expires_at = '2099-01-01', signed_in_at = '2099-01-01'`.execute(shop.api.deps.db);
}

// covers §1: payment in several installments by card
test("an order in three installments: the first at the page, the others on their days, each collected once, and nothing owed at the end", async () => {
  const { person, orderId } = await bought();
  const order = await orderNow(person, orderId);
  const today = dayIn(shop.api.deps.clock.iso(), "Europe/Paris");
  expect(order.parts.map(({ amount }) => amount.amount)).toEqual([3334, 3333, 3333]);
  expect(order.parts.map(({ status }) => status)).toEqual(["paid", "planned", "planned"]);
  expect(order.parts[0]?.dueOn).toBe(today);
  expect(order.status).toBe("COMPLETED");
  expect(await receivable(orderId)).toBe(6666);
  expect(await differences()).toEqual([]);
  await days(32);
  expect(await partsNow(person, orderId)).toEqual(["paid", "paid", "planned"]);
  expect(await receivable(orderId)).toBe(3333);
  expect(await differences()).toEqual([]);
  await days(32);
  expect(await partsNow(person, orderId)).toEqual(["paid", "paid", "paid"]);
  expect(await movesOf(orderId)).toEqual(["session", "capture", "debit", "debit"]);
  expect(await receivable(orderId)).toBe(0);
  expect(await differences()).toEqual([]);
  expect(await emailsOf(orderId)).toEqual(["order-confirmation"]);
}, 60_000);

// covers §5: no installment is less than one unit of the currency
test("an amount with fewer minor units than installments is offered in one installment per unit", async () => {
  const person = await testPerson(shop.api.deps);
  const tiny = { ...orderOf(person, 2, { productId: "tiny" }) };
  expect((await place(person, tiny)).body.error?.code).toBe("INSTALLMENTS_NOT_OFFERED");
  const { totalAmount } = tiny;
  const inTwo = { totalAmount, paymentMethod: "CARD" as const, installments: 2, period: "P1M" as const };
  const { body } = await shop.api.call("previewInstallments", inTwo, { token: person.token });
  expect(body.installments.map(({ amount }) => amount.amount)).toEqual([1, 1]);
});

// covers §3: payment card saved, favourite, locked
test("a card saved only for installments is locked while one needs it, and removed with the last", async () => {
  const { person, orderId } = await bought();
  const savedCards = () => shop.api.call("getCards", {}, { token: person.token });
  const [card] = (await savedCards()).body.cards;
  expect(card).toMatchObject({ LOCKED: true, brand: "VISA", EXTRA: { NUM: "0014" } });
  const order = await orderNow(person, orderId);
  const until = order.parts.at(-1)?.collectedOn;
  expect(card?.neededBy).toEqual([{ orderId, orderNumber: order.number, until }]);
  const removed = await shop.api.call("unregisterCard", { cardId: card?.ID ?? "" }, { token: person.token });
  expect(removed.body.error?.code).toBe("PAYMENT_METHOD_LOCKED");
  await days(64);
  expect(await partsNow(person, orderId)).toEqual(["paid", "paid", "paid"]);
  expect((await savedCards()).body.cards).toEqual([]);
  expect(await differences()).toEqual([]);
}, 60_000);

// covers §1: payment in several installments by card
test("after three refusals an installment is unpaid and the order moves to REGULARIZATION; paid at the page, it is complete again", async () => {
  const { person, orderId } = await bought();
  await days(29);
  await shop.behave("refuse-charge", 3);
  await days(1);
  expect(await partsNow(person, orderId)).toEqual(["paid", "planned", "planned"]);
  expect(await emailsOf(orderId)).toEqual(["order-confirmation", "installment-refused"]);
  await days(3);
  expect(await emailsOf(orderId)).toEqual(["order-confirmation", "installment-refused", "installment-refused"]);
  await days(4);
  expect(await partsNow(person, orderId)).toEqual(["paid", "unpaid", "planned"]);
  expect((await orderNow(person, orderId)).status).toBe("REGULARIZATION");
  expect((await emailsOf(orderId)).at(-1)).toBe("installment-unpaid");
  expect((await acknowledge(person, orderId)).body.outcome).toBe("CONFIRMED");
  expect(await differences()).toEqual([]);

  const first = await payOneInstallment(person, orderId);
  await shop.pay(first.body.paymentUrl, cards.refused);
  expect(await partsNow(person, orderId)).toEqual(["paid", "unpaid", "planned"]);
  // The declined card leaves the page open.
  const [again, twice] = await Promise.all([payOneInstallment(person, orderId), payOneInstallment(person, orderId)]);
  expect([again.body.paymentUrl, twice.body.paymentUrl]).toEqual([first.body.paymentUrl, first.body.paymentUrl]);
  await shop.pay(again.body.paymentUrl);
  expect((await acknowledge(person, orderId)).body.outcome).toBe("CONFIRMED");
  expect(await partsNow(person, orderId)).toEqual(["paid", "paid", "planned"]);
  expect((await orderNow(person, orderId)).status).toBe("COMPLETED");
  expect((await payOneInstallment(person, orderId)).body.error?.code).toBe("TRANSITION_NOT_ALLOWED");
  expect(await differences()).toEqual([]);
  await days(30);
  expect(await partsNow(person, orderId)).toEqual(["paid", "paid", "paid"]);
  expect(await receivable(orderId)).toBe(0);
  expect(await differences()).toEqual([]);
}, 60_000);

/** An order with its second installment unpaid. */
async function unpaid(): Promise<{ person: TestPerson; orderId: string }> {
  const created = await bought();
  await days(29);
  await shop.behave("refuse-charge", 3);
  await days(10);
  expect(await partsNow(created.person, created.orderId)).toEqual(["paid", "unpaid", "planned"]);
  return created;
}

test("an unpaid installment is hidden from other accounts, is paid only with a return to the shop, and waits while the provider is down", async () => {
  const { person, orderId } = await unpaid();
  const stranger = await testPerson(shop.api.deps);
  expect((await payOneInstallment(stranger, orderId)).body.error?.code).toBe("NOT_FOUND");
  const elsewhere = await testPerson(shop.api.deps, { network: "south" });
  const response = await shop.api.call(
    "payInstallment",
    { orderId, position: 2, returnUrl: "/" },
    { token: elsewhere.token, network: "south" },
  );
  expect(response.body.error?.code).toBe("NOT_FOUND");
  expect((await payOneInstallment(person, orderId, 4)).body.error?.code).toBe("NOT_FOUND");
  expect((await payOneInstallment(person, orderId, 3)).body.error?.code).toBe("TRANSITION_NOT_ALLOWED");
  expect((await payOneInstallment(person, orderId, 2, { returnUrl: "//evil.example" })).body.error?.code).toBe(
    "RETURN_URL_INVALID",
  );
  await shop.behave("down", 1);
  expect((await payOneInstallment(person, orderId)).body.error?.code).toBe("PAYMENT_UNAVAILABLE");
  await shop.behave("down", 0);
  expect(await differences()).toEqual([]);
}, 60_000);

test("an unused payment page for an installment ends, the installment stays unpaid, and a later capture is refunded with an e-mail", async () => {
  const { person, orderId } = await unpaid();
  const { body } = await payOneInstallment(person, orderId);
  await shop.pass(40 * 60_000);
  expect(await partsNow(person, orderId)).toEqual(["paid", "unpaid", "planned"]);
  await shop.behave("late-capture");
  await shop.pay(body.paymentUrl);
  await vi.waitFor(async () => {
    await shop.api.work.drain();
    expect(await movesOf(orderId)).toContain("refund");
  }, 10_000);
  expect(await emailsOf(orderId)).toContain("installment-refunded");
  expect((await orderNow(person, orderId)).status).toBe("REGULARIZATION");
  expect(await receivable(orderId)).toBe(6666);
  expect(await differences()).toEqual([]);
}, 60_000);

// covers §1: payment in several installments by card
test("however often the job of an installment runs, and whatever responses are lost, it is charged once", async () => {
  const { person, orderId } = await bought();
  await days(29);
  await shop.behave("lost-answer", 2);
  await shop.behave("duplicate", 3);
  await days(1);
  for (let again = 0; again < 4; again += 1) {
    await sql`update due_work set due_at = now() - interval '1 day', leased_until = null where kind = 'installment'`.execute(
      shop.api.deps.db,
    );
    await Promise.all([shop.api.work.drain(), shop.api.work.drain()]);
  }
  await shop.pass(60 * 60_000);
  await days(2);
  expect(await partsNow(person, orderId)).toEqual(["paid", "paid", "planned"]);
  expect((await movesOf(orderId)).filter((kind) => kind === "debit")).toHaveLength(1);
  expect(await differences()).toEqual([]);
}, 60_000);

test("a provider that is down for a day delays an installment and loses none", async () => {
  const { person, orderId } = await bought();
  await days(29);
  await shop.behave("down", 1000);
  await days(1);
  expect(await partsNow(person, orderId)).toEqual(["paid", "begun", "planned"]);
  await shop.behave("down", 0);
  await days(1);
  expect(await partsNow(person, orderId)).toEqual(["paid", "paid", "planned"]);
  expect((await movesOf(orderId)).filter((kind) => kind === "debit")).toHaveLength(1);
  expect(await differences()).toEqual([]);
}, 60_000);

test("guests and networks without the switch pay in full, and the schedule is shown before", async () => {
  const guest = await testPerson(shop.api.deps, { guest: true });
  expect((await place(guest, { invoiceEmail: guest.email })).body.error?.code).toBe("INSTALLMENTS_NOT_OFFERED");
  const elsewhere = await testPerson(shop.api.deps, { network: "south" });
  const request = { ...orderOf(elsewhere, 10_000, { productId: "yearly" }), installments: 3 };
  const refused = await shop.api.call("placeOrder", request, { token: elsewhere.token, network: "south" });
  expect(refused.body.error?.code).toBe("INSTALLMENTS_NOT_OFFERED");

  const person = await testPerson(shop.api.deps);
  const calendar = { totalAmount: { amount: 10_000, currency: "EUR" }, installments: 3, period: "P1M" as const };
  const preview = await shop.api.call(
    "previewInstallments",
    { ...calendar, paymentMethod: "CARD" },
    { token: person.token },
  );
  expect(preview.body.installments.map(({ amount }) => amount.amount)).toEqual([3334, 3333, 3333]);
  const byDebit = await shop.api.call(
    "previewInstallments",
    { ...calendar, paymentMethod: "TRANSFER" },
    { token: person.token },
  );
  expect(byDebit.body.error?.code).toBe("PAYMENT_METHOD_NOT_OFFERED");
  const without = await shop.api.call(
    "previewInstallments",
    { ...calendar, paymentMethod: "CARD" },
    { token: elsewhere.token, network: "south" },
  );
  expect(without.body.error?.code).toBe("INSTALLMENTS_NOT_OFFERED");
});

test("a customer who goes back and chooses installments gets another page, and the first one can no longer be paid", async () => {
  const person = await testPerson(shop.api.deps);
  const inFull = await place(person, { installments: 1 });
  const inInstallments = await place(person);
  expect(inInstallments.body.orderId).not.toBe(inFull.body.orderId);
  await expect(shop.pay(inFull.body.paymentUrl)).rejects.toThrow("session_closed");
  await shop.pay(inInstallments.body.paymentUrl);
  expect((await acknowledge(person, inInstallments.body.orderId)).body.outcome).toBe("CONFIRMED");
  expect((await orderNow(person, inFull.body.orderId)).status).toBe("CANCELED");
  expect(await differences()).toEqual([]);
});
