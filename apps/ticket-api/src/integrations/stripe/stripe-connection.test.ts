import { stripeWebhookEvents } from "@guichet/contract/integrations/stripe.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paymentAdapters } from "../../testing/providers/payment-adapters.ts";
import { openPaymentMerchant, type PaymentMerchant } from "../../testing/providers/payment-merchant.ts";

const adapter = paymentAdapters.find(({ name }) => name === "stripe");
let merchant: PaymentMerchant;
beforeAll(async () => {
  merchant = await openPaymentMerchant();
});
afterAll(() => merchant.close());

/** The faults that the test of the connection finds after the webhook endpoint was set up like this. */
async function faultsWith(endpoint: object) {
  await merchant.post("/payment/stripe/webhook-endpoint", endpoint);
  return adapter?.connect(merchant.sandbox.url).checkConnection?.({ notifyUrl: merchant.notifyUrl });
}

// covers: a command tests the connection of each payment account
test("a webhook endpoint at another address, disabled, of another version or without all events is a fault", async () => {
  const url = merchant.notifyUrl;
  expect(await faultsWith({ url: "https://other.example/hooks" })).toEqual([
    { kind: "webhook-missing", detail: "https://other.example/hooks" },
  ]);
  expect(await faultsWith({ url, disabled: true })).toEqual([{ kind: "webhook-disabled", detail: "disabled" }]);
  expect(await faultsWith({ url, api_version: "2020-08-27" })).toEqual([
    { kind: "webhook-version", detail: expect.stringContaining("2020-08-27") },
  ]);
  const [missing, ...rest] = stripeWebhookEvents;
  expect(await faultsWith({ url, enabled_events: rest })).toEqual([{ kind: "webhook-events", detail: missing }]);
  expect(await faultsWith({ url, enabled_events: ["*"] })).toEqual([]);
  expect(await faultsWith({ url })).toEqual([]);
});
