import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { audit } from "../audit/audit.ts";
import { minutesMs } from "../clock.ts";
import { planScheduledJobs } from "../jobs/scheduled-jobs.ts";
import { readOrder } from "../order-records/order-store.ts";
import { lastPayment } from "../payment-records/payment-store.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, orderOf, placeRefusedOrder, type Shop, webhooksPerPage } from "../testing/test-purchase.ts";
import { reconcileMinutes } from "./payment-jobs.ts";
import { settlePayment } from "./settlement/settle-payment.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openTestShop({ packs: [testPack({ articles: [testArticle({ id: "single", price: 150 })] })] });
});
afterAll(() => shop.close());

const place = (person: TestPerson) => shop.api.call("placeOrder", orderOf(person, 150), { token: person.token });
const acknowledge = (person: TestPerson, orderId: string) =>
  shop.api.call("acknowledgePayment", { orderId }, { token: person.token });
const differences = () => audit(shop.api.deps, { grace: 0 });

async function refusedOrder(): Promise<{ person: TestPerson; orderId: string }> {
  const person = await testPerson(shop.api.deps);
  return { person, orderId: await placeRefusedOrder(shop, person) };
}

test("concurrent clicks to pay a refused order again lead to one payment page, and none fails", async () => {
  const { person, orderId } = await refusedOrder();
  const answers = await Promise.all(Array.from({ length: 8 }, () => place(person)));
  expect(answers.map(({ http }) => http)).toEqual(answers.map(() => 200));
  expect(new Set(answers.map(({ body }) => body.paymentUrl)).size).toBe(1);
  expect(new Set(answers.map(({ body }) => body.orderId))).toEqual(new Set([orderId]));
});

test("an order that is paid again in one tab and cancelled in another ends in one of both states, never in between", async () => {
  for (let round = 0; round < 12; round += 1) {
    const { person, orderId } = await refusedOrder();
    const cancelling = shop.api.call("cancelOrder", { orderId }, { token: person.token });
    const again = await place(person);
    await cancelling;
    // The other tab may have closed the page in the meantime.
    if (again.body.paymentUrl !== undefined)
      await shop.pay(again.body.paymentUrl).catch((refused) => expect(String(refused)).toContain("session_closed"));
    await acknowledge(person, again.body.orderId);
  }
  expect(await differences()).toEqual([]);
});

// covers §4: concurrent completions do not block each other
test("concurrent completions never deadlock on connections, however few are left", async () => {
  const { deps } = shop.api;
  const placed = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const person = await testPerson(deps);
      return { person, order: (await place(person)).body };
    }),
  );
  await shop.behave("lost", placed.length * webhooksPerPage);
  for (const { order } of placed) await shop.pay(order.paymentUrl);
  const { networks } = deps;
  const get = (id: string) => {
    networks.forget();
    return networks.get(id);
  };
  deps.networks = { ...networks, get };
  const connections = await Promise.all(
    Array.from({ length: deps.config.databasePool - 2 }, () => deps.pool.connect()),
  );
  try {
    const answers = await Promise.all(placed.map(({ person, order }) => acknowledge(person, order.orderId)));
    expect(answers.map(({ body }) => body.outcome)).toEqual(placed.map(() => "CONFIRMED"));
  } finally {
    deps.networks = networks;
    for (const client of connections) client.release();
  }
});

test("a fault while an order is completed rolls everything back, and the next check completes it", async () => {
  const person = await testPerson(shop.api.deps);
  const { body } = await place(person);
  await shop.behave("lost", webhooksPerPage);
  await shop.pay(body.paymentUrl);
  const { keys } = shop.api.deps;
  shop.api.deps.keys = {
    ...keys,
    ticketKey: () => {
      throw new Error("the key cannot be read");
    },
  };
  expect((await acknowledge(person, body.orderId)).http).toBe(500);
  shop.api.deps.keys = keys;
  const left = await sql<{ n: number }>`select (select count(*) from invoice where order_id = ${body.orderId})
    + (select count(*) from mail where contents ->> 'orderId' = ${body.orderId}) as n`.execute(shop.api.deps.db);
  expect(left.rows[0]?.n).toBe(0);
  expect((await acknowledge(person, body.orderId)).body.outcome).toBe("CONFIRMED");
  expect(await differences()).toEqual([]);
});

test("a capture of a cancelled payment completes nothing, though its order can be paid again: it is refunded", async () => {
  const { deps } = shop.api;
  const person = await testPerson(deps);
  const { body } = await place(person);
  await shop.behave("lost", webhooksPerPage);
  await shop.pay(body.paymentUrl);
  await expect.poll(async () => (await lastPayment(deps.db, body.orderId))?.providerSession).not.toBe(null);
  // The state after the payment was finally closed and the order paid again.
  const at = deps.clock.iso();
  await sql`update payment set status = 'cancelled', settled_at = ${at} where order_id = ${body.orderId}`.execute(
    deps.db,
  );
  await sql`update orders set status = 'ERROR' where id = ${body.orderId}`.execute(deps.db);
  const payment = await lastPayment(deps.db, body.orderId);
  expect((await settlePayment(deps, payment?.id ?? ""))?.status).toBe("refunded");
  expect((await readOrder(deps.db, body.orderId))?.status).toBe("ERROR");
  const counts = await sql<{ n: number }>`select (select count(*) from invoice where order_id = ${body.orderId})
    + (select count(*) from ticket where order_id = ${body.orderId}) as n`.execute(deps.db);
  expect(counts.rows[0]?.n).toBe(0);
  // The order still expires.
  const planned = await sql<{ kind: string }>`select kind from due_work where key = ${body.orderId}`.execute(deps.db);
  expect(planned.rows).toEqual([{ kind: "unpaid-order" }]);
  const expectRefund = async () => {
    await shop.api.work.drain();
    expect((await shop.ledger(body.orderId)).map(({ kind }) => kind)).toContain("refund");
  };
  await vi.waitFor(expectRefund, 10_000);
  const cancelled = await shop.api.call("cancelOrder", { orderId: body.orderId }, { token: person.token });
  expect(cancelled.body.orderStatus).toBe("CANCELED");
  expect(await differences()).toEqual([]);
});

test("a late capture that no webhook reports is found by the sweep, after any number of sweeps and an outage", async () => {
  await planScheduledJobs(shop.api.deps);
  for (let sweep = 0; sweep < 25; sweep += 1) await shop.pass(minutesMs(reconcileMinutes));
  const person = await testPerson(shop.api.deps);
  const { body } = await place(person);
  await shop.behave("late-capture");
  await shop.api.call("cancelOrder", { orderId: body.orderId }, { token: person.token });
  await shop.behave("lost", webhooksPerPage);
  await shop.pay(body.paymentUrl);
  await shop.behave("down", 3);
  await shop.pass(minutesMs(reconcileMinutes));
  await shop.behave("down", 0);
  await shop.pass(minutesMs(reconcileMinutes));
  await vi.waitFor(async () => {
    await shop.api.work.drain();
    expect((await shop.ledger(body.orderId)).map(({ kind }) => kind)).toContain("refund");
  });
  expect((await readOrder(shop.api.deps.db, body.orderId))?.status).toBe("CANCELED");
  expect(await differences()).toEqual([]);
});
