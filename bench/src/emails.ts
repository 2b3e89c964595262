import { setTimeout as wait } from "node:timers/promises";
import { queueEmail } from "../../apps/ticket-api/src/email/queue-email.ts";
import { randomIds } from "../../apps/ticket-api/src/ids.ts";
import { countJobs } from "../../apps/ticket-api/src/jobs/failed-job-store.ts";
import { ask, customers, purchase } from "./customers.ts";
import type { Installation } from "./installation.ts";
import { percentile } from "./load.ts";
import { type Figure, reached } from "./table.ts";

const emailCount = 3_000;
const loadSeconds = 15;
const atOnce = 8;
const urgentCount = 10;
const lookMs = 50;
const arriveWithinMs = 60_000;
const drainWithinMs = 120_000;

/** How fast the e-mails after a rush leave, and how long one waits that a person waits for while customers buy and they stand in line. */
export async function emailFigures(installation: Installation): Promise<Figure[]> {
  const people = await customers(installation, atOnce);
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
  const begun = performance.now();
  await untilSent(installation);
  const perSecond = (emailCount * 1_000) / (performance.now() - begun);
  const longest = Math.max(...waits);
  return [
    {
      what: `${emailCount} confirmations after a rush`,
      value: `${perSecond.toFixed(0)}/s`,
      workerPool: "",
      bar: reached("at least 100/s", perSecond >= 100),
    },
    {
      what: `an e-mail somebody waits for, ${atOnce} customers buying, ${emailCount} others in line`,
      value: `p50 ${percentile(waits, 0.5).toFixed(0)} ms, longest ${longest.toFixed(0)} ms`,
      workerPool: "",
      bar: reached("under 2 s", longest < 2_000),
    },
  ];
}

/** The e-mails of many orders at once; each order's own text stands for all of them. */
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
      const letter = {
        networkId: "demo",
        accountId: null,
        to,
        template: "order-confirmation",
        language: "fr",
      } as const;
      await queueEmail(tx, planning, { ...letter, values, cause });
    }
  });
}

/** People ask for a link to a new password, one after the other; how long until each is in the mailbox. */
async function urgentWaits(installation: Installation): Promise<number[]> {
  const waits: number[] = [];
  for (const { email } of await customers(installation, urgentCount)) {
    const begun = performance.now();
    await ask(installation.apiUrl, "/Account/resetPassword", { networkId: "demo", email });
    while (!(await hasArrived(installation, email))) {
      if (performance.now() - begun > arriveWithinMs) throw new Error("an urgent e-mail did not arrive");
      await wait(lookMs);
    }
    waits.push(performance.now() - begun);
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
    if (performance.now() > deadline) throw new Error("the e-mails were not sent in time");
    await wait(lookMs);
  }
}
