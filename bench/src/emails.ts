import { setTimeout as wait } from "node:timers/promises";
import { queueEmail } from "../../apps/ticket-api/src/email/queue-email.ts";
import { randomIds } from "../../apps/ticket-api/src/ids.ts";
import { countJobs } from "../../apps/ticket-api/src/jobs/failed-job-store.ts";
import { call, customers, purchase } from "./customers.ts";
import type { Installation } from "./installation.ts";
import { percentile } from "./load.ts";
import { type Figure, reached } from "./table.ts";

const emailCount = 3_000;
const loadSeconds = 15;
const concurrency = 8;
const urgentCount = 10;
const pollMs = 50;
const arriveWithinMs = 60_000;
const drainWithinMs = 120_000;

/** Measures the rate of e-mails after a rush, and the delay of urgent e-mails while customers buy and others are queued. */
export async function emailFigures(installation: Installation): Promise<Figure[]> {
  const people = await customers(installation, concurrency);
  const orderIds: string[] = [];
  const deadline = performance.now() + loadSeconds * 1_000;
  const buying = people.map(async (person) => {
    while (performance.now() < deadline) orderIds.push((await purchase(installation, person, "ticket-1h")).orderId);
  });
  await wait(3_000);
  await queueConfirmations(installation, orderIds);
  const waits = await urgentWaits(installation);
  await Promise.all(buying);
  await untilSent(installation);
  await queueConfirmations(installation, orderIds);
  const startedAt = performance.now();
  await untilSent(installation);
  const perSecond = (emailCount * 1_000) / (performance.now() - startedAt);
  const longest = Math.max(...waits);
  return [
    {
      what: `${emailCount} confirmations after a rush`,
      value: `${perSecond.toFixed(0)}/s`,
      comparison: "",
      bar: reached("at least 100/s", perSecond >= 100),
    },
    {
      what: `an e-mail somebody waits for, ${concurrency} customers buying, ${emailCount} others in line`,
      value: `p50 ${percentile(waits, 0.5).toFixed(0)} ms, longest ${longest.toFixed(0)} ms`,
      comparison: "",
      bar: reached("under 2 s", longest < 2_000),
    },
  ];
}

/** Queues the e-mails of many orders at once, with each order's own text. */
async function queueConfirmations({ connection }: Installation, orderIds: readonly string[]): Promise<void> {
  const planning = {
    clock: { now: () => new Date(), iso: () => new Date().toISOString() },
    ids: randomIds(Date.now),
  };
  const total = { amount: 170, currency: "EUR" };
  await connection.db.transaction().execute(async (tx) => {
    for (let place = 0; place < emailCount; place += 1) {
      const values = {
        orderId: orderIds[place % orderIds.length] ?? "",
        orderNumber: `2026-${place}`,
        invoiceNumber: `F-2026-${place}`,
        total,
        guest: false,
        invoiceAttached: false,
        shippedOrHanded: false,
        collect: null,
        lines: [{ name: "Ticket 1 h", quantity: 1, total, traveller: "Amal Haddad" }],
        tickets: [],
      };
      const cause = `bench-${planning.ids.uuid()}`;
      const to = `${place}@bench.example`;
      const email = {
        networkId: "demo",
        accountId: null,
        to,
        template: "order-confirmation",
        language: "fr",
      } as const;
      await queueEmail(tx, planning, { ...email, values, cause });
    }
  });
}

/** Requests password resets one after the other; returns how long each takes to reach the mailbox. */
async function urgentWaits(installation: Installation): Promise<number[]> {
  const waits: number[] = [];
  for (const { email } of await customers(installation, urgentCount)) {
    const startedAt = performance.now();
    await call(installation.apiUrl, "/Account/resetPassword", { networkId: "demo", email });
    while (!(await hasArrived(installation, email))) {
      if (performance.now() - startedAt > arriveWithinMs) throw new Error("urgent e-mail did not arrive");
      await wait(pollMs);
    }
    waits.push(performance.now() - startedAt);
  }
  return waits;
}

async function hasArrived({ sandboxUrl }: Installation, to: string): Promise<boolean> {
  const answer = await fetch(`${sandboxUrl}/mailbox/messages?to=${encodeURIComponent(to)}`);
  return ((await answer.json()) as { items: unknown[] }).items.length > 0;
}

async function untilSent({ connection }: Installation): Promise<void> {
  const deadline = performance.now() + drainWithinMs;
  while ((await countJobs(connection.db)).some(({ kind, waiting }) => kind === "mail" && waiting > 0)) {
    if (performance.now() > deadline) throw new Error("e-mails not sent in time");
    await wait(pollMs);
  }
}
