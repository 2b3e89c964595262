// Buys a ticket over the Ticket API with a client generated from its description (needs Node 24):
//   npm install && npx openapi-typescript http://127.0.0.1:3001/openapi.json -o guichet-api.ts
//   CLIENT_KEY=guichet-demo-key EMAIL=holder@demo.example PASSWORD=Guichet-demo-2026 node purchase.ts
// It prints where the customer pays. Press Enter when that is done: it requests the outcome and prints the code of the
// ticket.
import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import process from "node:process";
import createClient, { type Middleware } from "openapi-fetch";
import type { components, paths } from "./guichet-api.ts";

const { API_URL = "http://127.0.0.1:3001", CLIENT_KEY = "", EMAIL = "", PASSWORD = "" } = process.env;
const networkId = "demo";
const toolkitKey = "demo-demo";

/** The text of a value that is signed: a string as it is, everything else as JSON with sorted keys and without null. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value))
    return `[${value.map((one) => (typeof one === "string" ? JSON.stringify(one) : textOf(one))).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, one]) => `${JSON.stringify(name)}:${typeof one === "string" ? JSON.stringify(one) : textOf(one)}`).join(",")}}`;
}

function sign(values: Record<string, unknown>): string {
  const signed = Object.keys(values).filter((name) => values[name] !== null && values[name] !== undefined);
  return createHmac("sha1", CLIENT_KEY)
    .update(
      signed
        .sort()
        .map((name) => textOf(values[name]))
        .join("*"),
    )
    .digest("hex");
}

const signing: Middleware = {
  async onRequest({ request }) {
    const headers = new Headers(request.headers);
    headers.set("x-client", "shop");
    if (request.method === "GET" || request.method === "DELETE") {
      const url = new URL(request.url);
      url.searchParams.set("signature", sign(Object.fromEntries(url.searchParams)));
      return new Request(url, { method: request.method, headers });
    }
    const values: Record<string, unknown> = JSON.parse(await request.text());
    const body = JSON.stringify({ ...values, signature: sign(values) });
    return new Request(request.url, { method: request.method, headers, body });
  },
};

const api = createClient<paths>({ baseUrl: API_URL });
api.use(signing);

/** The answer, or an error that says which refusal it was. */
function answered<Answer>({ data, error }: { data?: Answer; error?: components["schemas"]["Ko"] }): Answer {
  if (data === undefined) throw new Error(`${error?.error.code}: ${error?.error.message}`);
  return data;
}

const signedIn = await fetch(
  `${API_URL}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=${toolkitKey}`,
  {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD, returnSecureToken: true }),
  },
);
const { idToken }: { idToken: string } = await signedIn.json();

const { user } = answered(await api.POST("/Account/login.json", { body: { networkId, firebase_token: idToken } }));
if (user === undefined) throw new Error("Somebody is to be picked");
const headers = { authorization: `Bearer ${user.userToken}` };

const articles: components["schemas"]["PlaceOrderRequest"]["articles"] = [
  { quantity: 1, productId: "ticket-1h", customerId: user.userId, support: "DEMATERIALIZED" },
];
const { totalAmount } = answered(await api.POST("/Order/verify.json", { headers, body: { networkId, articles } }));

const { orderId, paymentUrl } = answered(
  await api.POST("/Order/placeOrder.json", {
    headers: { ...headers, "Idempotency-Key": randomUUID() },
    params: { header: {} },
    body: { networkId, articles, totalAmount, paymentMethod: "CARD", termsAccepted: true, returnUrl: "/cart" },
  }),
);
process.stdout.write(`${paymentUrl}\n`);
await once(process.stdin, "data");
process.stdin.destroy();

const { outcome } = answered(await api.POST("/Payment/acknowledge.json", { headers, body: { networkId, orderId } }));
if (outcome !== "CONFIRMED") throw new Error(outcome);
const { items } = answered(
  await api.GET("/wallet/tickets", { headers, params: { query: { networkId, past: false, limit: 1 } } }),
);
process.stdout.write(`${items[0]?.code}\n`);
