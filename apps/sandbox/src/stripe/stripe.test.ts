import { createHmac } from "node:crypto";
import { demoStripeKeys, stripeApiVersion } from "@guichet/contract/integrations/stripe.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type OpenSandbox, openSandbox } from "../testing/open-sandbox.ts";

interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown> & { error?: Record<string, unknown> };
}

const accepted = "4242424242424242";
let sandbox: OpenSandbox;

beforeAll(async () => {
  sandbox = await openSandbox({ searchLagMs: 0, lateMs: 200 });
});
afterAll(() => sandbox.close());

test("a page is created from form parameters, paid on the sandbox's page, and read with its parts", async () => {
  const created = await post("/v1/checkout/sessions", page());
  expect(created).toMatchObject({
    status: 200,
    body: {
      object: "checkout.session",
      status: "open",
      payment_status: "unpaid",
      payment_intent: null,
      livemode: false,
    },
  });
  const { id, url } = created.body;
  expect(await (await fetch(String(url))).text()).toContain("4242 4242 4242 4242");
  await sandbox.pay(String(id), accepted);
  const read = await get(`/v1/checkout/sessions/${id}?expand[0]=payment_intent.latest_charge`);
  expect(read.body).toMatchObject({
    status: "complete",
    payment_status: "paid",
    url: null,
    payment_intent: {
      status: "succeeded",
      amount_received: 2350,
      metadata: { reference: "r-1" },
      latest_charge: { object: "charge", amount_captured: 2350, payment_method_details: { card: { last4: "4242" } } },
    },
  });
  const short = await get(`/v1/checkout/sessions/${id}`);
  expect(short.body.payment_intent).toMatch(/^pi_/);
});

test.each([
  ["an unknown parameter", { ...page(), coupon: "x" }, { code: "parameter_unknown", param: "coupon" }],
  [
    "an unknown parameter in an object",
    { ...page(), "payment_intent_data[colour]": "red" },
    { code: "parameter_unknown", param: "payment_intent_data[colour]" },
  ],
  ["a missing parameter", without(page(), "success_url"), { code: "parameter_missing", param: "success_url" }],
  ["a wrong value", { ...page(), mode: "gift" }, { param: "mode" }],
  ["too short a life", { ...page(), expires_at: String(inSeconds(29 * 60)) }, { param: "expires_at" }],
  ["too long a life", { ...page(), expires_at: String(inSeconds(25 * 3600)) }, { param: "expires_at" }],
  ["a part that it does not have", { ...page(), "expand[0]": "payment_intent.charges" }, { param: "expand[0]" }],
  ["an unknown customer", { ...page(), customer: "cus_unknown" }, { code: "resource_missing", param: "customer" }],
  ["too small an amount", { ...page(), "line_items[0][price_data][unit_amount]": "10" }, { code: "amount_too_small" }],
])("a page with %s is refused as Stripe refuses it", async (_, params, error) => {
  const answer = await post("/v1/checkout/sessions", params);
  expect(answer.status).toBe(400);
  expect(answer.body.error).toMatchObject({ type: "invalid_request_error", message: expect.any(String), ...error });
});

test("another version of the API, a wrong key and an unknown address are refused", async () => {
  const version = await get("/v1/events", { "stripe-version": "2020-08-27" });
  expect(version).toMatchObject({ status: 400, body: { error: { type: "invalid_request_error" } } });
  expect(await get("/v1/events", { authorization: "Bearer sk_test_wrong" })).toMatchObject({ status: 401 });
  expect(await get("/v1/events", { "stripe-account": "acct_other" })).toMatchObject({ status: 403 });
  expect(await get("/v1/subscriptions")).toMatchObject({
    status: 404,
    body: { error: { message: expect.any(String) } },
  });
  expect(await get("/v1/checkout/sessions/cs_test_unknown")).toMatchObject({
    status: 404,
    body: { error: { code: "resource_missing" } },
  });
});

