import { demoPaymentKeys } from "@guichet/contract/integrations/sandbox-payment.ts";
import { demoStripeKeys } from "@guichet/contract/integrations/stripe.ts";
import { afterAll, beforeAll } from "vitest";
import type { PaymentProvider, PaymentSession } from "../../integrations/payment-provider.ts";
import { sandboxPayment } from "../../integrations/sandbox-payment.ts";
import { stripePayment } from "../../integrations/stripe/stripe-payment.ts";
import { openPaymentMerchant, type PaymentMerchant } from "./payment-merchant.ts";

/** What differs between providers, and is right at each. */
export interface PaymentAdapter {
  name: string;
  /** `apiKey` and `webhookSecret` replace the demo's; `aheadMs` is how far the reader's clock is ahead. */
  connect(url: string, change?: { apiKey?: string; webhookSecret?: string; aheadMs?: number }): PaymentProvider;
  cards: { accepted: string; declined: string; strong: string };
  /** A declined card ends the sandbox's page; at Stripe the customer may try another one. */
  stateAfterDecline: PaymentSession["state"];
  /** A page that the merchant closes. */
  stateAfterCancel: PaymentSession["state"];
  /** A page that the customer leaves. */
  stateAfterLeaving: PaymentSession["state"];
  declineCode: string;
  /** How often an answer must be lost until the adapter reports it. */
  lostAnswers: number;
}

/** Opens a merchant and connects an adapter to it, for the tests of one `describe`. */
export function connectAdapter(adapter: PaymentAdapter): { merchant: PaymentMerchant; provider: PaymentProvider } {
  const connected = {} as { merchant: PaymentMerchant; provider: PaymentProvider };
  beforeAll(async () => {
    const merchant = await openPaymentMerchant();
    await merchant.post("/payment/stripe/webhook-endpoint", { url: merchant.notifyUrl });
    Object.assign(connected, { merchant, provider: adapter.connect(merchant.sandbox.url) });
  });
  afterAll(() => connected.merchant.close());
  return connected;
}

/** Every adapter of the port, which all fulfil the same cases. */
export const paymentAdapters: readonly PaymentAdapter[] = [
  {
    name: "sandbox",
    connect: (url, { apiKey, webhookSecret } = {}) =>
      sandboxPayment({
        url,
        apiKey: apiKey ?? demoPaymentKeys.apiKey,
        notificationSecret: webhookSecret ?? demoPaymentKeys.notificationSecret,
      }),
    cards: { accepted: "4970100000000014", declined: "4970100000000022", strong: "4970100000000030" },
    stateAfterDecline: "refused",
    stateAfterCancel: "cancelled",
    stateAfterLeaving: "cancelled",
    declineCode: "card_declined",
    lostAnswers: 1,
  },
  {
    name: "stripe",
    connect: (url, { apiKey, webhookSecret, aheadMs = 0 } = {}) =>
      stripePayment({
        url,
        apiKey: apiKey ?? demoStripeKeys.apiKey,
        webhookSecret: webhookSecret ?? demoStripeKeys.webhookSecret,
        now: () => new Date(Date.now() + aheadMs),
      }),
    cards: { accepted: "4242424242424242", declined: "4000000000000002", strong: "4000002500003155" },
    stateAfterDecline: "open",
    stateAfterCancel: "expired",
    stateAfterLeaving: "open",
    declineCode: "generic_decline",
    // Stripe's library repeats a request once whose connection was closed, with the same key.
    lostAnswers: 2,
  },
];
