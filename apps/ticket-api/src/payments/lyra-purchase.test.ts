import { demoLyraKeys, signLyraAnswer } from "@guichet/contract/integrations/lyra.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { daysMs, hoursMs, later, minutesMs } from "../clock.ts";
import { paymentsOfPerson } from "../payment-records/personal-data-store.ts";
import { lyraShop, openShopAt } from "../testing/providers/provider-shops.ts";
import { testArticle } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { orderOf, outcomeOf, placeOrderOf, type Shop } from "../testing/test-purchase.ts";
import { reconcileMinutes } from "./payment-jobs.ts";

const { accepted, strong } = lyraShop.cards;
const notifications = "/payment/notifications/lyra/main";

let shop: Shop;
let person: TestPerson;
beforeAll(async () => {
  shop = await openShopAt(lyraShop, [
    testArticle({ id: "single", price: 150 }),
    testArticle({
      ...{ id: "year", price: 3_000, validity: { from: "purchase", duration: "P1Y" } },
      paymentOptions: [{ paymentMethods: ["CARD"], installments: 3, period: "P1M" }],
    }),
  ]);
}, 60_000);
afterAll(() => shop.close());
beforeEach(async () => {
  person = await testPerson(shop.api.deps);
});

const place = (more: Record<string, unknown> = {}) => placeOrderOf(shop, person, 150, more);
const orderOfId = async (orderId: string) =>
  (await shop.api.call("getOrders", { orderId }, { token: person.token })).body.items[0];
const kinds = async (orderId: string) => (await shop.ledger(orderId)).map(({ kind }) => kind);
const differences = () => audit(shop.api.deps, { grace: 0 });

/** Pays on the page; Lyra's notification is lost. */
async function paidUnnoticed(): Promise<{ orderId: string; reference: string }> {
  const { body } = await place();
  await shop.behave("lost", 1);
  await shop.pay(body.paymentUrl, accepted);
  await shop.behave("lost", 0);
  const page = new URL(body.paymentUrl ?? "").pathname.split("/").at(-1);
  const response = await fetch(new URL(`/payment/ledger?orderId=${body.orderId}`, shop.sandbox.url));
  const { items }: { items: { session: string }[] } = await response.json();
  expect(items[0]?.session).toBe(page);
  return { orderId: body.orderId, reference: await referenceOf(body.orderId) };
}

/** The payment's id, which is Lyra's order id. */
async function referenceOf(orderId: string): Promise<string> {
  const payments = await shop.api.deps.pool.query("select id from payment where order_id = $1", [orderId]);
  return payments.rows[0].id;
}

interface NotificationChange {
  shopId?: string;
  mode?: string;
  ageMs?: number;
  key?: string;
  password?: string;
}

/** A notification about a payment, signed as Lyra signs. */
function notified(orderId: string, change: NotificationChange = {}) {
  const { shopId = demoLyraKeys.shopId, mode = "TEST", ageMs = 0, key = "password" } = change;
  const serverDate = later(shop.api.clock.now(), -ageMs);
  const answer = JSON.stringify({
    shopId,
    orderCycle: "CLOSED",
    orderStatus: "PAID",
    serverDate: `${serverDate.toISOString().slice(0, 19)}+00:00`,
    orderDetails: { mode, orderId },
  });
  const body = new URLSearchParams({
    "kr-hash": signLyraAnswer(change.password ?? demoLyraKeys.password, answer),
    "kr-hash-algorithm": "sha256_hmac",
    "kr-hash-key": key,
    "kr-answer": answer,
  });
  return {
    body: body.toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  };
}

// covers: notifications of Lyra
test.each<[string, NotificationChange]>([
  ["signed with another password", { password: "testpassword_another" }],
  ["signed as the browser's return", { key: "sha256_hmac" }],
  ["of another shop", { shopId: "99999999" }],
  ["of production", { mode: "PRODUCTION" }],
  ["of ten minutes ago", { ageMs: minutesMs(10) }],
])("a notification %s is refused and settles nothing", async (_, change) => {
  const { orderId, reference } = await paidUnnoticed();
  expect((await shop.api.send("POST", notifications, notified(reference, change))).http).toBe(401);
  expect((await orderOfId(orderId))?.status).not.toBe("COMPLETED");
  expect((await shop.api.send("POST", notifications, notified(reference))).http).toBe(200);
  expect((await orderOfId(orderId))?.status).toBe("COMPLETED");
  expect(await differences()).toEqual([]);
});

test("a notification that is repeated captures once", async () => {
  const { orderId, reference } = await paidUnnoticed();
  const sent = notified(reference);
  const answers = await Promise.all([1, 2, 3, 4].map(() => shop.api.send("POST", notifications, sent)));
  expect(answers.map(({ http }) => http)).toEqual([200, 200, 200, 200]);
  expect(await outcomeOf(shop, person, orderId)).toBe("CONFIRMED");
  expect(await kinds(orderId)).toEqual(["session", "capture"]);
  expect(await differences()).toEqual([]);
});

test("a notification about an unpaid page, or not about our payments, changes nothing", async () => {
  const { body } = await place();
  const reference = await referenceOf(body.orderId);
  expect((await shop.api.send("POST", notifications, notified(reference))).http).toBe(200);
  const unknown = await shop.api.send("POST", notifications, notified("0e2bd2b4-0000-4000-8000-000000000000"));
  expect(unknown).toMatchObject({ http: 200, body: { known: false } });
  expect((await orderOfId(body.orderId))?.status).not.toBe("COMPLETED");
  await shop.leavePage(body.paymentUrl);
  await shop.pass(minutesMs(35));
  expect((await orderOfId(body.orderId))?.status).toBe("CANCELED");
  expect(await differences()).toEqual([]);
});

