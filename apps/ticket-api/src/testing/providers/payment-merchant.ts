import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import type {
  NewSession,
  PaymentProvider,
  Presence,
  PresentCharge,
  SavedCharge,
} from "../../integrations/payment-provider.ts";
import { type SandboxProcess, startSandboxProcess } from "./sandbox-process.ts";

export interface Heard {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A merchant without a shop: a sandbox of its own, and a server that receives what the provider sends. */
export interface PaymentMerchant {
  sandbox: SandboxProcess;
  notifyUrl: string;
  heard: Heard[];
  /** The first notification whose body contains this text. */
  notification(text: string): Promise<Heard>;
  post(path: string, body: object): Promise<{ status: number; body: unknown }>;
  /** Pays or turns back as the customer would. */
  customer(session: string, verb: "pay" | "cancel", body?: object): Promise<{ status: number; body: unknown }>;
  behave(next: string, count?: number): Promise<void>;
  /** Kinds of the provider's ledger entries of an order. */
  ledger(orderId: string): Promise<string[]>;
  newSession(change?: Partial<NewSession>): NewSession;
  savedCharge(method: string, customer: string, change?: Partial<SavedCharge>): SavedCharge;
  presentCharge(method: string, customer: string, change?: Partial<Presence>): PresentCharge;
  close(): Promise<void>;
}

export async function openPaymentMerchant(): Promise<PaymentMerchant> {
  const folder = await mkdtemp(join(tmpdir(), "payment-merchant-"));
  const sandbox = await startSandboxProcess(folder);
  const heard: Heard[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    heard.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(204).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const notifyUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/payment-notifications`;

  async function post(path: string, body: object): Promise<{ status: number; body: unknown }> {
    const response = await fetch(`${sandbox.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  }

  const merchant: PaymentMerchant = {
    sandbox,
    notifyUrl,
    heard,
    notification: (text) =>
      vi.waitFor(() => {
        const found = heard.find(({ body }) => body.includes(text));
        if (found === undefined) throw new Error("not heard yet");
        return found;
      }, 10_000),
    post,
    customer: (session, verb, body = {}) => post(`/payment/sessions/${session}/${verb}`, body),
    behave: async (next, count = 1) => {
      await post("/payment/behaviour", { next, count });
    },
    async ledger(orderId) {
      const response = await fetch(`${sandbox.url}/payment/ledger?orderId=${orderId}`);
      const { items }: { items: { kind: string }[] } = await response.json();
      return items.map(({ kind }) => kind);
    },
    newSession: (change = {}) => ({
      reference: randomUUID(),
      orderId: randomUUID(),
      merchant: "Réseau de démonstration",
      amount: { amount: 2350, currency: "EUR" },
      language: "fr",
      returnUrl: "http://localhost:3000/cart?order=1",
      notifyUrl,
      expiresAt: new Date(Date.now() + 1_500_000).toISOString(),
      capture: "automatic",
      saveMethod: false,
      customer: "customer-0",
      ...change,
    }),
    savedCharge: (method, customer, change = {}) => ({
      reference: randomUUID(),
      orderId: randomUUID(),
      method,
      customer,
      amount: { amount: 990, currency: "EUR" },
      notifyUrl,
      ...change,
    }),
    presentCharge(method, customer, change = {}) {
      const { merchant: name, language, returnUrl, expiresAt } = merchant.newSession();
      return {
        ...merchant.savedCharge(method, customer),
        present: { merchant: name, language, returnUrl, expiresAt, ...change },
      };
    },
    async close() {
      await sandbox.stop();
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return merchant;
}

/** Saves this card for a customer by a payment, and returns the provider's id of it. */
export async function saveCard(
  merchant: PaymentMerchant,
  provider: PaymentProvider,
  card: string,
  customer: string,
): Promise<string> {
  const { id } = await provider.create(merchant.newSession({ saveMethod: true, customer }));
  await merchant.customer(id, "pay", { card });
  const savedId = (await provider.get(id))?.method?.savedId;
  if (savedId === undefined) throw new Error(`the card of ${id} was not saved`);
  return savedId;
}