test("a repeated key has the stored answer, other parameters are refused, and a restart changes neither", async () => {
  const first = await post("/v1/checkout/sessions", page(), "key-1");
  await sandbox.pay(String(first.body.id), accepted);
  const repeated = await post("/v1/checkout/sessions", page(), "key-1");
  expect(repeated.headers.get("idempotent-replayed")).toBe("true");
  expect(repeated.body).toEqual(first.body);
  await sandbox.restart();
  expect((await post("/v1/checkout/sessions", page(), "key-1")).body).toEqual(first.body);
  const other = await post("/v1/checkout/sessions", { ...page(), client_reference_id: "r-2" }, "key-1");
  expect(other).toMatchObject({ status: 400, body: { error: { type: "idempotency_error" } } });
  const elsewhere = await post("/v1/customers", {}, "key-1");
  expect(elsewhere).toMatchObject({ status: 400, body: { error: { type: "idempotency_error" } } });
});

test("a key that is forgotten after a day creates another page", async () => {
  const first = await post("/v1/checkout/sessions", page(), "key-2");
  await sandbox.call("POST", "/clock", { offsetMs: 25 * 3_600_000 });
  try {
    const later = await post("/v1/checkout/sessions", page(), "key-2");
    expect(later.status).toBe(200);
    expect(later.body.id).not.toBe(first.body.id);
  } finally {
    await sandbox.call("POST", "/clock", { offsetMs: 0 });
  }
});

test("a page is expired once, and a paid one not at all", async () => {
  const { id } = (await post("/v1/checkout/sessions", page())).body;
  expect((await post(`/v1/checkout/sessions/${id}/expire`, {})).body).toMatchObject({ status: "expired", url: null });
  expect((await post(`/v1/checkout/sessions/${id}/expire`, {})).status).toBe(400);
  const paid = (await post("/v1/checkout/sessions", page())).body;
  await sandbox.pay(String(paid.id), accepted);
  expect((await post(`/v1/checkout/sessions/${paid.id}/expire`, {})).status).toBe(400);
});

test("a customer who leaves the page comes back to it, and reads why the card was declined", async () => {
  const { id, url } = (await post("/v1/checkout/sessions", page())).body;
  const form = { method: "POST", redirect: "manual" } as const;
  const body = new URLSearchParams({ number: "4000000000000002", expiry: "12/40", code: "123" });
  const declined = await fetch(String(url), { ...form, body });
  expect(declined.headers.get("location")).toBe(`/payment/pages/${id}`);
  expect(await (await fetch(String(url))).text()).toContain("Paiement refusé");
  const left = await fetch(`${url}/cancel`, { ...form, body: new URLSearchParams() });
  expect(left.headers.get("location")).toBe("http://localhost:3000/back");
  expect((await get(`/v1/checkout/sessions/${id}`)).body).toMatchObject({ status: "open" });
});

test("a page without a language of its own follows the browser", async () => {
  const { url } = (await post("/v1/checkout/sessions", { ...page(), locale: "auto" })).body;
  const shown = await fetch(String(url), { headers: { "accept-language": "ar-MA,ar;q=0.9" } });
  expect(await shown.text()).toMatch(/<html[^>]* lang="ar"/);
});

test("a decline is an error 402 with the payment in it, the same under the same key", async () => {
  const { customer, method } = await savedCard("4000002760003184");
  const params = { ...charge(customer, method), off_session: "true" };
  const declined = await post("/v1/payment_intents", params, "key-declined");
  expect(declined).toMatchObject({
    status: 402,
    body: {
      error: {
        type: "card_error",
        code: "authentication_required",
        payment_intent: { status: "requires_payment_method", last_payment_error: { code: "authentication_required" } },
      },
    },
  });
  const repeated = await post("/v1/payment_intents", params, "key-declined");
  expect([repeated.status, repeated.body]).toEqual([402, declined.body]);
});

test("a payment is created, confirmed and authenticated in steps, and a cancelled one is not confirmed", async () => {
  const { customer, method } = await savedCard("4000002500003155");
  const { id } = (await post("/v1/payment_intents", without(charge(customer, method), "confirm", "payment_method")))
    .body;
  const confirming = { payment_method: method, return_url: "http://localhost:3000/back" };
  const waiting = (await post(`/v1/payment_intents/${id}/confirm`, confirming)).body;
  expect(waiting).toMatchObject({
    status: "requires_action",
    next_action: { type: "redirect_to_url", redirect_to_url: { url: expect.stringContaining(String(id)) } },
  });
  await sandbox.call("POST", `/payment/sessions/${id}/pay`, {});
  expect((await get(`/v1/payment_intents/${id}`)).body).toMatchObject({ status: "succeeded", amount_received: 990 });
  const unpaid = (await post("/v1/payment_intents", without(charge(customer, method), "confirm", "payment_method")))
    .body;
  const cancelled = await post(`/v1/payment_intents/${unpaid.id}/cancel`, { cancellation_reason: "duplicate" });
  expect(cancelled.body).toMatchObject({ status: "canceled", cancellation_reason: "duplicate" });
  const late = await post(`/v1/payment_intents/${unpaid.id}/confirm`, confirming);
  expect(late.body.error).toMatchObject({ code: "payment_intent_unexpected_state" });
});

