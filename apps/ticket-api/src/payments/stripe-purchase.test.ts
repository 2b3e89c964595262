import { demoStripeKeys } from "@guichet/contract/integrations/stripe.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { daysMs, minutesMs } from "../clock.ts";
import { configuredPayments } from "../integrations/configured-payments.ts";
import { planScheduledJobs } from "../jobs/scheduled-jobs.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, orderOf, outcomeOf, placeOrderOf, type Shop } from "../testing/test-purchase.ts";
import { reconcileMinutes } from "./payment-jobs.ts";

const stripeCards = { accepted: "4242 4242 4242 4242", declined: "4000 0000 0000 0002" };

let shop: Shop;
let person: TestPerson;
beforeAll(async () => {
  const articles = [
    testArticle({ id: "single", price: 150 }),
    testArticle({
      id: "year",
      price: 3_000,
      validity: { from: "purchase", duration: "P1Y" },
      paymentOptions: [{ paymentMethods: ["CARD"], installments: 3, period: "P1M" }],
    }),
  ];
  const network = { payment: { provider: "stripe" } };
  shop = await openTestShop({ packs: [testPack({ articles, network })] });
  const { deps, url } = shop.api;
  const stripe = { accounts: { main: demoStripeKeys }, url: shop.sandbox.url };
  deps.payments = await configuredPayments({ payment: undefined, stripe }, deps.clock);
  const sent = await fetch(new URL("/payment/stripe/webhook-endpoint", shop.sandbox.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ url: new URL("/payment/notifications/stripe/main", url).href }),
  });
  expect(sent.status).toBe(200);
  await planScheduledJobs(deps);
}, 60_000);
afterAll(() => shop.close());
beforeEach(async () => {
  person = await testPerson(shop.api.deps);
});

const place = (more: Record<string, unknown> = {}, cents = 150) => placeOrderOf(shop, person, cents, more);
const acknowledge = (orderId: string) => outcomeOf(shop, person, orderId);
const orderOfId = async (orderId: string) =>
  (await shop.api.call("getOrders", { orderId }, { token: person.token })).body.items[0];
const taken = async (orderId: string) =>
  (await shop.ledger(orderId)).filter(({ kind }) => kind === "capture" || kind === "debit");
const differences = () => audit(shop.api.deps, { grace: 0 });

// covers: purchases at Stripe
test("a ticket is paid on Stripe's page; its webhook alone completes the order", async () => {
  const { body } = await place();
  expect(body.paymentUrl).toContain(shop.sandbox.url);
  await shop.pay(body.paymentUrl, stripeCards.accepted);
  await expect.poll(async () => (await orderOfId(body.orderId))?.status).toBe("COMPLETED");
  expect((await taken(body.orderId)).map(({ amount }) => amount)).toEqual([{ amount: 150, currency: "EUR" }]);
  expect(await acknowledge(body.orderId)).toBe("CONFIRMED");
  expect(await differences()).toEqual([]);
});

test("after a declined card the same page takes another one; an order that stays unpaid is cancelled and its page closed", async () => {
  const first = await place();
  await shop.pay(first.body.paymentUrl, stripeCards.declined);
  await shop.pay(first.body.paymentUrl, stripeCards.accepted);
  expect(await acknowledge(first.body.orderId)).toBe("CONFIRMED");
  const second = await place({}, 150);
  await shop.pay(second.body.paymentUrl, stripeCards.declined);
  await shop.pass(minutesMs(32));
  expect((await orderOfId(second.body.orderId))?.status).toBe("CANCELED");
  await expect(shop.pay(second.body.paymentUrl, stripeCards.accepted)).rejects.toThrow();
  expect(await taken(second.body.orderId)).toEqual([]);
  expect(await differences()).toEqual([]);
});

test("a saved card is charged at once, pays installments while the customer is away, without another page", async () => {
  const saved = await place({ keepCard: true });
  await shop.pay(saved.body.paymentUrl, stripeCards.accepted);
  expect(await acknowledge(saved.body.orderId)).toBe("CONFIRMED");
  const [card] = (await shop.api.call("getCards", {}, { token: person.token })).body.cards;
  expect(card?.EXTRA.NUM).toBe("4242");
  const charged = await place({ cardId: card?.ID, chargeCard: true });
  expect(charged.body).toMatchObject({ orderStatus: "COMPLETED" });
  expect(await taken(charged.body.orderId)).toHaveLength(1);
  const yearly = { ...orderOf(person, 3_000, { productId: "year" }), installments: 3 };
  const { body } = await place(yearly, 3_000);
  await shop.pay(body.paymentUrl, stripeCards.accepted);
  expect(await acknowledge(body.orderId)).toBe("CONFIRMED");
  await shop.pass(daysMs(70));
  expect((await taken(body.orderId)).map(({ amount }) => amount.amount)).toEqual([1_000, 1_000, 1_000]);
  expect(await differences()).toEqual([]);
});

test("a card is saved without a payment", async () => {
  const registered = await shop.api.call("registerCard", { returnUrl: "/account" }, { token: person.token });
  await shop.pay(registered.body.paymentUrl, stripeCards.accepted);
  const { body } = await shop.api.call("getCards", {}, { token: person.token });
  expect(body.cards.map(({ EXTRA }) => EXTRA.NUM)).toEqual(["4242"]);
  expect(await differences()).toEqual([]);
});

test("lost webhooks, lost answers and an outage lose nothing: the reconciliation finds what was paid, once", async () => {
  await shop.behave("lost", 5);
  const { body } = await place();
  await shop.pay(body.paymentUrl, stripeCards.accepted);
  await shop.behave("lost", 0);
  await shop.behave("down", 4);
  await shop.pass(minutesMs(reconcileMinutes - 10));
  await shop.behave("down", 0);
  await shop.pass(minutesMs(reconcileMinutes + 1));
  expect((await orderOfId(body.orderId))?.status).toBe("COMPLETED");
  await shop.behave("lost-answer", 3);
  const again = await place();
  await shop.behave("lost-answer", 0);
  const { body: retried } = again.body.paymentUrl === undefined ? await place() : again;
  await shop.pay(retried.paymentUrl, stripeCards.accepted);
  expect(await acknowledge(retried.orderId)).toBe("CONFIRMED");
  expect(await taken(retried.orderId)).toHaveLength(1);
  expect(await differences()).toEqual([]);
});

test("a refund in Stripe's dashboard cancels an unused order with a credit note", async () => {
  const { body } = await place();
  await shop.pay(body.paymentUrl, stripeCards.accepted);
  expect(await acknowledge(body.orderId)).toBe("CONFIRMED");
  const [capture] = await taken(body.orderId);
  await shop.refundAtProvider(capture?.session ?? "", 150);
  await shop.pass(minutesMs(reconcileMinutes + 1));
  expect((await orderOfId(body.orderId))?.status).toBe("CANCELED");
  expect(await differences()).toEqual([]);
});

test("a forged webhook is refused", async () => {
  const forged = await shop.api.send("POST", "/payment/notifications/stripe/main", {
    body: JSON.stringify({ id: "evt_forged", type: "checkout.session.completed" }),
    headers: { "stripe-signature": "t=1,v1=00" },
  });
  expect(forged.http).toBe(401);
});
