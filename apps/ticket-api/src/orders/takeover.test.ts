import { performance } from "node:perf_hooks";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { CrashCustomer } from "../testing/crash/crash-customer.ts";
import { type CrashWorld, openCrashWorld } from "../testing/crash/crash-world.ts";
import type { Victim } from "../testing/crash/victim.ts";
import { soManyWait, waiting } from "../testing/held-rows.ts";
import { testPerson } from "../testing/test-people.ts";

/** Another process takes over within this time of a kill; a busy machine needs some of it for its other work. */
const recoveredMs = 3_000;
const cart = { productId: "single", total: 300 };

let world: CrashWorld;
let dying: Victim;
let next: Victim;
let living: Victim;
beforeAll(async () => {
  world = await openCrashWorld();
  [dying, next, living] = (await world.start(3)) as [Victim, Victim, Victim];
}, 240_000);
const freed: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const free of freed) await free();
  await Promise.all([dying?.kill(), next?.kill(), living?.kill()]);
  await world?.close();
}, 120_000);

const customerOf = async (api: Victim) => new CrashCustomer(world, await testPerson(world.deps), api.url);
const count = async (rows: ReturnType<typeof sql<{ count: number }>>) =>
  (await rows.execute(world.deps.db)).rows[0]?.count;
const holderOf = async (key: string) => {
  const found = await sql<{ held_by: string }>`select held_by from idempotency where key = ${key}`.execute(
    world.deps.db,
  );
  return found.rows[0]?.held_by;
};
const ordersOf = ({ person }: CrashCustomer) =>
  count(sql`select count(*) from orders where account_id = ${person.accountId}`);

/** Places these customers' carts concurrently; returns how long that took and the error codes of refusals. */
async function placedAt(api: Victim, customers: readonly CrashCustomer[]): Promise<{ ms: number; codes: unknown[] }> {
  const startedAt = performance.now();
  const answers = await Promise.all(customers.map((customer) => customer.at(api.url).place(cart)));
  const codes = answers.map((answer) => (answer?.status === "ok" ? undefined : (answer?.error?.code ?? "no answer")));
  return { ms: performance.now() - startedAt, codes };
}

/** Blocks every statement that touches the table, or its rows, until `free`. */
async function block(what: "table orders" | "rows of payment" | "rows of ticket"): Promise<{ free(): Promise<void> }> {
  const client = await world.deps.pool.connect();
  await client.query("begin");
  await client.query(
    what.startsWith("table") ? `lock ${what}` : `select ${what.replace("rows of", "from")} for update`,
  );
  let isHeld = true;
  const free = async () => {
    if (!isHeld) return;
    isHeld = false;
    await client.query("rollback");
    client.release();
  };
  freed.push(free);
  return { free };
}

// covers: another process takes over from a killed or stalled one within 3 seconds, and nothing is duplicated
test("a process that stalls in a purchase loses it to a retry, and gives its own customer the same order", async () => {
  const customer = await customerOf(dying);
  const blocked = await block("table orders");
  const first = customer.place(cart);
  // It has claimed its key and waits for what it reads before it writes.
  const claimed = () => count(sql`select count(*) from idempotency where user_key = ${customer.person.userId}`);
  await expect.poll(claimed, { timeout: recoveredMs }).toBe(1);
  await soManyWait(world.deps.db, 1, "cart_digest");
  dying.stall();
  await blocked.free();
  const repeater = customer.at(living.url);
  const second = await repeater.place(cart);
  dying.resume();
  const answers = [await first, second];
  expect(answers.map((answer) => answer?.status)).toEqual(["ok", "ok"]);
  expect(answers[0]?.orderId).toBe(answers[1]?.orderId);
  expect(answers[0]?.paymentUrl).toBe(answers[1]?.paymentUrl);
  expect(await ordersOf(customer)).toBe(1);
  // And once more, after the key is released.
  expect((await repeater.place(cart))?.orderId).toBe(answers[0]?.orderId);
});

