import { demoStripeKeys } from "@guichet/contract/integrations/stripe.ts";
import type Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openPaymentMerchant, type PaymentMerchant } from "../../testing/providers/payment-merchant.ts";
import { type PaymentProvider, type ProviderDispute, ProviderUnreachable } from "../payment-provider.ts";
import { disputeOf } from "./stripe-disputes.ts";
import { stripePayment } from "./stripe-payment.ts";

const disputing = "4000000000000259";
let merchant: PaymentMerchant;
let provider: PaymentProvider;
let offsetMs = 0;

beforeAll(async () => {
  merchant = await openPaymentMerchant();
  await merchant.post("/payment/stripe/webhook-endpoint", { url: merchant.notifyUrl });
});
afterAll(() => merchant.close());
beforeEach(() => {
  offsetMs = 0;
  const now = () => new Date(Date.now() + offsetMs);
  provider = stripePayment({ url: merchant.sandbox.url, ...demoStripeKeys, now });
});

// covers: disputes at Stripe: read, reported by webhook, and found after an outage
test("a dispute is reported by a webhook, and read with its payment, its money and its deadline", async () => {
  const { reference, orderId } = await paid();
  const { headers, body } = await merchant.notification('"charge.dispute.created"');
  const hint = provider.parseNotification(headers, body, new Date());
  expect(hint).toEqual({ disputeId: expect.stringMatching(/^du_/) });
  expect(await readHinted(hint)).toEqual({
    ...{ id: expect.any(String), reference, orderId, state: "needs-response", reason: "fraudulent" },
    amount: euros(2350),
    openedAt: expect.any(String),
    evidenceDueAt: expect.any(String),
    movements: [{ id: expect.stringMatching(/^txn_/), kind: "withdrawn", amount: euros(2350), fee: euros(2000) }],
  });
  expect(await provider.getDispute?.("du_unknown")).toBeUndefined();
});

test("what is reinstated, and the fee that is returned, are movements of their own", async () => {
  const { id } = await disputed();
  await merchant.post(`/payment/stripe/disputes/${id}/decide`, { outcome: "won" });
  expect(await provider.getDispute?.(id)).toMatchObject({
    state: "won",
    evidenceDueAt: undefined,
    movements: [
      { kind: "withdrawn", fee: euros(2000) },
      { kind: "reinstated", amount: euros(2350), fee: euros(-2000) },
    ],
  });
});

test("a dispute whose webhooks were lost is found by the next read of the changes, and by a first read", async () => {
  const { cursor } = await endOfList();
  await merchant.behave("lost", 4);
  const { id } = await disputed();
  offsetMs = 60_000;
  const next = await provider.listSince(cursor);
  expect(next.disputes).toMatchObject([{ id, state: "needs-response" }]);
  expect((await provider.listSince(next.cursor)).disputes).toEqual([]);
  const first: ProviderDispute[] = [];
  await endOfList(undefined, (disputes) => first.push(...disputes));
  expect(first.filter((each) => each.id === id)).toHaveLength(1);
});

test("a position of before disputes were read walks through them once", async () => {
  const { id } = await disputed();
  offsetMs = 60_000;
  const { cursor } = await endOfList();
  const found: ProviderDispute[] = [];
  await endOfList(cursor.replace(/^changes/, "events"), (disputes) => found.push(...disputes));
  expect(found.map((each) => each.id)).toContain(id);
});

test("a dispute of a payment that is not ours is nobody's", () => {
  expect(disputeOf(sample({ payment_intent: null }))).toBeUndefined();
  expect(disputeOf(sample({ payment_intent: "pi_1" }))).toBeUndefined();
});

test.each([
  ["warning_needs_response", "inquiry"],
  ["warning_under_review", "inquiry"],
  ["warning_closed", "closed"],
  ["prevented", "closed"],
  ["needs_response", "needs-response"],
  ["appeal_needs_response", "needs-response"],
  ["under_review", "under-review"],
  ["appeal_under_review", "under-review"],
  ["won", "won"],
  ["lost", "lost"],
] as const)("a dispute that is %s is %s", (status, state) => {
  expect(disputeOf(sample({ status }))).toMatchObject({ state });
});

test("a state that Stripe adds later says nothing, and an unknown reason is another one", () => {
  expect(() => disputeOf(sample({ status: "toString" }))).toThrow(ProviderUnreachable);
  expect(disputeOf(sample({ reason: "toString" }))).toMatchObject({ reason: "other" });
});

test("in an account of another currency the disputed amount is withdrawn, and the fee is in the account's", () => {
  const withdrawal = { id: "txn_1", amount: -1_980, currency: "gbp", fee: 2_000, created: 1 };
  expect(disputeOf(sample({ balance_transactions: [withdrawal] }))?.movements).toEqual([
    { id: "txn_1", kind: "withdrawn", amount: euros(2350), fee: { amount: 2000, currency: "GBP" } },
  ]);
});

const euros = (amount: number) => ({ amount, currency: "EUR" });

const sample = (change: object): Stripe.Dispute =>
  ({
    id: "du_1",
    amount: 2350,
    currency: "eur",
    created: 1,
    balance_transactions: [],
    payment_intent: { id: "pi_1", metadata: { reference: "r", orderId: "o" } },
    evidence_details: { due_by: null },
    reason: "fraudulent",
    status: "needs_response",
    ...change,
  }) as unknown as Stripe.Dispute;

async function paid() {
  const wanted = merchant.newSession();
  const { id } = await provider.create(wanted);
  await merchant.customer(id, "pay", { card: disputing });
  return { ...wanted, id };
}

/** A new payment with a dispute. */
async function disputed(): Promise<ProviderDispute> {
  const { reference } = await paid();
  const found: ProviderDispute[] = [];
  await endOfList(undefined, (disputes) => found.push(...disputes));
  const dispute = found.find((each) => each.reference === reference);
  if (dispute === undefined) throw new Error("not disputed");
  return dispute;
}

const readHinted = (hint: ReturnType<PaymentProvider["parseNotification"]>) =>
  hint !== undefined && "disputeId" in hint ? provider.getDispute?.(hint.disputeId) : undefined;

async function endOfList(from?: string, seen: (disputes: ProviderDispute[]) => void = () => {}) {
  let page = await provider.listSince(from);
  seen(page.disputes ?? []);
  while (page.more) {
    page = await provider.listSince(page.cursor);
    seen(page.disputes ?? []);
  }
  return page;
}
