import { once } from "node:events";
import { createServer } from "node:http";
import { demoStripeKeys, stripeApiVersion } from "@guichet/contract/integrations/stripe.ts";
import Stripe from "stripe";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openPaymentMerchant, type PaymentMerchant, saveCard } from "../../testing/providers/payment-merchant.ts";
import { type PaymentProvider, ProviderRefused, ProviderUnreachable } from "../payment-provider.ts";
import type { StripeSettings } from "./stripe-client.ts";
import { stripePayment } from "./stripe-payment.ts";

const accepted = "4242424242424242";
const hourMs = 3_600_000;
let merchant: PaymentMerchant;
let provider: PaymentProvider;
let offsetMs: number;

beforeAll(async () => {
  merchant = await openPaymentMerchant();
  await merchant.post("/payment/stripe/webhook-endpoint", { url: merchant.notifyUrl });
});
afterAll(() => merchant.close());
beforeEach(() => {
  offsetMs = 0;
  provider = connect();
});
afterEach(() => fastForward(0));

test("a page lives as long as Stripe asks for, and its parameters are those of the request", async () => {
  const wanted = merchant.newSession({ saveMethod: true, customer: "customer-page" });
  const { id } = await provider.create(wanted);
  const page = await read(`/v1/checkout/sessions/${id}`);
  expect(page).toMatchObject({
    client_reference_id: wanted.reference,
    metadata: { reference: wanted.reference, orderId: wanted.orderId },
    success_url: wanted.returnUrl,
    cancel_url: wanted.returnUrl,
    mode: "payment",
    amount_total: 2350,
    currency: "eur",
    payment_intent: null,
  });
  expect(page.expires_at).toBeGreaterThanOrEqual(Math.ceil(Date.parse(wanted.expiresAt) / 1000) + 30 * 60);
});

test("the page names what is paid, and the network that sells", async () => {
  const { paymentUrl } = await provider.create(merchant.newSession({ description: "2026-000042" }));
  const shown = await (await fetch(paymentUrl ?? "")).text();
  expect(shown).toContain("2026-000042");
  expect(shown).toContain("Réseau de démonstration");
});

test("after a declined card the customer pays on the same page with another one", async () => {
  const { id, orderId } = await provider.create(merchant.newSession());
  await merchant.customer(id, "pay", { card: "4000000000000002" });
  expect(await provider.get(id)).toMatchObject({ state: "open", refusal: "generic_decline" });
  await merchant.customer(id, "pay", { card: accepted });
  expect(await provider.get(id)).toMatchObject({ state: "captured", refusal: undefined });
  expect(await merchant.ledger(orderId)).toEqual(["session", "capture"]);
});

test("a page that is requested after its end cannot be paid, and exists once", async () => {
  const late = merchant.newSession({ expiresAt: new Date(Date.now() - 5 * 60_000).toISOString() });
  const answer = await provider.create(late);
  expect(answer).toMatchObject({ state: "expired", reference: late.reference, paymentUrl: undefined });
  expect(await provider.create(late)).toMatchObject({ id: answer.id, state: "expired" });
});

test("a day later, when Stripe has forgotten the idempotency keys, nothing happens twice", async () => {
  const page = merchant.newSession();
  const opened = await provider.create(page);
  await merchant.customer(opened.id, "pay", { card: accepted });
  const refund = { reference: "part", amount: { amount: 1000, currency: "EUR" } };
  await provider.refund(opened.id, refund);
  const method = await saveCard(merchant, provider, accepted, "customer-day");
  const charge = merchant.savedCharge(method, "customer-day");
  const charged = await provider.chargeSaved(charge);
  await fastForward(25 * hourMs);
  expect(await provider.create(page)).toMatchObject({ id: opened.id, state: "captured" });
  expect(await provider.refund(opened.id, refund)).toMatchObject({ refunded: { amount: 1000 } });
  expect(await provider.chargeSaved(charge)).toMatchObject({ id: charged.id, state: "captured" });
  expect(await merchant.ledger(page.orderId)).toEqual(["session", "capture", "refund"]);
  expect(await merchant.ledger(charge.orderId)).toEqual(["debit"]);
});

test("a charge whose answer was lost is found after the card was removed", async () => {
  const method = await saveCard(merchant, provider, accepted, "customer-gone");
  const charge = merchant.savedCharge(method, "customer-gone");
  const { id } = await provider.chargeSaved(charge);
  await provider.removeSavedMethod(method);
  await customersNamed("customer-gone");
  expect(await provider.chargeSaved(charge)).toMatchObject({ id, state: "captured" });
});

test("an account is one customer at Stripe, before and after the search finds it", async () => {
  const save = () => provider.create(merchant.newSession({ saveMethod: true, customer: "customer-once" }));
  await Promise.all([save(), save(), save()]);
  expect(await customersNamed("customer-once")).toHaveLength(1);
  await fastForward(25 * hourMs);
  await save();
  expect(await customersNamed("customer-once")).toHaveLength(1);
});

