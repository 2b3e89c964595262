import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { z } from "zod";
import { minutesMs } from "../../clock.ts";
import { writeOffset } from "../../jobs/clock-store.ts";
import { planScheduledJobs } from "../../jobs/scheduled-jobs.ts";
import { freePort, loadVictim } from "../crash/victim.ts";
import { openTestApi, type TestApi } from "../test-api.ts";
import { debitNetwork } from "../test-debits.ts";
import { testArticle, testPack } from "../test-pack.ts";
import { openBankFolder } from "../test-purchase.ts";
import { type SandboxProcess, startSandboxProcess } from "./sandbox-process.ts";
import { sendWebhooksTo } from "./test-sandbox.ts";

const Mailbox = z.object({ items: z.array(z.object({ subject: z.string(), messageId: z.string() })) });
const Paid = z.object({ state: z.string() });

/** An installation whose payment provider, bank and mail server fail together, and whose processes are killed meanwhile. */
export interface OutageWorld {
  api: TestApi;
  /** Makes all outside parties refuse connections. */
  partiesLeave(): Promise<void>;
  partiesReturn(): Promise<void>;
  /** Moves the installation's clock; due jobs run at their instants. */
  advance(duration: string): Promise<void>;
  /** Starts another process that leases due jobs and is killed. */
  processDies(): Promise<void>;
  /** Pays on the provider's page, without a webhook. */
  payUnheard(paymentUrl: string | undefined): Promise<string>;
  /** Sets the next failure of the sandbox. */
  behave(party: "payment" | "mailbox", next: string, count?: number): Promise<void>;
  mailbox(address: string): Promise<string[]>;
  close(): Promise<void>;
}

export async function openOutageWorld(): Promise<OutageWorld> {
  const folder = await mkdtemp(join(tmpdir(), "guichet-outage-"));
  const ports = { SANDBOX_PORT: String(await freePort()), SANDBOX_SMTP_PORT: String(await freePort()) };
  const bank = await openBankFolder();
  const ofSandbox = { ...ports, BANK_FILES_FOLDER: bank.folder };
  let sandbox: SandboxProcess = await startSandboxProcess(folder, ofSandbox);
  const environment = {
    SANDBOX_URL: sandbox.url,
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    BANK_CHANNEL: "folder",
    BANK_FILES_FOLDER: bank.link,
  };
  const articles = [
    testArticle({ id: "single", price: 150, paymentOptions: [{ paymentMethods: ["CARD", "TRANSFER"] }] }),
  ];
  const vouchers = [{ code: "MINUS50", type: "AMOUNT", amount: 50 }];
  const api = await openTestApi({ packs: [testPack({ articles, vouchers, network: debitNetwork })], environment });
  const { deps, clock } = api;
  deps.config.publicUrl = api.url;
  await sendWebhooksTo(api.url, sandbox);
  await planScheduledJobs(deps);

  const send = async (path: string, body: unknown) => {
    const response = await fetch(new URL(path, sandbox.url), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const tellTime = async () => {
    await writeOffset(deps.db, clock.offsetMs());
    await send("/clock", { offsetMs: clock.offsetMs() });
  };
  await tellTime();

  return {
    api,
    partiesLeave: async () => {
      await sandbox.kill();
      await bank.cut(true);
    },
    partiesReturn: async () => {
      await bank.cut(false);
      sandbox = await startSandboxProcess(folder, ofSandbox);
      await tellTime();
    },
    advance: async (duration) => {
      const moved = await api.send("POST", "/demo/clock", { body: { advance: duration } });
      if (moved.http !== 200) throw new Error(`/demo/clock: ${moved.http} ${JSON.stringify(moved.body)}`);
      await sql`update user_session set expires_at = '2099-01-01', signed_in_at = '2099-01-01'`.execute(deps.db);
    },
    processDies: async () => {
      // Beyond the longest pause between two attempts, so that jobs are due.
      clock.setOffset(clock.offsetMs() + minutesMs(31));
      await writeOffset(deps.db, clock.offsetMs());
      const loaded = await loadVictim(deps.config.databaseUrl, {
        ...environment,
        API_PUBLIC_URL: api.url,
        DATABASE_POOL: "4",
        LOG_LEVEL: "fatal",
        GUICHET_STOP_AT: "job-leased",
      });
      const victim = await loaded.go();
      const signal = await victim.endsWithin(20_000);
      if (signal !== "SIGKILL") throw new Error(`the process should have been killed, but ended with ${signal}`);
      await sql`update due_work set leased_until = null`.execute(deps.db);
    },
    payUnheard: async (paymentUrl) => {
      await send("/payment/behaviour", { next: "lost", count: 1 });
      const session = new URL(paymentUrl ?? "").pathname.split("/").at(-1);
      const answered = await send(`/payment/sessions/${session}/pay`, { card: "4970 1000 0000 0014" });
      return Paid.parse(answered).state;
    },
    behave: async (party, next, count = 1) => {
      await send(`/${party}/behaviour`, { next, count });
    },
    mailbox: async (address) => {
      const answer = await fetch(new URL(`/mailbox/messages?to=${encodeURIComponent(address)}`, sandbox.url));
      return Mailbox.parse(await answer.json()).items.map(({ subject }) => subject);
    },
    close: async () => {
      await api.close();
      await sandbox.stop();
      await bank.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
