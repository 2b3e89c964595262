import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type BehaviourKind,
  demoPaymentKeys,
  type LedgerEntry,
  type Session,
} from "@guichet/contract/integrations/sandbox-payment.ts";
import { createSandbox, type Sandbox, type SandboxSettings } from "../sandbox.ts";

export interface Heard {
  headers: IncomingHttpHeaders;
  body: string;
  atMs: number;
}

/** A sandbox on free ports, with a merchant that receives its notifications. */
export interface OpenSandbox {
  url: string;
  smtpPort: number;
  folder: string;
  heard: Heard[];
  /** Address of the merchant, without a path. */
  merchantUrl: string;
  /** The merchant's next response statuses; then 204. */
  merchantAnswers: number[];
  call(method: string, path: string, body?: object): Promise<Response>;
  /** Sends a GET with this access token. */
  bear(path: string, token: string): Promise<Response>;
  open(change?: object): Promise<Session>;
  pay(session: string, card: string): Promise<Session>;
  behave(next: BehaviourKind, count?: number): Promise<void>;
  ledger(orderId: string): Promise<LedgerEntry[]>;
  /** Stops the sandbox gracefully and restarts it on the same folder. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function openSandbox(settings: Partial<SandboxSettings> = {}): Promise<OpenSandbox> {
  const folder = await mkdtemp(join(tmpdir(), "sandbox-"));
  const heard: Heard[] = [];
  const merchantAnswers: number[] = [];
  const merchant = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    heard.push({ headers: request.headers, body: Buffer.concat(chunks).toString(), atMs: performance.now() });
    response.writeHead(merchantAnswers.shift() ?? 204).end();
  });
  merchant.listen(0, "127.0.0.1");
  await once(merchant, "listening");
  const address = merchant.address();
  const merchantUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  const notifyUrl = `${merchantUrl}/hear`;

  let sandbox: Sandbox;
  async function start(): Promise<{ url: string; smtpPort: number }> {
    const { apiKey, notificationSecret } = demoPaymentKeys;
    sandbox = await createSandbox({ dataDir: folder, paymentApiKey: apiKey, notificationSecret, ...settings });
    return sandbox.listen({ host: "127.0.0.1", port: 0, smtpPort: 0 });
  }

  async function call(method: string, path: string, body?: object): Promise<Response> {
    return fetch(`${opened.url}${path}`, {
      method,
      redirect: "manual",
      headers: {
        authorization: `Bearer ${demoPaymentKeys.apiKey}`,
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  const opened: OpenSandbox = {
    ...(await start()),
    folder,
    heard,
    merchantUrl,
    merchantAnswers,
    call,
    bear: (path, token) => fetch(`${opened.url}${path}`, { headers: { authorization: `Bearer ${token}` } }),
    async open(change = {}) {
      const response = await call("POST", "/payment/v1/sessions", {
        reference: randomUUID(),
        orderId: randomUUID(),
        merchant: "Réseau <de> démonstration",
        amount: { amount: 2350, currency: "EUR" },
        locale: "fr",
        returnUrl: "http://localhost:3000/cart?order=7",
        notifyUrl,
        expiresAt: new Date(Date.now() + 1_500_000).toISOString(),
        ...change,
      });
      if (!response.ok) throw new Error(await response.text());
      return response.json();
    },
    pay: async (session, card) => (await call("POST", `/payment/sessions/${session}/pay`, { card })).json(),
    behave: async (next, count = 1) => {
      await call("POST", "/payment/behaviour", { next, count });
    },
    ledger: async (orderId) => (await (await call("GET", `/payment/ledger?orderId=${orderId}`)).json()).items,
    async restart() {
      await sandbox.close();
      Object.assign(opened, await start());
    },
    async close() {
      await sandbox.close();
      merchant.closeAllConnections();
      merchant.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return opened;
}
