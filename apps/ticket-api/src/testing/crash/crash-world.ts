import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoLyraVariables } from "@guichet/contract/integrations/lyra.ts";
import { openPostgres } from "@guichet/postgres/open-postgres.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { sql } from "kysely";
import { pino } from "pino";
import { readConfig } from "../../config.ts";
import { createApp } from "../../create-app.ts";
import type { Dependencies } from "../../dependencies.ts";
import { saveClient } from "../../http/client-store.ts";
import { recordInstallation } from "../../installation/installation-store.ts";
import { plan } from "../../jobs/plan-job.ts";
import { planScheduledJobs } from "../../jobs/scheduled-jobs.ts";
import { savePack } from "../../networks/store.ts";
import { addRoutes } from "../../routes.ts";
import { createServer } from "../../server.ts";
import { type SandboxProcess, startSandboxProcess } from "../providers/sandbox-process.ts";
import { openWebhookProxy } from "../providers/webhook-proxy.ts";
import { counterClient, officeClient, shopClient } from "../test-api.ts";
import { debitNetwork } from "../test-debits.ts";
import { testArticle, testPack } from "../test-pack.ts";
import { bundleProgram } from "./bundled-program.ts";
import { networkOf } from "./crash-protocols.ts";
import { type CrashStaff, openCrashStaff } from "./crash-staff.ts";
import { openProviderDoor, type ProviderDoor } from "./provider-door.ts";
import { freePort, loadVictim, startVictim, ticketApiProgram, type Victim } from "./victim.ts";

/**
 * An installation whose processes are killed: PostgreSQL (durable, its own), the sandbox, and Ticket APIs that die at a failpoint. One
 * Ticket API survives in this process; it responds and runs jobs only on demand.
 */
export interface CrashWorld {
  deps: Dependencies;
  survivor: string;
  /** Sets where the provider's webhooks go. */
  sendWebhooksTo(url: string | "nobody"): void;
  load(stopAt: string | undefined): ReturnType<typeof loadVictim>;
  /** The way of the processes that are killed to the payment provider. */
  door: ProviderDoor;
  staff: CrashStaff;
  /** Starts several Ticket APIs without a failpoint at the same time. */
  start(count: number): Promise<Victim[]>;
  sandbox(): SandboxProcess;
  killSandbox(): Promise<void>;
  killDatabase(): Promise<void>;
  /** Makes every job due now. */
  makeJobsDue(): Promise<void>;
  /** Expires the leases of dead holders, makes every job due, and runs it here. */
  timePasses(): Promise<void>;
  /** Moves the due date of this account's second installments into the past. */
  makeInstallmentsDue(accountId: string, daysAgo: number): Promise<void>;
  /** Moves the date of this account's debits to today. */
  makeDebitsDue(accountId: string): Promise<void>;
  /** Once this process has handed over this account's debits, the bank takes and answers them, and the answer is due to be read. */
  bankAnswers(accountId: string, victim: Victim): Promise<void>;
  /** Waits until no installment of this account can be returned unpaid any more. */
  untilUnpaid(accountId: string): Promise<void>;
  /** Expires this account's unpaid orders. */
  expire(accountId: string): Promise<void>;
  /**
   * Expires the leases of processes as two seconds after their end, those of e-mails as after a minute, and those of sessions at Lyra as minutes
   * later. None may be alive.
   */
  leasesRunOut(): Promise<void>;
  close(): Promise<void>;
}

