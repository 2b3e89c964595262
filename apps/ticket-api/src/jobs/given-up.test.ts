import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { audit } from "../audit/audit.ts";
import { daysMs, hoursMs, later, minutesMs } from "../clock.ts";
import { migrate } from "../database/migrate.ts";
import { queueEmail } from "../email/queue-email.ts";
import { databaseBefore } from "../testing/database.ts";
import { openTestShop, type Shop } from "../testing/test-purchase.ts";
import { retryJobs } from "./failed-job-store.ts";
import { readOutages } from "./outage-store.ts";
import { plan } from "./plan-job.ts";
import { planScheduledJobs } from "./scheduled-jobs.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await sql`delete from due_work`.execute(shop.api.deps.db);
  await sql`delete from outage`.execute(shop.api.deps.db);
  for (const next of ["down", "later", "refuse"]) await mailServer(next, 0);
});

const Left = z.object({ left: z.record(z.string(), z.number()) });

/** Sets the next failures of the mail server; returns those that remain. */
async function mailServer(next: string, count: number): Promise<Record<string, number>> {
  const answer = await fetch(new URL("/mailbox/behaviour", shop.sandbox.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ next, count }),
  });
  return Left.parse(await answer.json()).left;
}

const welcome = (to: string) =>
  shop.api.deps.db.transaction().execute((tx) =>
    queueEmail(tx, shop.api.deps, {
      networkId: "north",
      accountId: null,
      to,
      template: "welcome",
      language: "fr",
      values: { firstName: "Ana" },
      cause: `welcome-${to}`,
    }),
  );

async function received(to: string): Promise<number> {
  const answer = await fetch(new URL(`/mailbox/messages?to=${to}`, shop.sandbox.url));
  return z.object({ items: z.array(z.unknown()) }).parse(await answer.json()).items.length;
}

async function jobs() {
  const found = await sql<{ attempts: number; unreached: number; givenUp: boolean }>`
    select attempts, unreached, given_up_at is not null as "givenUp" from due_work order by key`.execute(
    shop.api.deps.db,
  );
  return found.rows;
}

async function hoursPass(hours: number): Promise<void> {
  for (let half = 0; half < 2 * hours; half += 1) await shop.pass(minutesMs(30));
}

// covers §9: given-up jobs and e-mails are reported, and retried by command
test("an e-mail refused twenty times is given up, and /readyz, /metrics and the audit report it; retried, it is sent", async () => {
  const { api } = shop;
  await mailServer("refuse", 20);
  await welcome("refused@example.org");
  await hoursPass(12);
  expect(await jobs()).toEqual([{ attempts: 20, unreached: 0, givenUp: true }]);
  const ready = await api.send("GET", "/readyz");
  expect(ready).toMatchObject({ http: 200, body: { jobs: { givenUp: [{ kind: "mail", count: 1 }] } } });
  const stranger = await api.send("GET", "/readyz", { headers: { "x-forwarded-for": "192.0.2.1" } });
  expect(stranger.body).toEqual({ status: "ok" });
  const metrics = await (await fetch(new URL("/metrics", api.url))).text();
  expect(metrics).toContain('guichet_work_given_up{kind="mail"} 1\n');
  expect(metrics).toContain('guichet_work_given_up{kind="refund"} 0\n');
  const [difference] = await audit(api.deps);
  expect(difference).toMatchObject({ kind: "work-given-up", remedy: expect.stringContaining("npm run jobs") });
  await api.deps.db.transaction().execute((tx) => retryJobs(tx, { kind: "mail" }, api.clock.iso()));
  await api.work.drain();
  expect([await jobs(), await received("refused@example.org")]).toEqual([[], 1]);
});

// covers §9: given-up jobs and e-mails are reported, and retried by command
test("a job planned again starts again, although it was given up before", async () => {
  const { deps, work } = shop.api;
  await mailServer("refuse", 1);
  await welcome("again@example.org");
  await work.drain();
  await sql`update due_work set given_up_at = now(), attempts = 20`.execute(deps.db);
  const messageId = "<welcome-again@example.org@north.guichet>";
  await plan(deps.db, deps, { networkId: "north", kind: "mail", key: messageId });
  await work.drain();
  expect(await received("again@example.org")).toBe(1);
});

// covers §9: provider, bank and mail server down for hours, days or weeks: everything recovers by itself
test("an unreachable mail server is retried a few times an hour, however many e-mails wait, and all are sent once it is back", async () => {
  const { api } = shop;
  for (let index = 0; index < 400; index += 1) await welcome(`crowd${index % 10}.${index}@example.org`);
  await mailServer("down", 1000);
  await hoursPass(3);
  const asked = 1000 - ((await mailServer("later", 0)).down ?? 0);
  // The mail library reopens a refused connection a few times; four hundred e-mails would mean thousands.
  expect(asked).toBeLessThan(200);
  expect(await readOutages(api.deps.db)).toMatchObject([{ party: "mail-server" }]);
  const ready = await api.send("GET", "/readyz");
  expect(ready).toMatchObject({ http: 200, body: { jobs: { givenUp: [], unreachable: [{ party: "mail-server" }] } } });
  expect(await (await fetch(new URL("/metrics", api.url))).text()).toContain(
    'guichet_party_unreachable{party="mail-server"} 1\n',
  );
  await mailServer("down", 0);
  await shop.pass(minutesMs(11));
  expect(await jobs()).toEqual([]);
  expect([await received("crowd3.3@example.org"), await received("crowd9.119@example.org")]).toEqual([1, 1]);
  expect(await readOutages(api.deps.db)).toEqual([]);
});