test("a card is detached once", async () => {
  const { customer, method } = await savedCard(accepted);
  expect((await get(`/v1/payment_methods/${method}?expand[0]=customer`)).body).toMatchObject({
    customer: { id: customer, object: "customer" },
  });
  expect((await post(`/v1/payment_methods/${method}/detach`, {})).body).toMatchObject({ customer: null });
  expect((await post(`/v1/payment_methods/${method}/detach`, {})).status).toBe(400);
  const charged = await post("/v1/payment_intents", charge(customer, method));
  expect(charged).toMatchObject({ status: 400, body: { error: { param: "payment_method" } } });
});

test("refunds are limited by what is left, and listed the latest first in pages", async () => {
  const { id } = (await post("/v1/checkout/sessions", page())).body;
  await sandbox.pay(String(id), accepted);
  const intent = String((await get(`/v1/checkout/sessions/${id}`)).body.payment_intent);
  const refund = (amount: string) =>
    post("/v1/refunds", { payment_intent: intent, amount, "metadata[reference]": amount });
  for (const amount of ["100", "200", "300"]) expect((await refund(amount)).status).toBe(200);
  expect((await refund("1751")).body.error).toMatchObject({ param: "amount" });
  expect((await post("/v1/refunds", { payment_intent: intent })).body).toMatchObject({ amount: 1750 });
  expect((await refund("100")).body.error).toMatchObject({ code: "charge_already_refunded" });
  const first = await get(`/v1/refunds?payment_intent=${intent}&limit=2`);
  expect(first.body).toMatchObject({ data: [{ amount: 1750 }, { amount: 300 }], has_more: true });
  const after = (first.body.data as { id: string }[])[1]?.id;
  const second = await get(`/v1/refunds?payment_intent=${intent}&limit=2&starting_after=${after}`);
  expect(second.body).toMatchObject({ data: [{ amount: 200 }, { amount: 100 }], has_more: false });
});

test("events are listed the latest first, and those right before one of them, also within a second", async () => {
  const before = ((await get("/v1/events?limit=1")).body.data as { id: string }[])[0]?.id;
  for (let paid = 0; paid < 3; paid += 1) {
    const { id } = (await post("/v1/checkout/sessions", page())).body;
    await sandbox.pay(String(id), accepted);
  }
  const newer = await get(`/v1/events?limit=4&ending_before=${before}`);
  const types = (newer.body.data as { type: string }[]).map(({ type }) => type);
  // The four oldest of the six that came after.
  expect(types).toEqual(Array(2).fill(["checkout.session.completed", "payment_intent.succeeded"]).flat());
  expect(newer.body.has_more).toBe(true);
  const completed = await get(`/v1/events?ending_before=${before}&types[0]=checkout.session.completed`);
  expect(completed.body.data).toHaveLength(3);
  const unknown = await get("/v1/events?ending_before=evt_unknown");
  expect(unknown.body.error).toMatchObject({ code: "resource_missing", param: "ending_before" });
});

test("a webhook is signed over its time and its exact body", async () => {
  const url = `${sandbox.merchantUrl}/stripe`;
  expect((await sandbox.call("POST", "/payment/stripe/webhook-endpoint", { url })).status).toBe(200);
  expect((await sandbox.call("POST", "/payment/stripe/webhook-endpoint", { url: "file:///etc" })).status).toBe(400);
  await sandbox.restart();
  const { id } = (await post("/v1/checkout/sessions", page())).body;
  await sandbox.pay(String(id), accepted);
  const heard = await vi.waitFor(() => {
    const found = sandbox.heard.find(({ body }) => body.includes(String(id)));
    if (found === undefined) throw new Error("not heard yet");
    return found;
  }, 10_000);
  const [, seconds, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(heard.headers["stripe-signature"])) ?? [];
  const expected = createHmac("sha256", demoStripeKeys.webhookSecret).update(`${seconds}.${heard.body}`).digest("hex");
  expect(signature).toBe(expected);
  expect(JSON.parse(heard.body)).toMatchObject({ object: "event", api_version: stripeApiVersion });
});

