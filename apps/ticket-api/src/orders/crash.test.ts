import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { CrashCustomer } from "../testing/crash/crash-customer.ts";
import { cart, type Journey, type JourneyName, journeys, roundsAt } from "../testing/crash/crash-journeys.ts";
import { type CrashWorld, openCrashWorld } from "../testing/crash/crash-world.ts";
import type { Victim } from "../testing/crash/victim.ts";
import { testPerson } from "../testing/test-people.ts";

let world: CrashWorld;
beforeAll(async () => {
  world = await openCrashWorld();
});
afterAll(() => world.close());

/** What else is killed: together with the Ticket API at its failpoint, or while a customer pays. */
type AlsoKilled = "sandbox" | "database" | undefined;
interface Round {
  point: string | undefined;
  journey: JourneyName;
  also: AlsoKilled;
  /** What the customer does after the restart. */
  next: "comes back" | "clicks with the same key" | "clicks with another key" | "does nothing";
}

const afterwards: readonly Round["next"][] = [
  "clicks with the same key",
  "does nothing",
  "clicks with another key",
  "comes back",
];
/** Each failpoint on one of its journeys, so that each journey is killed somewhere; thoroughly on all of them (decision 165). */
const rounds: Round[] = Object.entries(roundsAt)
  .flatMap(([point, names], at) =>
    names
      .filter((_, place) => inject("isThorough") || place === at % names.length)
      .map((journey) => ({ point, journey })),
  )
  .map(({ point, journey }, index) => ({
    point,
    journey,
    also: index % 9 === 4 ? "sandbox" : index % 24 === 11 ? "database" : undefined,
    next: afterwards[index % afterwards.length] ?? "comes back",
  }));
/** Killed at no particular point: the database or the sandbox while customers are served, then the Ticket API. */
for (const also of ["database", "sandbox"] as const) {
  rounds.push({ point: undefined, journey: "buys", also, next: "comes back" });
  rounds.push({ point: undefined, journey: "clicks five times concurrently", also, next: "clicks with another key" });
}

/** Failpoints that are no part of a purchase, with the test that stops there. */
const pointsOfRefunds = { "transfer-to-begin": "refunds/refunds-by-transfer.test.ts" };

