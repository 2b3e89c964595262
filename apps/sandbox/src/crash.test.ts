import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { demoPaymentKeys, type LedgerEntry, type Session } from "@guichet/contract/integrations/sandbox-payment.ts";
import { afterAll, beforeAll, expect, test } from "vitest";

const main = fileURLToPath(new URL("./main.ts", import.meta.url));
const rounds = 6;
const customers = 8;
const answersBeforeKill = 30;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sandbox-crash-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("responses before a kill at any moment are still true after it, and the ledger agrees with the sessions", async () => {
  const answered = new Map<string, Session>();
  for (let round = 0; round < rounds; round += 1) {
    const { child, url } = await start();
    const exit = once(child, "exit");
    let left = answersBeforeKill + 7 * round;
    const keep = (session: Session) => {
      answered.set(session.id, session);
      left -= 1;
      // The other requests are in progress at that moment.
      if (left === 0) child.kill("SIGKILL");
    };
    await Promise.all(Array.from({ length: customers }, () => buyUntilKilled(url, keep)));
    await exit;
  }

  const { child, url } = await start();
  const { items }: { items: LedgerEntry[] } = await call(url, "GET", "/payment/ledger");
  const lines = Map.groupBy(items, (entry) => entry.session);
  for (const [id, before] of answered) {
    const now: Session = await call(url, "GET", `/payment/v1/sessions/${id}`);
    expect(now.captured.amount).toBeGreaterThanOrEqual(before.captured.amount);
    expect(now.refunded.amount).toBeGreaterThanOrEqual(before.refunded.amount);
    const of = (kind: string) => lines.get(id)?.filter((entry) => entry.kind === kind).length ?? 0;
    expect([of("session"), of("capture"), of("refund")]).toEqual([
      1,
      now.state === "captured" ? 1 : 0,
      now.refunds.length,
    ]);
  }
  child.kill("SIGTERM");
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
});

test("a second sandbox on the same folder is refused in one clear line", async () => {
  const { child } = await start();
  const second = fork(main, { env: environment(), execArgv: [], silent: true });
  const said: Buffer[] = [];
  second.stderr?.on("data", (chunk: Buffer) => said.push(chunk));
  const [code] = await once(second, "close");
  expect(code).toBe(1);
  expect(Buffer.concat(said).toString()).toMatch(/^The sandbox's folder is in use by process \d+: .*\n$/);
  child.kill("SIGTERM");
  await once(child, "exit");
});

test("a child process exits when its parent disconnects", async () => {
  const { child } = await start();
  child.disconnect();
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
});

async function buyUntilKilled(url: string, keep: (session: Session) => void): Promise<void> {
  try {
    for (;;) await buy(url, keep);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
  }
}

async function buy(url: string, keep: (session: Session) => void): Promise<void> {
  const opened: Session = await call(url, "POST", "/payment/v1/sessions", {
    reference: randomUUID(),
    orderId: randomUUID(),
    merchant: "Réseau",
    amount: { amount: 170, currency: "EUR" },
    locale: "fr",
    returnUrl: "http://localhost:3000/cart",
    notifyUrl: "http://127.0.0.1:9/nobody",
    expiresAt: new Date(Date.now() + 1_500_000).toISOString(),
  });
  keep(opened);
  const { id, amount } = opened;
  keep(await call(url, "POST", `/payment/sessions/${id}/pay`, { card: "4970100000000014" }));
  const refunded = await call(url, "POST", `/payment/v1/sessions/${id}/refunds`, { key: "all", amount });
  keep(refunded.session);
}

/** Returns the response; a failure of fetch itself (a TypeError) means that the server has gone. */
async function call(url: string, method: string, path: string, body?: object) {
  const authorization = `Bearer ${demoPaymentKeys.apiKey}`;
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: HTTP ${response.status}`);
  return response.json();
}

async function start() {
  const child = fork(main, { env: environment(), execArgv: [] });
  const [message] = await once(child, "message", { signal: AbortSignal.timeout(20_000) });
  const url: string = message.ready.url;
  return { child, url };
}

function environment(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return {
    ...{ PATH, NODE_COMPILE_CACHE, DATA_DIR: folder, LOG_LEVEL: "error" },
    ...{ SANDBOX_PORT: "0", SANDBOX_SMTP_PORT: "0" },
  };
}
