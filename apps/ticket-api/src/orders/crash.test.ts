import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { CrashCustomer } from "../testing/crash/crash-customer.ts";
import { expectExactlyOnce } from "../testing/crash/crash-expectations.ts";
import { cart, type Journey, journeys, refundJourneys } from "../testing/crash/crash-journeys.ts";
import { networkOf, protocols } from "../testing/crash/crash-protocols.ts";
import { crashRounds, type Round, roundsAt } from "../testing/crash/crash-rounds.ts";
import { type CrashWorld, openCrashWorld } from "../testing/crash/crash-world.ts";
import type { Victim } from "../testing/crash/victim.ts";
import { testPerson } from "../testing/test-people.ts";

let world: CrashWorld;
beforeAll(async () => {
  world = await openCrashWorld();
});
afterAll(() => world.close());

const rounds = crashRounds(inject("isThorough"));
/** Rounds that are killed per protocol when everything runs. */
const thoroughRoundsMin = 50;
/** About five seconds per round on a busy machine. */
const testMs = inject("isThorough") ? 2_400_000 : 720_000;

/** Failpoints that are no part of a purchase, with the test that stops there. */
const pointsElsewhere = {
  "transfer-to-begin": "refunds/refunds-by-transfer.test.ts",
  "failed-refund-uncommitted": "payments/refunds/failed-refunds.test.ts",
};

// covers: a process killed at any failpoint of a purchase: exactly once
test("every failpoint of a purchase is tested, and there are at least fifty", async () => {
  const source = fileURLToPath(new URL("..", import.meta.url));
  const files = (await readdir(source, { recursive: true })).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
  );
  const texts = await Promise.all(files.map((name) => readFile(`${source}/${name}`, "utf8")));
  const points = texts.flatMap((text) => [...text.matchAll(/deps\.failpoint\("([^"]+)"\)/g)].map(([, point]) => point));
  expect(new Set([...Object.keys(roundsAt), ...Object.keys(pointsElsewhere)])).toEqual(new Set(points));
  for (const [point, file] of Object.entries(pointsElsewhere))
    expect(await readFile(`${source}/${file}`, "utf8")).toContain(`"${point}"`);
  expect(rounds.length).toBeGreaterThanOrEqual(50);
  expect(new Set(rounds.map(({ journey }) => journey))).toEqual(new Set(Object.keys(journeys)));
  for (const protocol of protocols) {
    const planned = crashRounds(true).filter((round) => round.protocol === protocol);
    expect(planned.length, protocol).toBeGreaterThanOrEqual(thoroughRoundsMin);
    expect(planned.some(({ journey }) => refundJourneys.has(journey))).toBe(true);
    expect(rounds.some((round) => round.protocol === protocol)).toBe(true);
  }
});

// covers: a process killed at any failpoint of a purchase: exactly once
test(
  "whichever process is killed between two steps: one order, one capture, one invoice, one set of tickets, one e-mail",
  async () => {
    let next = await world.load(failpointOf(rounds[0]));
    for (const [index, round] of rounds.entries()) {
      const name = `round ${index} at ${round.protocol}: killed at ${nameOf(round)} of a customer who ${round.journey}, also ${round.also}, then ${round.next}`;
      const victim = await next.go();
      const following = rounds[index + 1];
      // A preloaded process waits at the database, so it is not preloaded across the database's end.
      const loading =
        following !== undefined && round.also !== "database" ? world.load(failpointOf(following)) : undefined;
      const person = await testPerson(world.deps, { network: networkOf[round.protocol] });
      const customer = new CrashCustomer(world, person, victim.url, { protocol: round.protocol });
      await liveThrough(round, customer, victim, name);
      await recover(round, customer);
      await expectExactlyOnce(world, customer, { ...round, name });
      if (following !== undefined) next = (await loading) ?? (await world.load(failpointOf(following)));
    }
    expect(await audit(world.deps, { grace: 0 })).toEqual([]);
    for (const network of Object.values(networkOf)) {
      const numbers = await invoiceNumbers(network);
      expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => index + 1));
    }
  },
  testMs,
);

/** The failpoint that a process stops at by itself. */
const failpointOf = (round: Round | undefined): string | undefined =>
  typeof round?.point === "string" ? round.point : undefined;

const nameOf = ({ point }: Round): string =>
  typeof point === "object" ? `${point.request} ${point.when} it arrives` : (point ?? "any moment");

/** Runs the journey until the process that serves it ends. */
async function liveThrough(round: Round, customer: CrashCustomer, victim: Victim, name: string): Promise<void> {
  world.sendWebhooksTo("nobody");
  const journey: Journey = journeys[round.journey];
  if (typeof round.point === "object") world.door.killAt(round.point, victim.kill);
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
  world.door.spare();
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
  if (round.next !== "does nothing") await customer.insistOnRefund(world.staff);
  // A customer who waits for the result of an unpaid order gets it once time has passed.
  const waiting = round.next === "does nothing" ? undefined : customer.acknowledge();
  await world.timePasses();
  if (round.journey.startsWith("disputes")) {
    await decideDispute(customer, round);
    await world.timePasses();
  }
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

/** The bank decides the dispute. */
async function decideDispute(customer: CrashCustomer, { next }: Round): Promise<void> {
  const found = await sql<{ reference: string }>`select reference from dispute
    where order_id = ${customer.orderId}`.execute(world.deps.db);
  const outcome = next === "comes back" || next === "does nothing" ? "won" : "lost";
  await customer.atProvider(`/payment/stripe/disputes/${found.rows[0]?.reference}/decide`, { outcome });
}

async function invoiceNumbers(network: string): Promise<number[]> {
  const found = await sql<{
    sequence: number;
  }>`select sequence from invoice where series = 'invoice'
    and network_id = ${network} order by sequence`.execute(world.deps.db);
  return found.rows.map(({ sequence }) => sequence);
}