// covers: a process killed at any failpoint of a purchase: exactly once
test("every failpoint of a purchase is tested, and there are at least fifty", async () => {
  const source = fileURLToPath(new URL("..", import.meta.url));
  const files = (await readdir(source, { recursive: true })).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
  );
  const texts = await Promise.all(files.map((name) => readFile(`${source}/${name}`, "utf8")));
  const points = texts.flatMap((text) => [...text.matchAll(/deps\.failpoint\("([^"]+)"\)/g)].map(([, point]) => point));
  expect(new Set([...Object.keys(roundsAt), ...Object.keys(pointsOfRefunds)])).toEqual(new Set(points));
  for (const [point, file] of Object.entries(pointsOfRefunds))
    expect(await readFile(`${source}/${file}`, "utf8")).toContain(`"${point}"`);
  expect(rounds.length).toBeGreaterThanOrEqual(50);
  expect(new Set(rounds.map(({ journey }) => journey))).toEqual(new Set(Object.keys(journeys)));
});

// covers: a process killed at any failpoint of a purchase: exactly once
test("whichever process is killed between two steps: one order, one capture, one invoice, one set of tickets, one e-mail", async () => {
  let next = await world.load(rounds[0]?.point);
  for (const [index, round] of rounds.entries()) {
    const name = `round ${index}: killed at ${round.point ?? "any moment"} of a customer who ${round.journey}, also ${round.also}, then ${round.next}`;
    const victim = await next.go();
    const following = rounds[index + 1];
    // A preloaded process waits at the database, so it is not preloaded across the database's end.
    const loading = following !== undefined && round.also !== "database" ? world.load(following.point) : undefined;
    const customer = new CrashCustomer(world, await testPerson(world.deps), victim.url);
    await liveThrough(round, customer, victim, name);
    await recover(round, customer);
    await expectExactlyOnce(customer, name);
    if (following !== undefined) next = (await loading) ?? (await world.load(following.point));
  }
  expect(await audit(world.deps, { grace: 0 })).toEqual([]);
  expect(await invoiceNumbers()).toEqual(
    Array.from({ length: (await invoiceNumbers()).length }, (_, index) => index + 1),
  );
}, 720_000);

/** Runs the journey until the process that serves it ends. */
async function liveThrough(round: Round, customer: CrashCustomer, victim: Victim, name: string): Promise<void> {
  world.sendWebhooksTo("nobody");
  const journey: Journey = journeys[round.journey];
  const going = journey(customer, world, victim);
  if (round.point === undefined) {
    await new Promise((wait) => setTimeout(wait, 30 + ((20 * rounds.indexOf(round)) % 100)));
    await (round.also === "database" ? world.killDatabase() : world.killSandbox());
    await going;
    await victim.kill();
    return;
  }
  await going;
  expect(await victim.endsWithin(15_000), `${name}: the point was not reached`).toBe("SIGKILL");
  if (round.also === "database") await world.killDatabase();
  if (round.also === "sandbox") await world.killSandbox();
}

/** Another process takes over; the customer continues; then time passes for customers who did nothing. */
async function recover(round: Round, customer: CrashCustomer): Promise<void> {
  customer.turnTo(world.survivor);
  await world.leasesRunOut();
  const ordinary = round.journey === "buys" || round.journey === "clicks five times concurrently";
  const withAnother = round.next === "clicks with another key";
  // Once an order is complete, the same cart with another key is another purchase.
  if (ordinary && round.next.startsWith("clicks") && !(withAnother && (await isComplete(customer)))) {
    await customer.place(cart, withAnother ? crypto.randomUUID() : undefined);
    await customer.pay();
  }
  // Only now do notifications of the provider arrive: before the click that would complete the order.
  world.sendWebhooksTo(world.survivor);
  // A customer who waits for the result of an unpaid order gets it once time has passed.
  const waiting = round.next === "does nothing" ? undefined : customer.acknowledge();
  await world.timePasses();
  await world.expire(customer.person.accountId);
  await world.timePasses();
  await waiting;
}

async function isComplete({ person }: CrashCustomer): Promise<boolean> {
  const found = await sql`select from orders where account_id = ${person.accountId} and status = 'COMPLETED'`.execute(
    world.deps.db,
  );
  return found.rows.length > 0;
}

interface OrderSnapshot {
  id: string;
  status: string;
  invoices: number;
  tickets: number;
  mails: string[];
  confirmations: number;
  paidInstallments: number;
}

async function expectExactlyOnce(customer: CrashCustomer, name: string): Promise<void> {
  const { accountId, email } = customer.person;
  expect(await audit(world.deps, { grace: 0 }), name).toEqual([]);
  const orders = await sql<OrderSnapshot>`select id, status,
      (select count(*) from invoice i where i.order_id = o.id) as invoices,
      (select count(*) from ticket t where t.order_id = o.id) as tickets,
      array(select message_id from mail m where m.contents ->> 'orderId' = o.id::text) as mails,
      (select count(*) from mail m where m.contents ->> 'orderId' = o.id::text
        and m.template in ('order-confirmation', 'order-refunded')) as confirmations,
      (select count(*) from installment i where i.order_id = o.id and i.status = 'paid') as "paidInstallments"
    from orders o where account_id = ${accountId}`.execute(world.deps.db);
  expect(orders.rows.length, name).toBeLessThanOrEqual(1);
  const [order] = orders.rows;
  if (customer.orderId !== undefined) expect(order?.id, `${name}: an acknowledged order exists`).toBe(customer.orderId);
  const moved = order === undefined ? [] : await atProvider(order.id);
  const count = (kind: string) => moved.filter((entry) => entry.kind === kind).length;
  const paidInstallments = order?.paidInstallments ?? 0;
  const capturedCount = count("capture") + count("debit") - count("refund");
  if (paidInstallments > 0) expect(capturedCount, `${name}: each installment is collected once`).toBe(paidInstallments);
  else expect(count("capture"), name).toBeLessThanOrEqual(1);
  const paid = capturedCount >= 1;
  const completed = order?.status === "COMPLETED" || order?.status === "REGULARIZATION";
  if (paid) expect(completed, `${name}: a paid order is completed`).toBe(true);
  expect([order?.invoices ?? 0, order?.tickets ?? 0], name).toEqual(completed ? [1, 2] : [0, 0]);
  expect(order?.confirmations ?? 0, name).toBe(completed || count("refund") > 0 ? 1 : 0);
  expect((await mailbox(email)).sort(), `${name}: each message once in the mailbox`).toEqual(
    (order?.mails ?? []).sort(),
  );
}

async function atProvider(orderId: string): Promise<{ kind: string }[]> {
  const answer = await fetch(new URL(`/payment/ledger?orderId=${orderId}`, world.sandbox().url));
  const { items }: { items: { kind: string }[] } = await answer.json();
  return items;
}

async function mailbox(address: string): Promise<string[]> {
  const answer = await fetch(new URL(`/mailbox/messages?to=${encodeURIComponent(address)}`, world.sandbox().url));
  const { items }: { items: { messageId: string }[] } = await answer.json();
  return items.map(({ messageId }) => messageId);
}

async function invoiceNumbers(): Promise<number[]> {
  const found = await sql<{
    sequence: number;
  }>`select sequence from invoice where series = 'invoice' order by sequence`.execute(world.deps.db);
  return found.rows.map(({ sequence }) => sequence);
}
