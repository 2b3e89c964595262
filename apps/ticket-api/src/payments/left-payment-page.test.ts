import { acknowledgeWaitMs } from "@guichet/contract/limits/payment-limits.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { lyraShop, openShopAt, stripeShop } from "../testing/providers/provider-shops.ts";
import { testArticle } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { outcomeOf, placeOrderOf, type Shop } from "../testing/test-purchase.ts";

/*
 * A customer who leaves the payment page through its back link: the page stays open at the provider, so that only the return
 * address says that they left.
 */

describe.each([stripeShop, lyraShop])("the page of $name", (provider) => {
  const { cards } = provider;
  let shop: Shop;
  let person: TestPerson;
  beforeAll(async () => {
    shop = await openShopAt(provider, [testArticle({ id: "single", price: 150 })]);
  }, 60_000);
  afterAll(() => shop.close());
  beforeEach(async () => {
    person = await testPerson(shop.api.deps);
  });

  const place = (more: Record<string, unknown> = {}) => placeOrderOf(shop, person, 150, more);
  const taken = async (orderId: string) =>
    (await shop.ledger(orderId)).filter(({ kind }) => kind === "capture" || kind === "debit");
  /** Presses the back link of the payment page; returns where it leads. */
  const leavePage = async (paymentUrl: string | undefined) =>
    (await fetch(`${paymentUrl}/cancel`, { method: "POST", redirect: "manual" })).headers.get("location");

  // covers: a customer who leaves the payment page through its back link sees at once that nothing is paid
  test("a customer who leaves the page sees at once that nothing is paid, and can pay later on the same page; a paid order is confirmed", async () => {
    const { body } = await place();
    const left = async () => {
      const values = { orderId: body.orderId, leftPage: true };
      return (await shop.api.call("acknowledgePayment", values, { token: person.token })).body.outcome;
    };
    const since = performance.now();
    const back = new URL((await leavePage(body.paymentUrl)) ?? "");
    expect([back.pathname, back.searchParams.get("order"), back.searchParams.get("left")]).toEqual([
      "/cart",
      body.orderId,
      "1",
    ]);
    expect(await left()).toBe("UNPAID");
    expect(performance.now() - since).toBeLessThan(acknowledgeWaitMs);
    const { items } = (await shop.api.call("getOrders", { orderId: body.orderId }, { token: person.token })).body;
    expect(items[0]?.status).toBe("PROCESSING");
    expect((await place()).body).toMatchObject({ orderId: body.orderId, paymentUrl: body.paymentUrl });
    await shop.behave("down", 1);
    expect(await left()).toBe("CHECKING");
    // The address of the browser is no proof: a payment counts, whoever says that they left.
    await shop.pay(body.paymentUrl, cards.accepted);
    expect(await left()).toBe("CONFIRMED");
    expect(await taken(body.orderId)).toHaveLength(1);
  });

  test("another choice after leaving closes the first page, and a payment there before is not taken twice", async () => {
    const first = await place();
    await leavePage(first.body.paymentUrl);
    const second = await place({ keepCard: true });
    expect(second.body.paymentUrl).not.toBe(first.body.paymentUrl);
    await expect(shop.pay(first.body.paymentUrl, cards.accepted)).rejects.toThrow();
    await shop.pay(second.body.paymentUrl, cards.accepted);
    expect(await outcomeOf(shop, person, second.body.orderId)).toBe("CONFIRMED");
    expect(await taken(second.body.orderId)).toHaveLength(1);
    expect(await audit(shop.api.deps, { grace: 0 })).toEqual([]);
  });
});
