import { demoStripeKeys, stripeApiVersion } from "@guichet/contract/integrations/stripe.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OpenSandbox, openSandbox } from "../testing/open-sandbox.ts";

type Body = Record<string, unknown> & { id: string };
const fraudulent = "4000000000000259";
let sandbox: OpenSandbox;

beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

// covers: disputes at the stand-in of Stripe, by its published test cards and evidence
test("a card that disputes its payment withdraws the amount and a fee", async () => {
  const { intent, orderId } = await paid(fraudulent);
  const { data } = await get(`/v1/disputes?payment_intent=${intent}&expand[0]=data.payment_intent`);
  expect(data).toMatchObject([
    {
      object: "dispute",
      amount: 2350,
      currency: "eur",
      reason: "fraudulent",
      status: "needs_response",
      is_charge_refundable: false,
      evidence_details: { has_evidence: false, past_due: false, submission_count: 0 },
      balance_transactions: [
        { amount: -2350, fee: 2000, net: -4350, type: "adjustment", reporting_category: "dispute" },
      ],
      payment_intent: { id: intent, metadata: { reference: orderId } },
    },
  ]);
  expect(await get(`/v1/payment_intents/${intent}?expand[0]=latest_charge`)).toMatchObject({
    latest_charge: { disputed: true },
  });
  expect(await typesOf(intent)).toEqual([
    "payment_intent.succeeded",
    "charge.dispute.created",
    "charge.dispute.funds_withdrawn",
  ]);
  expect(await kinds(orderId)).toEqual([
    ["session", 2350],
    ["capture", 2350],
    ["dispute", 2350],
    ["fee", 2000],
  ]);
  const refund = await post("/v1/refunds", { payment_intent: intent });
  expect(refund).toMatchObject({ error: { code: "charge_disputed" } });
});

test("the published evidence wins or loses a dispute, and any other is under review", async () => {
  const { intent, orderId } = await paid(fraudulent);
  const id = await disputeOf(intent);
  const staged = await post(`/v1/disputes/${id}`, { "evidence[uncategorized_text]": "receipt", submit: "false" });
  expect(staged).toMatchObject({ status: "needs_response", evidence_details: { has_evidence: true } });
  const sent = await post(`/v1/disputes/${id}`, { submit: "true" });
  expect(sent).toMatchObject({ status: "under_review", evidence_details: { submission_count: 1, due_by: null } });
  const won = await post(`/v1/disputes/${id}`, { "evidence[uncategorized_text]": "winning_evidence" });
  expect(won).toMatchObject({ status: "won", balance_transactions: [{ amount: -2350 }, { amount: 2350, fee: -2000 }] });
  expect((await typesOf(intent)).slice(-3)).toEqual([
    "charge.dispute.updated",
    "charge.dispute.closed",
    "charge.dispute.funds_reinstated",
  ]);
  expect((await kinds(orderId)).slice(-2)).toEqual([
    ["dispute", -2350],
    ["fee", -2000],
  ]);
  expect(await post("/v1/refunds", { payment_intent: intent })).toMatchObject({ amount: 2350 });
  expect(await post(`/v1/disputes/${id}`, {})).toMatchObject({ error: { type: "invalid_request_error" } });
  const other = await paid("4000000000002685");
  const lost = await disputeOf(other.intent);
  expect(await post(`/v1/disputes/${lost}/close`, {})).toMatchObject({
    status: "lost",
    reason: "product_not_received",
  });
});

test("an inquiry withdraws nothing, is closed by a full refund, and otherwise may become a dispute", async () => {
  const { intent } = await paid("4000000000001976");
  const id = await disputeOf(intent);
  expect(await get(`/v1/disputes/${id}`)).toMatchObject({
    status: "warning_needs_response",
    is_charge_refundable: true,
    balance_transactions: [],
  });
  await post("/v1/refunds", { payment_intent: intent });
  expect(await get(`/v1/disputes/${id}`)).toMatchObject({ status: "warning_closed" });
  const other = await paid("4000000000001976");
  const evidence = { "evidence[uncategorized_text]": "escalate_inquiry_evidence" };
  expect(await post(`/v1/disputes/${await disputeOf(other.intent)}`, evidence)).toMatchObject({
    status: "needs_response",
    balance_transactions: [{ amount: -2350 }],
  });
});

test("a tester disputes a part of any payment and decides about it, and a restart changes nothing", async () => {
  const { intent } = await paid("4242424242424242");
  const opened = await control("/payment/stripe/disputes", { session: intent, amount: 500, reason: "duplicate" });
  expect(opened).toMatchObject({ amount: 500, reason: "duplicate", status: "needs_response" });
  await sandbox.restart();
  const decided = await control(`/payment/stripe/disputes/${opened.id}/decide`, { outcome: "lost" });
  expect(decided).toMatchObject({ status: "lost" });
  expect(await get(`/v1/disputes?payment_intent=${intent}`)).toMatchObject({ data: [decided], has_more: false });
  const unknown = await sandbox.call("POST", "/payment/stripe/disputes/du_unknown/decide", { outcome: "won" });
  expect(unknown.status).toBe(404);
  const unpaid = await post("/v1/checkout/sessions", page());
  const refused = await sandbox.call("POST", "/payment/stripe/disputes", { session: unpaid.id });
  expect(refused.status).toBe(409);
});

