import { afterAll, beforeAll, expect, it } from "vitest";
import { insertPeriod, insertSubscription } from "../subscription-records/subscription-store.ts";
import { openTestApi, type TestApi } from "../testing/test-api.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { testPerson } from "../testing/test-people.ts";

const period = { startsAt: "2030-01-30T23:00:00.000Z", endsAt: "2030-02-27T23:00:00.000Z" };

let api: TestApi;
beforeAll(async () => {
  const articles = [testArticle({ id: "free", price: 0, validity: { from: "purchase", duration: "P1D" } })];
  api = await openTestApi({ packs: ["north", "south"].map((id) => testPack({ id, articles })) });
});
afterAll(() => api.close());

it("an account without subscriptions has an empty list, and an unknown one is not found", async () => {
  const { token } = await testPerson(api.deps);
  const { body } = await api.call("listSubscriptions", {}, { token });
  expect(body.subscriptions).toEqual([]);
  for (const subscriptionId of [crypto.randomUUID(), "not-an-id"]) {
    const one = await api.call("getSubscription", { subscriptionId }, { token });
    expect(one.body.error?.code).toBe("NOT_FOUND");
  }
});

// covers §7: GET Subscriptions/list, get, POST terminate, updateCard
it("a subscription of another account or network is not found", async () => {
  const { token } = await testPerson(api.deps);
  for (const network of ["north", "south"]) {
    const subscriptionId = await subscribed(network);
    const { body } = await api.call("getSubscription", { subscriptionId }, { token });
    expect(body.error?.code).toBe("NOT_FOUND");
    expect((await api.call("listSubscriptions", {}, { token })).body.subscriptions).toEqual([]);
  }
});

/** A person of a network with a subscription, who sees it. */
async function subscribed(network: string): Promise<string> {
  const { token, userId, accountId } = await testPerson(api.deps, { network });
  const placed = await api.call(
    "placeOrder",
    {
      articles: [{ quantity: 1, productId: "free", customerId: userId, support: "DEMATERIALIZED" }],
      paymentMethod: "CARD",
      termsAccepted: true,
      totalAmount: { amount: 0, currency: "EUR" },
      returnUrl: "/cart",
    },
    { token, network, idempotencyKey: crypto.randomUUID() },
  );
  const id = crypto.randomUUID();
  await api.deps.db.transaction().execute(async (tx) => {
    await insertSubscription(tx, {
      id,
      networkId: network,
      accountId,
      travellerId: userId,
      status: "active",
      shopItemId: "free",
      productId: "free",
      interval: "P1M",
      method: "CARD",
      methodId: null,
      mandateId: null,
      anchorOn: "2030-01-31",
      ...period,
      createdAt: api.deps.clock.iso(),
    });
    const periodKey = {
      subscriptionId: id,
      position: 1,
      networkId: network,
      orderId: placed.body.orderId,
      ...period,
      noticedAt: null,
    };
    expect(await insertPeriod(tx, periodKey)).toBe(true);
  });
  const { body } = await api.call("getSubscription", { subscriptionId: id }, { token, network });
  expect(body.subscription).toMatchObject({
    subscriptionId: id,
    state: "ACTIVE",
    validity: { ...period, lastDay: "2030-02-27" },
    nextRenewalOn: "2030-02-28",
    nextDebit: { on: "2030-02-27", amount: { amount: 0, currency: "EUR" } },
    mayTerminate: { effect: "AT_END", lastDay: "2030-02-27", refund: null },
    periods: [{ position: 1, ...period, orderId: placed.body.orderId, orderStatus: "COMPLETED" }],
  });
  return id;
}
