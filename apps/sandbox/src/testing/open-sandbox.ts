import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BehaviourKind, LedgerEntry, Session } from "@guichet/contract/integrations/sandbox-payment-controls.ts";
import { demoStripeKeys, stripeApiVersion } from "@guichet/contract/integrations/stripe.ts";
import { createSandbox, type Sandbox, type SandboxSettings } from "../sandbox.ts";

export interface Heard {
  headers: IncomingHttpHeaders;
  body: string;
  atMs: number;
}

/** What is special about a page; otherwise it takes 23.50 euro, in French. */
export interface PageChange {
  /** `auto`: as the browser. */
  locale?: string;
  description?: string;
  /** The amount is only authorised. */
  isManual?: boolean;
  /** A card is saved, and nothing is paid: such a page makes a single event. */
  isRegistration?: boolean;
  expiresAt?: Date;
}

/** A page of the stand-in of Stripe. */
export interface OpenPage {
  id: string;
  orderId: string;
  url: string;
  /** Seconds since 1970. */
  created: number;
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
  /** Opens a payment page by the protocol of Stripe. */
  open(change?: PageChange): Promise<OpenPage>;
  /** The page as Stripe shows it, with its payment. */
  page(id: string): Promise<{ status: string; payment_intent: { status: string } | null }>;
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
    sandbox = await createSandbox({ dataDir: folder, stripeWebhookUrl: notifyUrl, ...settings });
    return sandbox.listen({ host: "127.0.0.1", port: 0, smtpPort: 0 });
  }

  async function call(method: string, path: string, body?: object): Promise<Response> {
    return fetch(`${opened.url}${path}`, {
      method,
      redirect: "manual",
      headers: {
        authorization: `Bearer ${demoStripeKeys.apiKey}`,
        "stripe-version": stripeApiVersion,
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
      const orderId = randomUUID();
      const body = new URLSearchParams(pageParams(orderId, change));
      const headers = { authorization: `Bearer ${demoStripeKeys.apiKey}`, "stripe-version": stripeApiVersion };
      const response = await fetch(`${opened.url}/v1/checkout/sessions`, { method: "POST", headers, body });
      if (!response.ok) throw new Error(await response.text());
      return { ...(await response.json()), orderId };
    },
    page: async (id) => (await call("GET", `/v1/checkout/sessions/${id}?expand[0]=payment_intent`)).json(),
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

function pageParams(
  orderId: string,
  { locale = "fr", description, isManual = false, isRegistration = false, expiresAt }: PageChange,
): Record<string, string> {
  const merchant = "Réseau <de> démonstration";
  const product = "line_items[0][price_data][product_data]";
  const paying = {
    mode: "payment",
    "line_items[0][quantity]": "1",
    "line_items[0][price_data][currency]": "eur",
    "line_items[0][price_data][unit_amount]": "2350",
    [`${product}[name]`]: description ?? merchant,
    ...(description !== undefined && { [`${product}[description]`]: merchant }),
    ...(isManual && { "payment_intent_data[capture_method]": "manual" }),
  };
  return {
    ...(isRegistration ? { mode: "setup", currency: "eur" } : paying),
    locale,
    "metadata[reference]": randomUUID(),
    "metadata[orderId]": orderId,
    success_url: "http://localhost:3000/cart?order=7",
    cancel_url: "http://localhost:3000/cart?order=7&left=1",
    ...(expiresAt && { expires_at: String(Math.floor(expiresAt.getTime() / 1000)) }),
  };
}