// covers §9: provider, bank and mail server down for hours, days or weeks: everything recovers by itself
test("an e-mail that the mail server postpones is never given up, and blocks no other", async () => {
  await mailServer("later", 1000);
  await welcome("later@example.org");
  await hoursPass(12);
  expect(await jobs()).toMatchObject([{ attempts: 0, givenUp: false }]);
  expect(await readOutages(shop.api.deps.db)).toEqual([]);
  await mailServer("later", 0);
  await welcome("sooner@example.org");
  await shop.api.work.drain();
  expect(await received("sooner@example.org")).toBe(1);
  await shop.pass(minutesMs(11));
  expect(await received("later@example.org")).toBe(1);
});

// covers §9: provider, bank and mail server down for hours, days or weeks: everything recovers by itself
test("while the bank is unreachable, jobs that need the payment provider continue", async () => {
  const { api } = shop;
  const { deps } = api;
  await shop.cutBank(true);
  await plan(deps.db, deps, { networkId: null, kind: "bank-sweep", key: "bank-sweep" });
  await plan(deps.db, deps, { networkId: null, kind: "provider-sweep", key: "provider-sweep" });
  await api.work.drain();
  expect(await readOutages(deps.db)).toMatchObject([{ party: "bank" }]);
  const next = await sql<{ kind: string; due: string }>`select kind, due_at as due from due_work order by kind`.execute(
    deps.db,
  );
  expect(Date.parse(next.rows[1]?.due ?? "") - deps.clock.now().getTime()).toBeGreaterThan(minutesMs(20));
  await shop.cutBank(false);
  await shop.pass(minutesMs(1));
  expect(await readOutages(deps.db)).toEqual([]);
});

// covers §9: provider, bank and mail server down for hours, days or weeks: everything recovers by itself
test("an e-mail whose code has expired when the mail server is back is not sent, and its code is deleted; a new one is sent", async () => {
  const { api } = shop;
  const send = (cause: string) =>
    api.deps.db.transaction().execute((tx) =>
      queueEmail(tx, api.deps, {
        networkId: "north",
        accountId: null,
        to: "slow@example.org",
        template: "reset-password",
        language: "fr",
        values: { code: "S3cret", minutes: 60 },
        cause,
      }),
    );
  await mailServer("down", 1000);
  await send("reset-1");
  await shop.pass(hoursMs(2));
  await mailServer("down", 0);
  await send("reset-2");
  await shop.pass(minutesMs(11));
  expect(await received("slow@example.org")).toBe(1);
  const [old] = (
    await sql<{ contents: unknown; sent: string | null }>`select contents, sent_at as sent from mail
      where message_id = '<reset-1@north.guichet>'`.execute(api.deps.db)
  ).rows;
  expect(old).toEqual({ contents: {}, sent: null });
});

// covers §9: recurring jobs are never given up, and an upgrade restarts those that were
test("a recurring job is never given up, and restarts at the start if an older version gave it up", async () => {
  const { deps, work } = shop.api;
  await planScheduledJobs(deps);
  await sql`update due_work set given_up_at = ${later(deps.clock.now(), -daysMs(3)).toISOString()}, attempts = 20`.execute(
    deps.db,
  );
  await planScheduledJobs(deps);
  expect((await jobs()).filter(({ givenUp }) => givenUp)).toEqual([]);
  await sql`update due_work set payload = '{"cursors":"nonsense"}', due_at = ${deps.clock.iso()}, attempts = 100
    where kind = 'provider-sweep'`.execute(deps.db);
  await work.drain();
  expect(await jobs()).toContainEqual({ attempts: 101, unreached: 0, givenUp: false });
});

// covers §9: recurring jobs are never given up, and an upgrade restarts those that were
test("an upgraded installation restarts the jobs that it had given up", async () => {
  const { pool, drop } = await databaseBefore("0030");
  try {
    const row = "gen_random_uuid(), kind, kind, now() - interval '3 days', 20, now() - interval '2 days', now()";
    await pool.query(`insert into due_work (id, kind, key, due_at, attempts, given_up_at, created_at)
      select ${row} from unnest(array['provider-sweep', 'refund', 'mail', 'identity-cleaning']) as kind`);
    expect(await migrate(pool)).toContain("0030-outages.sql");
    const { rows } = await pool.query("select kind, attempts, given_up_at from due_work order by kind");
    expect(rows).toEqual(
      ["mail", "provider-sweep", "refund"].map((kind) => ({ kind, attempts: 0, given_up_at: null })),
    );
  } finally {
    await drop();
  }
});
