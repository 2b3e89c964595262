import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allChanges, type PaymentSession } from "../integrations/payment-provider.ts";
import { lastPayment } from "../payment-records/payment-store.ts";
import { beginSession } from "../payments/settlement/open-session.ts";
import { testProvider } from "../testing/providers/test-provider.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, orderOf, type Shop } from "../testing/test-purchase.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openTestShop({ packs: [testPack({ articles: [testArticle({ id: "single", price: 150 })] })] });
});
afterAll(() => shop.close());

const placed = (person: TestPerson, order: Record<string, unknown>, key: string = crypto.randomUUID()) =>
  shop.api.call("placeOrder", order, { token: person.token, idempotencyKey: key });
const acknowledge = (person: TestPerson, orderId: string) =>
  shop.api.call("acknowledgePayment", { orderId }, { token: person.token });

// covers: the payment page shows the order's number
test("the payment page shows the number of its order, as does that of the next try", async () => {
  const person = await testPerson(shop.api.deps);
  const { body } = await placed(person, orderOf(person, 150), "numbered");
  const { rows } = await sql<{ number: string }>`select number from orders where id = ${body.orderId}`.execute(
    shop.api.deps.db,
  );
  const number = rows[0]?.number ?? "none";
  expect(number).toMatch(/^20\d\d-\d{6}$/);
  const page = await (await fetch(body.paymentUrl ?? "")).text();
  expect(page).toContain(number);
  expect(page).not.toContain(`<bdi>${body.orderId}</bdi>`);
  await fetch(`${body.paymentUrl}/cancel`, { method: "POST", redirect: "manual" });
  await acknowledge(person, body.orderId ?? "");
  const again = await placed(person, orderOf(person, 150), "numbered-again");
  expect(await (await fetch(again.body.paymentUrl ?? "")).text()).toMatch(/<bdi>20\d\d-\d{6}<\/bdi>/);
});

/** The sessions at the provider by their id, without those of before. */
async function sessionsNow(before: ReadonlyMap<string, unknown> = new Map()): Promise<Map<string, PaymentSession>> {
  const sessions = new Map<string, PaymentSession>();
  for await (const page of allChanges(testProvider(shop.api.deps)))
    for (const session of page.sessions) if (!before.has(session.id)) sessions.set(session.id, session);
  return sessions;
}

// covers §4: one order, one capture, whatever the clicks
test("a payment page opened for an order that another click had written is closed: one page can be paid", async () => {
  const person = await testPerson(shop.api.deps);
  const before = await sessionsNow();
  const answers = await Promise.all(Array.from({ length: 6 }, () => placed(person, orderOf(person, 150))));
  const [orderId] = new Set(answers.map((answer) => answer.body.orderId));
  const open = async () => {
    const sessions = await sessionsNow(before);
    return [...sessions.values()].filter(({ state }) => state === "open").map((session) => session.orderId);
  };
  await expect.poll(open).toEqual([orderId]);
  await shop.pay(answers[0]?.body.paymentUrl);
  expect((await acknowledge(person, orderId ?? "")).body.outcome).toBe("CONFIRMED");
});

// covers §4: one order, one capture, whatever the clicks
test("a payment page opened while its order could not be written is closed, and the same click succeeds later", async () => {
  const person = await testPerson(shop.api.deps);
  const { db } = shop.api.deps;
  const before = await sessionsNow();
  await sql`create function no_order() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$`.execute(
    db,
  );
  await sql`create trigger no_order before insert on orders for each row execute function no_order()`.execute(db);
  try {
    expect((await placed(person, orderOf(person, 150), "key-of-the-unwritten")).http).toBe(500);
  } finally {
    await sql`drop function no_order() cascade`.execute(db);
  }
  const states = async () => [...(await sessionsNow(before)).values()].map(({ state }) => state);
  await expect.poll(states).toEqual(["expired"]);
  const again = await placed(person, orderOf(person, 150), "key-of-the-unwritten");
  await shop.pay(again.body.paymentUrl);
  expect((await acknowledge(person, again.body.orderId ?? "")).body.outcome).toBe("CONFIRMED");
});

// covers §4: one order, one capture, whatever the clicks
test("a payment page stays open if its payment was committed after all, although the database did not confirm it", async () => {
  const person = await testPerson(shop.api.deps);
  const { deps } = shop.api;
  const { body } = await placed(person, orderOf(person, 150));
  const payment = await lastPayment(deps.db, body.orderId ?? "");
  if (payment?.kind !== "page") throw new Error("No payment at a page");
  const pending: Promise<unknown>[] = [];
  const unanswered = beginSession({ ...deps, runInBackground: (task) => pending.push(task) }, payment);
  unanswered.discard();
  expect(pending).toHaveLength(1);
  await Promise.all(pending);
  expect((await shop.pay(body.paymentUrl)).state).toBe("captured");
});