test("a refund is a lower amount before the remittance and a credit after it; the audit finds both", async () => {
  for (const waited of [0, hoursMs(13)]) {
    const { body } = await place();
    await shop.pay(body.paymentUrl, accepted);
    expect(await outcomeOf(shop, person, body.orderId)).toBe("CONFIRMED");
    await shop.pass(waited + minutesMs(1));
    const [session] = await shop.ledger(body.orderId);
    await shop.behave("lost", 1);
    await shop.refundAtProvider(session?.session ?? "", 150);
    await shop.behave("lost", 0);
    await shop.pass(hoursMs(24) + minutesMs(reconcileMinutes));
    expect((await orderOfId(body.orderId))?.status).toBe("CANCELED");
    expect(await kinds(body.orderId)).toEqual(["session", "capture", "refund"]);
    expect(await differences()).toEqual([]);
  }
});

test("an amount that Lyra captures for a cancelled order is refunded", async () => {
  const { body } = await place();
  await shop.pass(minutesMs(35));
  expect((await orderOfId(body.orderId))?.status).toBe("CANCELED");
  await shop.behave("late-capture");
  await shop.pay(body.paymentUrl, accepted);
  await shop.pass(minutesMs(reconcileMinutes + 1));
  await shop.pass(minutesMs(reconcileMinutes + 1));
  expect(await kinds(body.orderId)).toEqual(["session", "capture", "refund"]);
  expect((await orderOfId(body.orderId))?.status).toBe("CANCELED");
  expect(await differences()).toEqual([]);
});

/** Buys a ticket, and saves the card with it. */
async function savedCard(card: string): Promise<string> {
  const { body } = await place({ keepCard: true });
  await shop.pay(body.paymentUrl, card);
  expect(await outcomeOf(shop, person, body.orderId)).toBe("CONFIRMED");
  const { cards } = (await shop.api.call("getCards", {}, { token: person.token })).body;
  return cards[0]?.ID ?? "";
}

test("a saved card whose bank asks for authentication is charged on Lyra's page, once", async () => {
  const cardId = await savedCard(strong);
  const { body } = await place({ cardId, chargeCard: true });
  expect(body).toMatchObject({ orderStatus: "PROCESSING", paymentUrl: expect.any(String) });
  expect(await kinds(body.orderId)).not.toContain("capture");
  await shop.pay(body.paymentUrl, strong);
  expect(await outcomeOf(shop, person, body.orderId)).toBe("CONFIRMED");
  expect((await kinds(body.orderId)).filter((kind) => kind === "capture")).toHaveLength(1);
  expect(await differences()).toEqual([]);
});

test("a customer who leaves the bank's page has paid nothing, and the order is cancelled in time", async () => {
  const { body } = await place({ cardId: await savedCard(strong), chargeCard: true });
  await shop.pass(minutesMs(32));
  expect((await orderOfId(body.orderId))?.status).toBe("CANCELED");
  expect(await kinds(body.orderId)).not.toContain("capture");
  expect(await differences()).toEqual([]);
});

test("an account that is erased leaves no token of its card", async () => {
  const { body } = await place({ cardId: await savedCard(accepted), chargeCard: true });
  const reference = await referenceOf(body.orderId);
  const tokenOf = async () =>
    (await shop.api.deps.pool.query("select method from provider_session where reference = $1", [reference])).rows[0];
  expect(await tokenOf()).toEqual({ method: expect.any(String) });
  const { accountId } = person;
  const erased = { networkId: "north", accountId, emails: [], loginId: null };
  await shop.api.deps.db.transaction().execute((tx) => paymentsOfPerson.erase(tx, erased, shop.api.clock.iso()));
  expect(await tokenOf()).toEqual({ method: null });
});

// covers: an installment whose authorisation expired at the provider is charged again
test("an installment whose charge was authorised while nobody could read it, and expired, counts as refused and is charged again", async () => {
  const yearly = { ...orderOf(person, 3_000, { productId: "year" }), installments: 3 };
  const { body } = await placeOrderOf(shop, person, 3_000, yearly);
  await shop.pay(body.paymentUrl, accepted);
  expect(await outcomeOf(shop, person, body.orderId)).toBe("CONFIRMED");
  const { pool } = shop.api.deps;
  const parts = async () => {
    const found = await pool.query("select status from installment where order_id = $1 order by position", [
      body.orderId,
    ]);
    return found.rows.map(({ status }) => status);
  };
  const sweepAt = (at: string) =>
    pool.query("update due_work set due_at = $1 where kind = 'provider-sweep'", [at]).then(() => undefined);
  // The answer to the charge and its notification are lost, and nothing runs for longer than an authorisation holds.
  await sweepAt("2099-01-01");
  await shop.behave("lost-answer", 1);
  await shop.behave("lost", 1);
  await shop.pass(daysMs(32));
  expect(await parts()).toEqual(["paid", "begun", "planned"]);
  await sweepAt(shop.api.clock.iso());
  await shop.pass(daysMs(8));
  expect(await parts()).toEqual(["paid", "paid", "planned"]);
  const attempts = await pool.query(
    "select status from payment where order_id = $1 and installment = 2 order by sequence",
    [body.orderId],
  );
  expect(attempts.rows.map(({ status }) => status)).toEqual(["refused", "captured"]);
  expect((await kinds(body.orderId)).filter((kind) => kind === "debit")).toHaveLength(1);
  expect(await differences()).toEqual([]);
});
