import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { daysMs, minutesMs } from "../clock.ts";
import { lyraShop, openShopAt, stripeShop } from "../testing/providers/provider-shops.ts";
import { testArticle } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { orderOf, outcomeOf, placeOrderOf, type Shop } from "../testing/test-purchase.ts";
import { testStaff } from "../testing/test-staff.ts";
import { reconcileMinutes } from "./payment-jobs.ts";

describe.each([stripeShop, lyraShop])("purchases at $name", (provider) => {
  const { cards } = provider;
  let shop: Shop;
  let person: TestPerson;
  beforeAll(async () => {
    shop = await openShopAt(provider, [
      testArticle({ id: "single", price: 150 }),
      testArticle({
        id: "year",
        price: 3_000,
        validity: { from: "purchase", duration: "P1Y" },
        paymentOptions: [{ paymentMethods: ["CARD"], installments: 3, period: "P1M" }],
      }),
    ]);
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

  // covers: purchases at Stripe and at Lyra
  test("a ticket is paid on the provider's page; its webhook alone completes the order", async () => {
    const { body } = await place();
    expect(body.paymentUrl).toContain(shop.sandbox.url);
    await shop.pay(body.paymentUrl, cards.accepted);
    await expect.poll(async () => (await orderOfId(body.orderId))?.status).toBe("COMPLETED");
    expect((await taken(body.orderId)).map(({ amount }) => amount)).toEqual([{ amount: 150, currency: "EUR" }]);
    expect(await acknowledge(body.orderId)).toBe("CONFIRMED");
    expect(await differences()).toEqual([]);
  });

  test("after a declined card the same page accepts another one; an order that stays unpaid is cancelled and its page closed", async () => {
    const first = await place();
    await shop.pay(first.body.paymentUrl, cards.declined);
    await shop.pay(first.body.paymentUrl, cards.accepted);
    expect(await acknowledge(first.body.orderId)).toBe("CONFIRMED");
    const second = await place({}, 150);
    await shop.pay(second.body.paymentUrl, cards.declined);
    await shop.pass(minutesMs(32));
    expect((await orderOfId(second.body.orderId))?.status).toBe("CANCELED");
    await expect(shop.pay(second.body.paymentUrl, cards.accepted)).rejects.toThrow();
    expect(await taken(second.body.orderId)).toEqual([]);
    expect(await differences()).toEqual([]);
  });

  test("a saved card is charged at once, pays installments while the customer is away, without another page", async () => {
    const saved = await place({ keepCard: true });
    await shop.pay(saved.body.paymentUrl, cards.accepted);
    expect(await acknowledge(saved.body.orderId)).toBe("CONFIRMED");
    const [card] = (await shop.api.call("getCards", {}, { token: person.token })).body.cards;
    expect(card?.EXTRA.NUM).toBe(cards.accepted.slice(-4));
    const charged = await place({ cardId: card?.ID, chargeCard: true });
    expect(charged.body).toMatchObject({ orderStatus: "COMPLETED" });
    expect(await taken(charged.body.orderId)).toHaveLength(1);
    const yearly = { ...orderOf(person, 3_000, { productId: "year" }), installments: 3 };
    const { body } = await place(yearly, 3_000);
    await shop.pay(body.paymentUrl, cards.accepted);
    expect(await acknowledge(body.orderId)).toBe("CONFIRMED");
    await shop.pass(daysMs(70));
    expect((await taken(body.orderId)).map(({ amount }) => amount.amount)).toEqual([1_000, 1_000, 1_000]);
    expect(await differences()).toEqual([]);
  });

  test("a card is saved without a payment", async () => {
    const registered = await shop.api.call("registerCard", { returnUrl: "/account" }, { token: person.token });
    await shop.pay(registered.body.paymentUrl, cards.accepted);
    const { body } = await shop.api.call("getCards", {}, { token: person.token });
    expect(body.cards.map(({ EXTRA }) => EXTRA.NUM)).toEqual([cards.accepted.slice(-4)]);
    expect(await differences()).toEqual([]);
  });

  test("lost webhooks, lost answers and an outage lose nothing: the reconciliation finds what was paid, once", async () => {
    await shop.behave("lost", 5);
    const { body } = await place();
    await shop.pay(body.paymentUrl, cards.accepted);
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
    await shop.pay(retried.paymentUrl, cards.accepted);
    expect(await acknowledge(retried.orderId)).toBe("CONFIRMED");
    expect(await taken(retried.orderId)).toHaveLength(1);
    expect(await differences()).toEqual([]);
  });

  test("a provider that is down for a day: what was paid before, a refund and an unpaid order end once it is back, each once", async () => {
    const refunded = (await place()).body;
    await shop.pay(refunded.paymentUrl, cards.accepted);
    expect(await acknowledge(refunded.orderId)).toBe("CONFIRMED");
    const unpaid = (await place()).body;
    person = await testPerson(shop.api.deps);
    await shop.behave("lost", 5);
    const paid = (await place()).body;
    await shop.pay(paid.paymentUrl, cards.accepted);
    await shop.behave("lost", 0);
    await shop.behave("down", 1_000);
    const clerk = await testStaff(shop.api, { north: ["agent"] });
    const asked = { orderId: refunded.orderId, scope: "order" as const, reason: "asked" };
    expect((await shop.api.call("refundOrder", asked, { token: clerk.token })).body.error).toBeUndefined();
    const other = await testPerson(shop.api.deps);
    expect((await placeOrderOf(shop, other, 150)).body.error?.code).toBe("PAYMENT_UNAVAILABLE");
    await shop.pass(daysMs(1));
    const statusOf = async (orderId: string) => {
      const found = await sql<{ status: string }>`select status from orders where id = ${orderId}`.execute(
        shop.api.deps.db,
      );
      return found.rows[0]?.status;
    };
    expect(await statusOf(paid.orderId)).toBe("PROCESSING");
    await shop.behave("down", 0);
    await shop.pass(daysMs(1));
    expect([await statusOf(paid.orderId), await statusOf(unpaid.orderId)]).toEqual(["COMPLETED", "CANCELED"]);
    expect(await taken(paid.orderId)).toHaveLength(1);
    expect(await taken(unpaid.orderId)).toEqual([]);
    const given = (await shop.ledger(refunded.orderId)).filter(({ kind }) => kind === "refund");
    expect(given.map(({ amount }) => amount.amount)).toEqual([150]);
    expect(await differences()).toEqual([]);
  });

  test("a refund in the provider's dashboard cancels an unused order with a credit note", async () => {
    const { body } = await place();
    await shop.pay(body.paymentUrl, cards.accepted);
    expect(await acknowledge(body.orderId)).toBe("CONFIRMED");
    const [capture] = await taken(body.orderId);
    await shop.refundAtProvider(capture?.session ?? "", 150);
    await shop.pass(minutesMs(reconcileMinutes + 1));
    expect((await orderOfId(body.orderId))?.status).toBe("CANCELED");
    expect(await differences()).toEqual([]);
  });

  test("a forged webhook is refused", async () => {
    const path = `/payment/notifications/${provider.name}/main`;
    expect((await shop.api.send("POST", path, provider.forged)).http).toBe(401);
  });
});
