import { afterAll, beforeAll, expect, test } from "vitest";
import { lastPayment } from "../payment-records/payment-store.ts";
import { replaceProvider } from "../testing/providers/test-provider.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { testPerson } from "../testing/test-people.ts";
import { openTestShop, orderOf, type Shop, webhooksPerPage } from "../testing/test-purchase.ts";
import { settlePayment } from "./settlement/settle-payment.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openTestShop({ packs: [testPack({ articles: [testArticle({ id: "single", price: 150 })] })] });
});
afterAll(() => shop.close());

async function placed() {
  const person = await testPerson(shop.api.deps);
  const { body } = await shop.api.call("placeOrder", orderOf(person, 150), { token: person.token });
  const payment = await lastPayment(shop.api.deps.db, body.orderId);
  if (payment === undefined) throw new Error("An order that waits to be paid has a payment");
  return { orderId: body.orderId as string, paymentUrl: body.paymentUrl as string, paymentId: payment.id };
}

/** A provider whose first answer is delayed until `arrive` is called: it states the situation at the time of the request. */
function slowFirstAnswer(deps: Shop["api"]["deps"]) {
  let arrive = () => {};
  const arrived = new Promise<void>((done) => {
    arrive = done;
  });
  let markGiven = () => {};
  const givenFirst = new Promise<void>((done) => {
    markGiven = done;
  });
  let requestCount = 0;
  const restore = replaceProvider(deps, (provider) => ({
    ...provider,
    get: async (id) => {
      requestCount += 1;
      const answer = await provider.get(id);
      if (requestCount > 1) return answer;
      markGiven();
      await arrived;
      return answer;
    },
  }));
  return { arrive, givenFirst, asked: () => requestCount, restore };
}

test("a webhook that arrives while an older answer of the provider is pending is followed too: no further webhook is needed", async () => {
  const { paymentUrl, paymentId, orderId } = await placed();
  const provider = slowFirstAnswer(shop.api.deps);
  const first = settlePayment(shop.api.deps, paymentId);
  await provider.givenFirst;
  await shop.behave("lost", webhooksPerPage);
  await shop.pay(paymentUrl);
  const second = settlePayment(shop.api.deps, paymentId);
  const third = settlePayment(shop.api.deps, paymentId);
  provider.arrive();
  expect((await first)?.status).toBe("open");
  expect((await second)?.status).toBe("captured");
  expect((await third)?.status).toBe("captured");
  // However many webhooks arrived in the meantime, they share one further request.
  expect(provider.asked()).toBe(2);
  provider.restore();
  expect((await shop.ledger(orderId)).filter(({ kind }) => kind === "capture")).toHaveLength(1);
});

test("orders that are paid, closed and checked concurrently end paid or cancelled, as the provider says, without deadlocks", async () => {
  const orders = await Promise.all(Array.from({ length: 6 }, placed));
  const ended = await Promise.allSettled(
    orders.flatMap(({ paymentUrl, paymentId }) => [
      shop.pay(paymentUrl).then(() => settlePayment(shop.api.deps, paymentId)),
      settlePayment(shop.api.deps, paymentId, { close: "given-up" }),
      settlePayment(shop.api.deps, paymentId),
    ]),
  );
  const faults = ended.flatMap((end) => (end.status === "rejected" ? [String(end.reason)] : []));
  // The page may be closed before the customer pays; nothing else fails.
  expect(faults.filter((fault) => !fault.includes("session_closed"))).toEqual([]);
  for (const { orderId, paymentId } of orders) {
    const payment = await settlePayment(shop.api.deps, paymentId);
    const captures = (await shop.ledger(orderId)).filter(({ kind }) => kind === "capture");
    expect(payment?.status).toBe(captures.length === 1 ? "captured" : "cancelled");
  }
});