export async function openCrashWorld(): Promise<CrashWorld> {
  const folder = await mkdtemp(join(tmpdir(), "guichet-crash-"));
  // Durable, as in production: the tests' own PostgreSQL loses committed data when it is killed.
  const database = await openPostgres({ dataDir: join(folder, "database"), role: "server" });
  const door = await openWebhookProxy();
  const ofSandbox = {
    API_PUBLIC_URL: door.url,
    SANDBOX_PORT: String(await freePort()),
    SANDBOX_SMTP_PORT: String(await freePort()),
    BANK_FILES_FOLDER: join(folder, "bank"),
  };
  let sandbox = await startSandboxProcess(folder, ofSandbox);
  const environment = {
    API_PUBLIC_URL: door.url,
    SANDBOX_URL: sandbox.url,
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    DATABASE_POOL: "4",
    BANK_CHANNEL: "folder",
    BANK_FILES_FOLDER: ofSandbox.BANK_FILES_FOLDER,
    ...demoLyraVariables(sandbox.url),
  };
  const config = readConfig({ ...environment, DATABASE_URL: database.url, LOG_LEVEL: "silent" });
  const { deps, work, clock, close } = await createApp(config, pino({ level: "silent" }));
  for (const pack of crashPacks()) await deps.db.transaction().execute((tx) => savePack(tx, pack, deps.clock.iso()));
  await recordInstallation(deps.db, "demo");
  const networks = Object.values(networkOf);
  await saveClient(deps.db, { ...shopClient, rights: [], replayProtection: false, networks });
  await saveClient(deps.db, { ...counterClient, rights: ["counter"], replayProtection: false, networks });
  await saveClient(deps.db, { ...officeClient, rights: ["office"], replayProtection: false, networks });
  await planScheduledJobs(deps);
  const server = await createServer(deps, (app) => addRoutes(app, deps, clock));
  const survivor = await server.listen({ host: "127.0.0.1", port: 0 });

  // Victims are killed before they can cache compiled code, so each start would read 1,600 files again.
  const program = join(folder, "ticket-api.mjs");
  await bundleProgram(ticketApiProgram, program);
  const providerDoor = await openProviderDoor(() => sandbox.url);
  const ofVictims = {
    ...environment,
    LOG_LEVEL: "fatal",
    STRIPE_URL: providerDoor.url,
    ...demoLyraVariables(providerDoor.url),
  };
  const staff = await openCrashStaff(deps, survivor);

  const leasesRunOut = async () => {
    await sql`delete from heartbeat`.execute(deps.db);
    await sql`update due_work set leased_until = null`.execute(deps.db);
    await sql`update provider_session set busy_until = null`.execute(deps.db);
    await sql`update provider_refund set sent_at = sent_at - interval '5 minutes' where done_at is null`.execute(
      deps.db,
    );
  };
  const makeJobsDue = async () => {
    await sql`update due_work set due_at = ${deps.clock.iso()} where given_up_at is null`.execute(deps.db);
  };
  return {
    deps,
    survivor,
    sendWebhooksTo: door.sendWebhooksTo,
    door: providerDoor,
    staff,
    load: (stopAt) =>
      loadVictim(database.url, { ...ofVictims, ...(stopAt === undefined ? {} : { GUICHET_STOP_AT: stopAt }) }, program),
    start: (count) => Promise.all(Array.from({ length: count }, () => startVictim(database.url, ofVictims, program))),
    sandbox: () => sandbox,
    killSandbox: async () => {
      await sandbox.kill();
      sandbox = await startSandboxProcess(folder, ofSandbox);
    },
    killDatabase: async () => {
      const killed = await postmasterIn(folder);
      process.kill(Number(killed), "SIGKILL");
      await untilItAnswers(deps, async () => {
        const now = await postmasterIn(folder);
        return now !== undefined && now !== killed;
      });
    },
    makeJobsDue,
    timePasses: async () => {
      await leasesRunOut();
      await makeJobsDue();
      await work.drain();
    },
    expire: async (accountId) => {
      await sql`update orders set expires_at = ${deps.clock.iso()} where account_id = ${accountId}
        and status in ('PENDING', 'PROCESSING', 'ERROR')`.execute(deps.db);
    },
    makeInstallmentsDue: async (accountId, daysAgo) => {
      await sql`update installment set collected_on = current_date - ${daysAgo}::integer where position = 2
        and order_id in (select id from orders where account_id = ${accountId})`.execute(deps.db);
    },
    makeDebitsDue: async (accountId) => {
      const collectOn = dayIn(deps.clock.iso(), "Europe/Paris");
      await sql`update installment set collected_on = ${collectOn}
        where order_id in (select id from orders where account_id = ${accountId})`.execute(deps.db);
      const payload = { networkId: "north", collectOn };
      await plan(deps.db, deps, { networkId: "north", kind: "debit-file", key: `north:${collectOn}`, payload });
    },
    bankAnswers: async (accountId, victim) => {
      const deadline = Date.now() + 20_000;
      while (Date.now() < deadline && !victim.ended()) {
        const found = await sql`select 1 from payment p join orders o on o.id = p.order_id
          join debit_file f on f.id = p.debit_file_id
          where o.account_id = ${accountId} and f.submitted_at is not null`.execute(deps.db);
        if (found.rows.length > 0) break;
        await new Promise((wait) => setTimeout(wait, 50));
      }
      await fetch(new URL("/bank/files", sandbox.url));
      await makeJobsDue();
    },
    untilUnpaid: async (accountId) => {
      const deadline = Date.now() + 20_000;
      while (Date.now() < deadline) {
        const found =
          await sql`select 1 from orders where account_id = ${accountId} and status = 'REGULARIZATION'`.execute(
            deps.db,
          );
        if (found.rows.length > 0) return;
        await new Promise((wait) => setTimeout(wait, 50));
      }
    },
    leasesRunOut,
    close: async () => {
      await server.close();
      await close();
      await door.close();
      await providerDoor.close();
      await sandbox.stop();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A network for each protocol; only the one of Stripe also debits accounts and has articles for that. */
function crashPacks() {
  const single = testArticle({
    ...{ id: "single", price: 150, refund: { basis: "unused" as const } },
    paymentOptions: [{ paymentMethods: ["CARD", "CASH"] }],
  });
  const inInstallments = { paymentMethods: ["CARD" as const], installments: 3, period: "P1M" as const };
  const yearly = testArticle({ id: "yearly", price: 150, paymentOptions: [inInstallments] });
  const byDebit = { paymentMethods: ["TRANSFER" as const] };
  const debited = testArticle({ id: "debited", price: 150, paymentOptions: [byDebit] });
  const free = testArticle({ id: "free", price: 0, supports: ["DEMATERIALIZED", "MEDIA"] });
  const trips = testArticle({ id: "trips", price: 0, trips: 10 });
  const network = { ...debitNetwork, paymentMethods: ["CARD", "CASH", "TRANSFER"] };
  const vouchers = [{ code: "MINUS50", type: "AMOUNT", amount: 50 }];
  return [
    testPack({ id: networkOf.stripe, articles: [single, debited, free, trips, yearly], vouchers, network }),
    testPack({
      ...{ id: networkOf.lyra, articles: [single, yearly], vouchers },
      network: { payment: { provider: "lyra" }, paymentMethods: ["CARD", "CASH"] },
    }),
  ];
}

/** A killed PostgreSQL restarts by itself; earlier connections turn out to be broken one by one. */
async function untilItAnswers(deps: Dependencies, isAnother: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (let inARow = 0; inARow < deps.config.databasePool; ) {
    // The remains of the old one may respond for a moment.
    const answered =
      (await isAnother()) &&
      (await sql`select 1`.execute(deps.db).then(
        () => true,
        () => false,
      ));
    inARow = answered ? inARow + 1 : 0;
    if (!answered && Date.now() > deadline) throw new Error("PostgreSQL did not come back");
    if (!answered) await new Promise((wait) => setTimeout(wait, 50));
  }
}

/** The process id of PostgreSQL once it is ready; undefined while it starts. */
async function postmasterIn(folder: string): Promise<string | undefined> {
  const file = join(folder, "database", "postgres", "postmaster.pid");
  const lines = (await readFile(file, "utf8").catch(() => "")).split("\n");
  return lines[7]?.trim() === "ready" ? lines[0] : undefined;
}
