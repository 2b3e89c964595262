import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { demoStripeKeys } from "@guichet/contract/integrations/stripe.ts";
import { expect, test } from "vitest";

const main = fileURLToPath(new URL("./main.ts", import.meta.url));

test("the log contains the requests as JSON lines, without cards, e-mails and keys", async () => {
  const folder = await mkdtemp(join(tmpdir(), "sandbox-logs-"));
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: folder,
    SANDBOX_PORT: "0",
    SANDBOX_SMTP_PORT: "0",
    LOG_LEVEL: "info",
  };
  const child = fork(main, { env, execArgv: [], silent: true });
  const chunks: Buffer[] = [];
  child.stdout?.on("data", (chunk: Buffer) => chunks.push(chunk));
  const [message] = await once(child, "message");
  const url: string = message.ready.url;
  const headers = { authorization: `Bearer ${demoStripeKeys.apiKey}`, "content-type": "application/json" };
  const body = JSON.stringify({ card: "4970100000000014" });
  await fetch(`${url}/payment/sessions/ps_1/pay`, { method: "POST", headers, body });
  await fetch(`${url}/payment/sessions/ps_1/pay`, { method: "POST", headers, body: "{ 4970100000000014" });
  await fetch(`${url}/mailbox/messages?to=somebody@demo.example`, { headers });
  await fetch(`${url}/nothing/here?to=somebody@demo.example`, { headers });
  await fetch(`${url}/v1/checkout/sessions/cs_test_1`, { headers });
  child.kill("SIGTERM");
  await once(child, "close");
  await rm(folder, { recursive: true, force: true });

  const log = Buffer.concat(chunks).toString();
  const lines = log
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.some((line) => line.reqId && line.req?.route === "/payment/sessions/:id/pay")).toBe(true);
  expect(log).not.toMatch(/49701000|somebody|sk_test_/);
});
