import { demoLyraKeys, lyraPath } from "@guichet/contract/integrations/lyra.ts";
import { demoStripeKeys, stripeApiVersion } from "@guichet/contract/integrations/stripe.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type OpenSandbox, openSandbox } from "../testing/open-sandbox.ts";

const refundFails = "4000000000005126";
const dayMs = 86_400_000;
let sandbox: OpenSandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

const moveClock = (offsetMs: number) => sandbox.call("POST", "/clock", { offsetMs });
const read = async (path: string) => (await sandbox.call("GET", path)).json();
const refundsIn = async (orderId: string) =>
  (await sandbox.ledger(orderId)).filter(({ kind }) => kind === "refund").map(({ amount }) => amount.amount);
const heard = (...texts: string[]) =>
  vi.waitFor(
    () => expect(sandbox.heard.some(({ body }) => texts.every((text) => body.includes(text)))).toBe(true),
    5_000,
  );

async function ask(webService: string, request: object) {
  const response = await fetch(`${sandbox.url}${lyraPath}/${webService}`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${demoLyraKeys.shopId}:${demoLyraKeys.password}`).toString("base64")}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(request),
  });
  return (await response.json()).answer;
}

// covers: a refund that the provider accepted and that fails days later is booked back and paid by transfer
test("at Stripe a refund to the card whose refunds fail succeeds, and fails two days later with its reason, by event and in the balance", async () => {
  const { id, orderId } = await sandbox.open();
  await sandbox.pay(id, refundFails);
  const { payment_intent: intent } = await read(`/v1/checkout/sessions/${id}`);
  const body = new URLSearchParams({ payment_intent: intent, amount: "1000", "metadata[reference]": "r" });
  const headers = { authorization: `Bearer ${demoStripeKeys.apiKey}`, "stripe-version": stripeApiVersion };
  const made = await (await fetch(`${sandbox.url}/v1/refunds`, { method: "POST", headers, body })).json();
  expect(made).toMatchObject({ status: "succeeded", amount: 1000 });
  const charge = async () =>
    (await read(`/v1/payment_intents/${intent}?expand[0]=latest_charge.refunds`)).latest_charge;
  expect(await charge()).toMatchObject({
    amount_refunded: 1000,
    refunds: { data: [{ id: made.id }], has_more: false },
  });
  await moveClock(dayMs);
  expect(await refundsIn(orderId)).toEqual([1000]);
  await moveClock(2 * dayMs);
  const failed = { id: made.id, status: "failed", failure_reason: "expired_or_canceled_card" };
  expect((await read(`/v1/refunds?payment_intent=${intent}`)).data).toMatchObject([failed]);
  expect(await charge()).toMatchObject({ amount_refunded: 0, refunds: { data: [failed] } });
  expect(await refundsIn(orderId)).toEqual([1000, -1000]);
  await heard("refund.failed", made.id);
  const { data } = await read(`/v1/balance_transactions?source=${made.id}`);
  expect(data.map(({ type, net }: { type: string; net: number }) => [type, net]).toSorted()).toEqual([
    ["refund", -1000],
    ["refund_failure", 1000],
  ]);
  await sandbox.restart();
  await moveClock(9 * dayMs);
  expect(await refundsIn(orderId)).toEqual([1000, -1000]);
  await moveClock(0);
});

test("at Lyra a credit of that card is refused two days later and notified; what was lowered before the remittance is not", async () => {
  const orderId = "order-failing";
  const page = await ask("Charge/CreatePaymentOrder", {
    ...{ amount: 2350, currency: "EUR", orderId, returnUrl: "http://localhost:3000/cart" },
    ipnTargetUrl: `${sandbox.merchantUrl}/hear`,
    transactionOptions: { cardOptions: { manualValidation: "YES" } },
  });
  await sandbox.pay(page.paymentOrderId, refundFails);
  const { uuid } = (await ask("Order/Get", { orderId })).transactions[0];
  await ask("Transaction/Validate", { uuid });
  await ask("Transaction/Update", { uuid, cardUpdate: { amount: 2000, currency: "EUR" } });
  await moveClock(dayMs);
  await ask("Transaction/CancelOrRefund", { uuid, amount: 500, currency: "EUR", resolutionMode: "REFUND_ONLY" });
  await moveClock(4 * dayMs);
  expect((await ask("Order/Get", { orderId })).transactions).toMatchObject([
    { operationType: "DEBIT", amount: 2000, detailedStatus: "CAPTURED" },
    { operationType: "CREDIT", amount: 500, detailedStatus: "REFUSED", status: "UNPAID" },
  ]);
  expect(await refundsIn(orderId)).toEqual([350, 500, -500]);
  await heard("CREDIT", "REFUSED", orderId);
  await moveClock(0);
});

test("a tester lets the latest refund fail, or a certain one, each once", async () => {
  const { id, orderId } = await sandbox.open();
  await sandbox.pay(id, "4242424242424242");
  const fail = async (refund?: string) => sandbox.call("POST", `/payment/sessions/${id}/fail-refund`, { refund });
  expect((await fail()).status).toBe(404);
  for (const amount of [100, 200, 300])
    await sandbox.call("POST", `/payment/sessions/${id}/refund`, { amount: { amount, currency: "EUR" } });
  const { refunds } = await (await fail()).json();
  expect((await fail(refunds[0].id)).status).toBe(200);
  expect((await fail(refunds[0].id)).status).toBe(404);
  expect(await refundsIn(orderId)).toEqual([100, 200, 300, -300, -100]);
});