test.each([
  ["4000002760003184", "authentication_required"],
  ["4000000000000341", "generic_decline"],
])("a saved card %s is refused without the customer: %s", async (card, refusal) => {
  const customer = `customer-${card}`;
  const amount = { amount: 0, currency: "EUR" };
  const saving = merchant.newSession({ purpose: "save", saveMethod: true, amount, customer });
  const { id } = await provider.create(saving);
  await merchant.customer(id, "pay", { card });
  const method = (await provider.get(id))?.method?.savedId ?? "";
  const charge = merchant.savedCharge(method, customer);
  const answer = await provider.chargeSaved(charge);
  expect(answer).toMatchObject({
    state: "refused",
    refusal,
    captured: { amount: 0 },
    method: { last4: card.slice(-4) },
  });
  // Nobody can pay it later.
  expect(await read(`/v1/payment_intents/${answer.id}`)).toMatchObject({ status: "canceled" });
});

test("a charge that arrives after it was closed finds its idempotency key taken", async () => {
  const method = await saveCard(merchant, provider, accepted, "customer-closed");
  const charge = merchant.presentCharge(method, "customer-closed");
  const closed = await provider.closeCharge(charge);
  const { customer } = await read(`/v1/payment_intents/${closed.id}`);
  const params = {
    amount: "990",
    currency: "eur",
    customer: String(customer),
    payment_method: method,
    confirm: "true",
  };
  const late = await send("/v1/payment_intents", params, charge.reference);
  expect(late).toMatchObject({ status: 400, body: { error: { type: "idempotency_error" } } });
  expect(await merchant.ledger(charge.orderId)).not.toContain("capture");
});

test("a charge under another amount's key is refused by Stripe as by us", async () => {
  const reference = "f3f1b0a0-0000-4000-8000-000000000001";
  await provider.create(merchant.newSession({ reference }));
  const other = provider.create(merchant.newSession({ reference, amount: { amount: 100, currency: "EUR" } }));
  await expect(other).rejects.toBeInstanceOf(ProviderRefused);
});

test("after too many requests the outcome of a request is unknown", async () => {
  await merchant.behave("rate-limited");
  await expect(provider.create(merchant.newSession())).rejects.toBeInstanceOf(ProviderUnreachable);
});

test.each([
  ["{}"],
  ['{"object":"list"}'],
  ['{"object":"checkout.session"}'],
  ['{"object":"checkout.session","id":"cs_test_1","currency":"eur","created":1,"status":"sleeping"}'],
  ["<html>"],
])("a response that is not Stripe's leaves the outcome of the request unknown: %s", async (body) => {
  const server = createServer((_, response) => response.setHeader("content-type", "application/json").end(body));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const garbled = connect({ url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}` });
  await expect(garbled.get("cs_test_1")).rejects.toBeInstanceOf(ProviderUnreachable);
  await expect(garbled.listSince(undefined)).rejects.toBeInstanceOf(ProviderUnreachable);
  await expect(garbled.create(merchant.newSession())).rejects.toBeInstanceOf(ProviderUnreachable);
  server.closeAllConnections();
  server.close();
});

test("a refund that has failed when its answer is read is refused with its code", async () => {
  const { id } = await provider.create(merchant.newSession());
  await merchant.customer(id, "pay", { card: accepted });
  // The bank is faster than the answer: the refund fails between its request and the read of the payment.
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join("");
    const method = request.method ?? "GET";
    const headers = { authorization: request.headers.authorization ?? "", "stripe-version": stripeApiVersion };
    const form = { ...headers, "content-type": "application/x-www-form-urlencoded" };
    const asked = method === "POST" ? { method, headers: form, body } : { headers };
    const answer = await fetch(`${merchant.sandbox.url}${request.url}`, asked);
    const text = await answer.text();
    if (method === "POST" && request.url === "/v1/refunds")
      await merchant.post(`/payment/sessions/${id}/fail-refund`, {});
    response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const passing = connect({ url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}` });
  const asked = { reference: "fast", amount: { amount: 1000, currency: "EUR" } };
  await expect(passing.refund(id, asked)).rejects.toMatchObject({ code: "expired_or_canceled_card" });
  expect(await provider.get(id)).toMatchObject({ refunds: [], failedRefunds: [{ reference: "fast" }] });
  server.closeAllConnections();
  server.close();
});

test("an amount that Stripe does not accept is refused with its code", async () => {
  const tooSmall = provider.create(merchant.newSession({ amount: { amount: 10, currency: "EUR" } }));
  await expect(tooSmall).rejects.toMatchObject({ code: "amount_too_small" });
  const thirdDecimal = provider.create(merchant.newSession({ amount: { amount: 5124, currency: "KWD" } }));
  await expect(thirdDecimal).rejects.toMatchObject({ code: "amount_invalid" });
});

test("webhooks that arrive late, twice and out of order all name the payment", async () => {
  const { id, reference } = await provider.create(merchant.newSession());
  await merchant.behave("late", 1);
  await merchant.behave("duplicate", 2);
  await merchant.customer(id, "pay", { card: accepted });
  const arrived = await vi.waitFor(() => {
    const found = merchant.heard.filter(({ body }) => body.includes(reference));
    if (found.length < 4) throw new Error("not all heard yet");
    return found;
  }, 15_000);
  const types = arrived.map(({ body }): string => JSON.parse(body).type);
  expect(types[0]).toBe("checkout.session.completed");
  expect(types.at(-1)).toBe("payment_intent.succeeded");
  const hints = arrived.map(({ headers, body }) => provider.parseNotification(headers, body, new Date()));
  expect(hints).toEqual(Array(4).fill({ sessionId: expect.any(String), reference }));
}, 30_000);

