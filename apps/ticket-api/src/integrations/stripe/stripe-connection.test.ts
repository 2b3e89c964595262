import { stripeWebhookEvents } from "@guichet/contract/integrations/stripe.ts";
import { expect, test } from "vitest";
import { connectAdapter, paymentAdapters } from "../../testing/providers/payment-adapters.ts";

const stripe = paymentAdapters.filter(({ name }) => name === "stripe");
const [connected] = stripe.map(connectAdapter);

// covers: a command tests the connection of each payment account
test("a key that may read and not write is named with each permission that it lacks, and nothing is changed", async () => {
  const { merchant, provider } = connected ?? expect.fail("there is no adapter of Stripe");
  const wanted = { notifyUrl: merchant.notifyUrl };
  await merchant.post("/payment/stripe/webhook-endpoint", { url: merchant.notifyUrl });
  const writes = ["checkout_session", "payment_intent", "customer", "payment_method", "charge", "dispute"];
  const missing = writes.map((resource) => `rak_${resource}_write`);
  await merchant.post("/payment/stripe/key-permissions", { missing });
  const faults = await provider.checkConnection?.(wanted);
  await merchant.post("/payment/stripe/key-permissions", { missing: ["rak_charge_write", "rak_payout_read"] });
  const few = await provider.checkConnection?.(wanted);
  await merchant.post("/payment/stripe/key-permissions", { missing: [] });
  expect(faults?.map(({ kind }) => kind)).toEqual(missing.map(() => "write-permission-missing"));
  expect(faults?.map(({ detail }) => /\((\w+)\)/.exec(detail)?.[1])).toEqual(missing);
  expect(few).toEqual([
    { kind: "permission-missing", detail: "payouts (rak_payout_read)" },
    { kind: "write-permission-missing", detail: "refunds (rak_charge_write)" },
  ]);
  const ledger = await fetch(new URL("/payment/ledger", merchant.sandbox.url));
  expect(await ledger.json()).toEqual({ items: [] });
  expect(await provider.checkConnection?.(wanted)).toEqual([]);
});

/** The faults that the test of the connection finds after the webhook endpoint was set up like this. */
async function faultsWith(endpoint: object) {
  const { merchant, provider } = connected ?? expect.fail("there is no adapter of Stripe");
  await merchant.post("/payment/stripe/webhook-endpoint", endpoint);
  return provider.checkConnection?.({ notifyUrl: merchant.notifyUrl });
}

// covers: a command tests the connection of each payment account
test("a webhook endpoint at another address, disabled, of another version or without all events is a fault", async () => {
  const url = connected?.merchant.notifyUrl;
  // Without the path of another system, which may be its secret.
  expect(await faultsWith({ url: "https://other.example/hooks/secret" })).toEqual([
    { kind: "webhook-missing", detail: "https://other.example" },
  ]);
  expect(await faultsWith({ url, disabled: true })).toEqual([{ kind: "webhook-disabled", detail: "disabled" }]);
  expect(await faultsWith({ url, api_version: "2020-08-27" })).toEqual([
    { kind: "webhook-version", detail: expect.stringContaining("2020-08-27") },
  ]);
  const [missing, ...rest] = stripeWebhookEvents;
  expect(await faultsWith({ url, enabled_events: rest })).toEqual([{ kind: "webhook-events", detail: missing }]);
  const ofCards = stripeWebhookEvents.filter((type) => type !== "mandate.updated");
  expect(await faultsWith({ url, enabled_events: ofCards })).toEqual([]);
  expect(await faultsWith({ url, enabled_events: ["*"] })).toEqual([]);
  expect(await faultsWith({ url })).toEqual([]);
});