// covers: another process takes over from a killed or stalled one within 3 seconds, and nothing is duplicated
test("a process that stalls in the transaction that uses a ticket rolls back: one trip is used, and both callers get it", async () => {
  const customer = await customerOf(dying);
  await customer.place({ productId: "trips", total: 0 });
  const found = await sql<{ id: string }>`select t.id from ticket t join orders o on o.id = t.order_id
    where o.account_id = ${customer.person.accountId} order by t.id`.execute(world.deps.db);
  const ticketId = found.rows[0]?.id ?? "";
  const key = crypto.randomUUID();
  const blocked = await block("rows of ticket");
  const first = customer.punch(ticketId, key);
  await soManyWait(world.deps.db, 1, "ticket");
  dying.stall();
  await blocked.free();
  // Its transaction locks the ticket until it is resumed: the retry waits for that.
  const holder = () => holderOf(key);
  const firstHolder = await holder();
  const second = customer.at(living.url).punch(ticketId, key);
  await expect.poll(holder, { timeout: recoveredMs }).not.toBe(firstHolder);
  await soManyWait(world.deps.db, 1, "ticket");
  dying.resume();
  const answers = await Promise.all([first, second]);
  expect(answers.map((answer) => answer?.status)).toEqual(["ok", "ok"]);
  expect(answers[0]?.use?.useId).toBe(answers[1]?.use?.useId);
  expect(await count(sql`select count(*) from ticket_use where ticket_id = ${ticketId}`)).toBe(1);
});

// covers: another process takes over from a killed or stalled one within 3 seconds, and nothing is duplicated
test("a process is killed during purchases: each interrupted one, retried at another process, succeeds within 3 s, and none is duplicated", async () => {
  const customers = await Promise.all(Array.from({ length: 16 }, () => customerOf(dying)));
  let answered = 0;
  const enough = Promise.withResolvers<void>();
  const interrupted: CrashCustomer[] = [];
  const calls = customers.map(async (customer) => {
    const answer = await customer.place(cart);
    if (answer === undefined) interrupted.push(customer);
    answered += 1;
    if (answered === 4) enough.resolve();
  });
  await enough.promise;
  await dying.kill();
  await Promise.all(calls);
  const left = await count(sql`select count(*) from idempotency where answer is null`);
  expect(left, "the kill interrupted nobody").toBeGreaterThan(0);
  const repeated = await placedAt(living, interrupted);
  expect(repeated.codes).toEqual(interrupted.map(() => undefined));
  const undisturbed = await placedAt(living, await Promise.all(interrupted.map(() => customerOf(living))));
  expect(repeated.ms).toBeLessThan(recoveredMs + undisturbed.ms);
  const orders = await Promise.all(customers.map(ordersOf));
  expect(orders).toEqual(customers.map(() => 1));
});

// covers: another process takes over from a killed or stalled one within 3 seconds, and nothing is duplicated
test("another process runs the jobs of a killed one within 3 s: paid orders are complete, with their tickets", async () => {
  const three = () => Promise.all(Array.from({ length: 3 }, () => customerOf(living)));
  const pay = async (customer: CrashCustomer) => {
    await customer.place(cart);
    await customer.pay();
  };
  const [others, customers] = [await three(), await three()];
  const startedAt = performance.now();
  await Promise.all(others.map((customer) => pay(customer).then(customer.acknowledge)));
  const undisturbedMs = performance.now() - startedAt;
  await Promise.all(customers.map(pay));
  const ids = customers.map(({ person }) => person.accountId);
  // The notification is lost: only the jobs complete these orders. The one that is to be killed takes them.
  living.stall();
  const blocked = await block("rows of payment");
  const { db, clock } = world.deps;
  await sql`update due_work set due_at = ${clock.iso()} where kind = 'payment' and payload ->> 'paymentId' in
    (select id::text from payment where order_id in (select id from orders where account_id = any(${ids})))`.execute(
    db,
  );
  const takenJobs = () => count(sql`select count(*) from due_work where kind = 'payment' and held_by is not null`);
  await expect.poll(takenJobs, { timeout: recoveredMs }).toBe(3);
  // Orders of one network are completed one after the other.
  await expect.poll(() => waiting(db, "payment"), { timeout: recoveredMs }).toBeGreaterThan(0);
  await Promise.all([dying.kill(), next.kill()]);
  const killedAt = performance.now();
  living.resume();
  await blocked.free();
  const tickets = () =>
    count(sql`select count(*) from ticket t join orders o on o.id = t.order_id
      where o.status = 'COMPLETED' and o.account_id = any(${ids})`);
  await expect.poll(tickets, { timeout: 4 * recoveredMs, interval: 20 }).toBe(6);
  expect(performance.now() - killedAt).toBeLessThan(recoveredMs + undisturbedMs);
  expect(await audit(world.deps, { grace: 0 })).toEqual([]);
});