test("without an endpoint of its own, webhooks are sent to the configured address, also after a restart", async () => {
  const settings: { stripeWebhookUrl?: string } = {};
  const other = await openSandbox(settings);
  settings.stripeWebhookUrl = `${other.merchantUrl}/configured`;
  await other.restart();
  const asked = { method: "POST", headers, body: new URLSearchParams(page()) };
  const { id } = await (await fetch(`${other.url}/v1/checkout/sessions`, asked)).json();
  await other.pay(id, accepted);
  await vi.waitFor(() => expect(other.heard.some(({ body }) => body.includes(id))).toBe(true), 10_000);
  await other.close();
});

// covers: the test cards of the demo and Stripe's own on its page
test.each([
  ["4970100000000014", "paid", undefined],
  ["4970100000000022", "unpaid", "generic_decline"],
  ["4970100000000030", "paid", undefined],
  ["4970100000000055", "paid", undefined],
  ["4000000000000002", "unpaid", "generic_decline"],
  ["4000000000009995", "unpaid", "insufficient_funds"],
  ["4000000000000069", "unpaid", "expired_card"],
  ["4000000000003220", "paid", undefined],
])("the card %s leaves its page %s", async (card, status, decline) => {
  const { id, url } = (await post("/v1/checkout/sessions", page())).body;
  expect(await (await fetch(String(url))).text()).toContain(card.replace(/(\d{4})(?=\d)/g, "$1 "));
  await sandbox.pay(String(id), card);
  const { body } = await get(`/v1/checkout/sessions/${id}?expand[0]=payment_intent`);
  expect(body).toMatchObject({ payment_status: status });
  const { last_payment_error: error } = body.payment_intent as { last_payment_error: { decline_code?: string } | null };
  expect(error?.decline_code).toBe(decline);
});

test("the ledger for testers names the protocol", async () => {
  const { orderId } = await sandbox.open();
  expect((await sandbox.ledger(orderId)).map(({ provider }) => provider)).toEqual(["stripe"]);
});

function page(): Record<string, string> {
  return {
    mode: "payment",
    client_reference_id: "r-1",
    locale: "fr",
    success_url: "http://localhost:3000/done",
    cancel_url: "http://localhost:3000/back",
    "line_items[0][quantity]": "1",
    "line_items[0][price_data][currency]": "eur",
    "line_items[0][price_data][unit_amount]": "2350",
    "line_items[0][price_data][product_data][name]": "Order 7",
    "payment_intent_data[metadata][reference]": "r-1",
  };
}

function charge(customer: string, method: string): Record<string, string> {
  return { amount: "990", currency: "eur", customer, payment_method: method, confirm: "true" };
}

function without(params: Record<string, string>, ...names: string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(params).filter(([name]) => !names.includes(name)));
}

function inSeconds(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds;
}

async function savedCard(card: string): Promise<{ customer: string; method: string }> {
  const customer = String((await post("/v1/customers", { "metadata[customer]": "c" })).body.id);
  const saving = { mode: "setup", currency: "eur", customer, success_url: "http://localhost:3000/done" };
  const { id } = (await post("/v1/checkout/sessions", saving)).body;
  await sandbox.pay(String(id), card);
  const { setup_intent: setup } = (await get(`/v1/checkout/sessions/${id}?expand[0]=setup_intent`)).body;
  return { customer, method: String((setup as { payment_method: string }).payment_method) };
}

const headers = { authorization: `Bearer ${demoStripeKeys.apiKey}`, "stripe-version": stripeApiVersion };

async function get(path: string, change: Record<string, string> = {}): Promise<Answer> {
  return answerOf(await fetch(`${sandbox.url}${path}`, { headers: { ...headers, ...change } }));
}

async function post(path: string, params: Record<string, string>, key?: string): Promise<Answer> {
  const asked = { ...headers, ...(key !== undefined && { "idempotency-key": key }) };
  return answerOf(
    await fetch(`${sandbox.url}${path}`, { method: "POST", headers: asked, body: new URLSearchParams(params) }),
  );
}

async function answerOf(response: Response): Promise<Answer> {
  return { status: response.status, headers: response.headers, body: await response.json() };
}
