import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestPerson } from "../testing/test-people.ts";
import { orderOf, placeRefusedOrder } from "../testing/test-purchase.ts";
import { openSubscriptionShop, type SubscriptionShop } from "../testing/test-subscriptions.ts";

let shop: SubscriptionShop;
beforeAll(async () => {
  shop = await openSubscriptionShop();
}, 60_000);
afterAll(() => shop.close());

const month = { productId: "month", isSubscription: true };
const place = (person: TestPerson, line: Record<string, unknown>, more: Record<string, unknown> = {}, total = 3200) =>
  shop.api.call(
    "placeOrder",
    { ...orderOf(person, total, line), ...more },
    { token: person.token, idempotencyKey: crypto.randomUUID() },
  );
const listed = async (person: TestPerson, network?: string) =>
  (await shop.api.call("listSubscriptions", {}, { token: person.token, network })).body.subscriptions;

/** Pays with the saved card that the page proposes. */
async function payWithKept(paymentUrl = ""): Promise<void> {
  const session = new URL(paymentUrl).pathname.split("/").at(-1);
  await fetch(new URL(`/payment/sessions/${session}/pay`, shop.sandbox.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
}

// covers §3: tacit subscription
test("a subscription is paid by a saved card or a mandate: without one, no order is placed", async () => {
  const person = await shop.person();
  for (const more of [{}, { keepCard: false }]) {
    const { body } = await place(person, month, more);
    expect(body.error?.code).toBe("SUBSCRIPTION_NEEDS_KEPT_METHOD");
  }
  expect((await shop.api.call("getOrders", {}, { token: person.token })).body.items).toEqual([]);
  const started = await shop.subscribe(person, "month");
  const again = await place(person, month, { cardId: started.method?.cardId, duplicateAccepted: true });
  await payWithKept(again.body.paymentUrl);
  await shop.api.call("acknowledgePayment", { orderId: again.body.orderId }, { token: person.token });
  const both = await listed(person);
  expect(both.map(({ method }) => method?.cardId)).toEqual([started.method?.cardId, started.method?.cardId]);
  await shop.clean();
});

// covers §8: the Ticket API requires every consent, and the order stores the consents
test("a subscription requires consent to its renewals, and the order stores the consents", async () => {
  const person = await shop.person();
  for (const renewalAccepted of [undefined, false]) {
    const { http, body } = await place(person, month, { keepCard: true, renewalAccepted });
    expect([http, body.error?.code]).toEqual([400, "RENEWAL_NOT_ACCEPTED"]);
  }
  expect((await shop.api.call("getOrders", {}, { token: person.token })).body.items).toEqual([]);
  const { body } = await place(person, month, { keepCard: true, renewalAccepted: true });
  const { rows } = await sql`select consents, created_at as "createdAt" from orders where id = ${body.orderId}`.execute(
    shop.api.deps.db,
  );
  expect(rows).toEqual([
    {
      createdAt: expect.any(String),
      consents: {
        language: "fr",
        form: "boxes",
        terms: { "terms-of-use": "2026-02-06", "privacy-policy": "2026-03-07" },
        majorityCertified: false,
        renewal: { name: expect.any(String), interval: "P1M", amount: 3200, currency: "EUR" },
      },
    },
  ]);
  // Without a subscription no consent is requested or stored.
  const once = await place(person, { productId: "month" });
  const found = await sql<{ consents: { renewal: unknown } }>`
    select consents from orders where id = ${once.body.orderId}`.execute(shop.api.deps.db);
  expect(found.rows[0]?.consents.renewal).toBeNull();
  await shop.clean();
});

test("an article that does not renew cannot be subscribed to, and one that renews can be bought once", async () => {
  const person = await shop.person();
  const single = { productId: "single", isSubscription: true };
  const verified = await shop.api.call(
    "verifyOrder",
    { articles: orderOf(person, 150, single).articles },
    { token: person.token },
  );
  expect(verified.body.lines[0]?.errors.map(({ code }) => code)).toEqual(["SUBSCRIPTION_NOT_OFFERED"]);
  expect((await place(person, single, { keepCard: true }, 150)).body.error?.code).toBe("SUBSCRIPTION_NOT_OFFERED");
  const once = await place(person, { productId: "month" });
  await shop.pay(once.body.paymentUrl);
  const { body } = await shop.api.call("acknowledgePayment", { orderId: once.body.orderId }, { token: person.token });
  expect(body.outcome).toBe("CONFIRMED");
  expect(await listed(person)).toEqual([]);
});

test("an order that is refused or not paid starts no subscription", async () => {
  const person = await shop.person();
  await placeRefusedOrder(shop, person, orderOf(person, 3200, month));
  expect(await listed(person)).toEqual([]);
  const paid = await shop.subscribe(person, "month");
  expect(paid.periods).toHaveLength(1);
});

test("a guest cannot subscribe, and a network without subscriptions has none", async () => {
  const guest = await shop.person({ guest: true });
  const { body } = await place(guest, month, { keepCard: true, invoiceEmail: guest.email });
  expect(body.error?.code).toBe("ARTICLE_NOT_ON_SALE");
  expect((await shop.api.call("listSubscriptions", {}, { token: guest.token })).body.error?.code).toBe(
    "ACCOUNT_REQUIRED",
  );
  const bare = await shop.person({ network: "bare" });
  expect(await listed(bare, "bare")).toEqual([]);
});