// covers: evidence with a file at the stand-in of Stripe
test("a file is uploaded once for its key, and submitted with the fields of the evidence", async () => {
  const upload = async (content: string, type = "application/pdf", purpose = "dispute_evidence") => {
    const form = new FormData();
    form.set("purpose", purpose);
    form.set("file", new Blob([content], { type }), "evidence.pdf");
    const sent = {
      method: "POST",
      headers: { ...headers, "idempotency-key": `evidence-${type}-${purpose}` },
      body: form,
    };
    return (await (await fetch(`${sandbox.url}/v1/files`, sent)).json()) as Body;
  };
  const file = await upload("%PDF-1.7");
  expect(file).toMatchObject({
    object: "file",
    purpose: "dispute_evidence",
    filename: "evidence.pdf",
    size: 8,
    type: "pdf",
  });
  expect(await upload("%PDF-1.7")).toEqual(file);
  expect(await upload("%PDF-1.4")).toMatchObject({ error: { type: "idempotency_error" } });
  expect(await upload("text", "text/plain")).toMatchObject({ error: { param: "file" } });
  expect(await upload("%PDF-1.7", "application/pdf", "selfie")).toMatchObject({ error: { param: "purpose" } });
  expect(await get(`/v1/files/${file.id}`)).toEqual(file);
  const id = await disputeOf((await paid(fraudulent)).intent);
  const fields = { "evidence[customer_name]": "Ada", "evidence[uncategorized_file]": "file_unknown" };
  expect(await post(`/v1/disputes/${id}`, fields)).toMatchObject({ error: { param: "evidence[uncategorized_file]" } });
  expect(await post(`/v1/disputes/${id}`, { "evidence[nonsense]": "x" })).toMatchObject({
    error: { code: "parameter_unknown" },
  });
  const given = { ...fields, "evidence[uncategorized_file]": file.id, "metadata[evidence]": "ours" };
  expect(await post(`/v1/disputes/${id}`, given)).toMatchObject({
    status: "under_review",
    evidence: { customer_name: "Ada", uncategorized_file: file.id },
    evidence_details: { has_evidence: true, submission_count: 1 },
    metadata: { evidence: "ours" },
  });
});

async function paid(card: string): Promise<{ intent: string; orderId: string }> {
  const orderId = crypto.randomUUID();
  const { id } = await post("/v1/checkout/sessions", page(orderId));
  await sandbox.pay(id, card);
  return { intent: String((await get(`/v1/checkout/sessions/${id}`)).payment_intent), orderId };
}

async function disputeOf(intent: string): Promise<string> {
  const { data } = await get(`/v1/disputes?payment_intent=${intent}`);
  return (data as Body[])[0]?.id ?? "";
}

/** Types of the events about a payment or its disputes, oldest first. */
async function typesOf(intent: string): Promise<string[]> {
  const { data } = await get("/v1/events?limit=100");
  const events = data as { type: string; data: { object: { id: string; payment_intent?: string } } }[];
  return events
    .filter(({ type }) => !type.startsWith("checkout."))
    .filter(({ data: { object } }) => object.id === intent || object.payment_intent === intent)
    .map(({ type }) => type)
    .reverse();
}

const kinds = async (orderId: string) =>
  (await sandbox.ledger(orderId)).map(({ kind, amount }) => [kind, amount.amount]);

function page(orderId = "order"): Record<string, string> {
  return {
    mode: "payment",
    success_url: "http://localhost:3000/done",
    "metadata[orderId]": orderId,
    "metadata[reference]": orderId,
    "line_items[0][quantity]": "1",
    "line_items[0][price_data][currency]": "eur",
    "line_items[0][price_data][unit_amount]": "2350",
    "line_items[0][price_data][product_data][name]": "Order 7",
    "payment_intent_data[metadata][reference]": orderId,
  };
}

const headers = { authorization: `Bearer ${demoStripeKeys.apiKey}`, "stripe-version": stripeApiVersion };
const get = async (path: string): Promise<Body> => (await fetch(`${sandbox.url}${path}`, { headers })).json();
const post = async (path: string, params: Record<string, string>): Promise<Body> =>
  (await fetch(`${sandbox.url}${path}`, { method: "POST", headers, body: new URLSearchParams(params) })).json();
const control = async (path: string, body: object): Promise<Body> => (await sandbox.call("POST", path, body)).json();
