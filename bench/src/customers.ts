import { exchange } from "@guichet/contract/integrations/exchange.ts";
import { sign } from "@guichet/contract/signature.ts";
import { randomIds } from "../../apps/ticket-api/src/ids.ts";
import { type TestPerson, testPerson } from "../../apps/ticket-api/src/testing/test-people.ts";
import type { Installation } from "./installation.ts";

const key = "guichet-demo-key";
const timeoutMs = 30_000;

/** Makes one call of the Ticket API, signed as the shop's server does; throws unless it succeeds. */
export async function call(
  apiUrl: string,
  path: string,
  values: Record<string, unknown>,
  options: { token?: string; key?: string } = {},
): Promise<Record<string, unknown>> {
  const { status, text } = await exchange(apiUrl + path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-client": "shop",
      ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
      ...(options.key === undefined ? {} : { "idempotency-key": options.key }),
    },
    body: JSON.stringify({ ...values, signature: sign(values, key) }),
    timeoutMs,
  });
  const body = JSON.parse(text) as Record<string, unknown>;
  if (status !== 200 || body.status === "ko") throw new Error(`${path}: HTTP ${status} ${text}`);
  return body;
}

export function customers(installation: Installation, count: number): Promise<TestPerson[]> {
  const clock = { now: () => new Date(), iso: () => new Date().toISOString() };
  const deps = { db: installation.connection.db, clock, ids: randomIds(Date.now) };
  return Promise.all(Array.from({ length: count }, () => testPerson(deps, { network: "demo" })));
}

export interface PurchaseTimes {
  orderId: string;
  placeOrderMs: number;
  wholeMs: number;
}

/** One complete purchase: verify, placeOrder, paid at the provider, its webhook, completed with tickets. */
export async function purchase(
  installation: Installation,
  person: TestPerson,
  productId: string,
): Promise<PurchaseTimes> {
  const { apiUrl, sandboxUrl } = installation;
  const { token } = person;
  const startedAt = performance.now();
  const articles = [{ quantity: 1, productId, customerId: person.userId, support: "DEMATERIALIZED" }];
  const verified = await call(apiUrl, "/Order/verify.json", { networkId: "demo", articles }, { token });
  const placing = performance.now();
  const order = await call(
    apiUrl,
    "/Order/placeOrder.json",
    {
      networkId: "demo",
      articles,
      paymentMethod: "CARD",
      termsAccepted: true,
      totalAmount: verified.totalAmount,
      returnUrl: "/cart",
    },
    { token, key: crypto.randomUUID() },
  );
  const placeOrderMs = performance.now() - placing;
  const session = new URL(String(order.paymentUrl)).pathname.split("/").at(-1);
  const paid = await exchange(`${sandboxUrl}/payment/sessions/${session}/pay`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ card: "4970100000000014" }),
    timeoutMs,
  });
  if (paid.status !== 200) throw new Error(`pay: HTTP ${paid.status} ${paid.text}`);
  const back = await call(
    apiUrl,
    "/Payment/acknowledge.json",
    { networkId: "demo", orderId: order.orderId },
    { token },
  );
  if (back.outcome !== "CONFIRMED") throw new Error(`outcome ${back.outcome}`);
  return { orderId: String(order.orderId), placeOrderMs, wholeMs: performance.now() - startedAt };
}