test("an event whose webhook was lost is found by the next read of the changes", async () => {
  let { cursor } = await endOfList();
  const { id } = await provider.create(merchant.newSession());
  await merchant.behave("lost", 2);
  await merchant.customer(id, "pay", { card: accepted });
  offsetMs = 60_000;
  const page = await provider.listSince(cursor);
  expect(page.sessions).toMatchObject([{ id, state: "captured" }]);
  ({ cursor } = page);
  expect(await provider.listSince(cursor)).toMatchObject({ sessions: [], cursor, more: false });
});

test("an event that is younger than a few seconds is read again: a later one may become visible before it", async () => {
  const { cursor } = await endOfList();
  const { id } = await provider.create(merchant.newSession());
  await merchant.customer(id, "pay", { card: accepted });
  const first = await provider.listSince(cursor);
  expect(first.sessions.map((each) => each.id)).toContain(id);
  expect((await provider.listSince(first.cursor)).sessions.map((each) => each.id)).toContain(id);
});

test("a reader that was away for longer than Stripe keeps events starts again from the first payment", async () => {
  const { id } = await provider.create(merchant.newSession());
  await merchant.customer(id, "pay", { card: accepted });
  offsetMs = 60_000;
  const { cursor } = await endOfList();
  await fastForward(31 * 24 * hourMs);
  const found: string[] = [];
  await endOfList(cursor, (ids) => found.push(...ids));
  expect(found).toContain(id);
});

test("a webhook of another account or of live mode is ignored", () => {
  const object = { id: "cs_test_1", object: "checkout.session", metadata: { reference: "r" } };
  const event = { id: "evt_1", object: "event", type: "checkout.session.completed", livemode: false, data: { object } };
  const hint = { sessionId: "cs_test_1", reference: "r" };
  expect(parsed(provider, event)).toEqual(hint);
  expect(parsed(provider, { ...event, account: "acct_other" })).toBeUndefined();
  expect(parsed(provider, { ...event, livemode: true })).toBeUndefined();
  const connected = connect({ account: "acct_ours" });
  expect(parsed(connected, event)).toBeUndefined();
  expect(parsed(connected, { ...event, account: "acct_ours" })).toEqual(hint);
  const notOurs = { ...event, data: { object: { ...object, metadata: {} } } };
  expect(parsed(provider, notOurs)).toBeUndefined();
});

test("a key for another account reaches nothing", async () => {
  const connected = connect({ account: "acct_other" });
  await expect(connected.create(merchant.newSession())).rejects.toBeInstanceOf(ProviderUnreachable);
});

function connect(change: Partial<StripeSettings> = {}): PaymentProvider {
  const now = () => new Date(Date.now() + offsetMs);
  return stripePayment({ url: merchant.sandbox.url, ...demoStripeKeys, now, ...change });
}

/** Moves the clocks of Stripe and of the adapter. */
async function fastForward(toMs: number): Promise<void> {
  offsetMs = toMs;
  await merchant.post("/clock", { offsetMs: toMs });
}

function parsed(of: PaymentProvider, event: object) {
  const payload = JSON.stringify(event);
  const secret = demoStripeKeys.webhookSecret;
  const header = new Stripe("sk_test_unused").webhooks.generateTestHeaderString({ payload, secret });
  return of.parseNotification({ "stripe-signature": header }, payload, new Date());
}

async function endOfList(from?: string, seen: (ids: string[]) => void = () => {}) {
  let page = await provider.listSince(from);
  for (let more = true; more; more = page.more) {
    seen(page.sessions.map(({ id }) => id));
    if (page.more) page = await provider.listSince(page.cursor);
  }
  seen(page.sessions.map(({ id }) => id));
  return page;
}

const headers = { authorization: `Bearer ${demoStripeKeys.apiKey}`, "stripe-version": stripeApiVersion };

async function read(path: string): Promise<Record<string, unknown>> {
  return (await fetch(`${merchant.sandbox.url}${path}`, { headers })).json();
}

async function send(path: string, params: Record<string, string>, key: string) {
  const response = await fetch(`${merchant.sandbox.url}${path}`, {
    method: "POST",
    headers: { ...headers, "idempotency-key": key },
    body: new URLSearchParams(params),
  });
  return { status: response.status, body: await response.json() };
}

/** The customers at Stripe with this account id, once the search finds one. */
function customersNamed(customer: string): Promise<unknown[]> {
  const query = new URLSearchParams({ query: `metadata['customer']:'${customer}'` });
  return vi.waitFor(async () => {
    const { data } = await read(`/v1/customers/search?${query}`);
    if (!Array.isArray(data) || data.length === 0) throw new Error("not indexed yet");
    return data;
  }, 10_000);
}
