import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { LedgerEntry } from "@guichet/contract/integrations/sandbox-payment-controls.ts";
import { demoStripeKeys, stripeApiVersion } from "@guichet/contract/integrations/stripe.ts";
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
  const answered = new Map<string, Said>();
  for (let round = 0; round < rounds; round += 1) {
    const { child, url } = await start();
    const exit = once(child, "exit");
    let left = answersBeforeKill + 7 * round;
    const keep: Keep = (id, said) => {
      answered.set(id, said);
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
    const now = await read(url, id);
    expect(now.captured).toBeGreaterThanOrEqual(before.captured);
    expect(now.refunded).toBeGreaterThanOrEqual(before.refunded);
    const of = (kind: string) => lines.get(id)?.filter((entry) => entry.kind === kind).length ?? 0;
    expect([of("session"), of("capture"), of("refund")]).toEqual([
      1,
      now.captured > 0 ? 1 : 0,
      now.refunded > 0 ? 1 : 0,
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

async function buyUntilKilled(url: string, keep: Keep): Promise<void> {
  try {
    for (;;) await buy(url, keep);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
  }
}

/** What an answer said about a page, in minor units. */
interface Said {
  captured: number;
  refunded: number;
}
type Keep = (id: string, said: Said) => void;

async function buy(url: string, keep: Keep): Promise<void> {
  const { id } = await call(url, "POST", "/v1/checkout/sessions", {
    mode: "payment",
    "line_items[0][quantity]": "1",
    "line_items[0][price_data][currency]": "eur",
    "line_items[0][price_data][unit_amount]": "170",
    "line_items[0][price_data][product_data][name]": "Réseau",
    success_url: "http://localhost:3000/cart",
  });
  keep(id, { captured: 0, refunded: 0 });
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ card: "4970100000000014" });
  const paid = await fetch(`${url}/payment/sessions/${id}/pay`, { method: "POST", headers, body });
  const captured = (await paid.json()).captured.amount;
  keep(id, { captured, refunded: 0 });
  // The stand-in names both by the same random part.
  const refund = await call(url, "POST", "/v1/refunds", { payment_intent: id.replace("cs_test", "pi") });
  keep(id, { captured, refunded: refund.amount });
}

/** What is true about a page now. */
async function read(url: string, id: string): Promise<Said> {
  const { payment_intent: payment } = await call(
    url,
    "GET",
    `/v1/checkout/sessions/${id}?expand[0]=payment_intent.latest_charge`,
  );
  return { captured: payment?.amount_received ?? 0, refunded: payment?.latest_charge?.amount_refunded ?? 0 };
}

/** Returns the response; a failure of fetch itself (a TypeError) means that the server has gone. */
async function call(url: string, method: string, path: string, form?: Record<string, string>) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${demoStripeKeys.apiKey}`, "stripe-version": stripeApiVersion },
    ...(form && { body: new URLSearchParams(form) }),
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
