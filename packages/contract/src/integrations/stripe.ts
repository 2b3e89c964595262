/** Version of Stripe's API that the adapter speaks and the stand-in answers in; the library's types reject any other. */
export const stripeApiVersion = "2026-10-28.endive";

/** The creditor identifier under which the stand-in collects direct debits. */
export const demoStripeCreditorId = "FR48ZZZ594823";

/** The demo's keys of the stand-in, in Stripe's formats; no real account has them. */
export const demoStripeKeys = {
  apiKey: "sk_test_sandboxDemoStripeKey",
  webhookSecret: "whsec_sandboxDemoStripeWebhookSecret",
} as const;

/** Where the Ticket API receives the webhooks of the demo's account. */
export const demoStripeNotificationsPath = "/payment/notifications/stripe/main";

/** Events that the webhook endpoint at Stripe is subscribed to. */
export const stripeWebhookEvents = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "payment_intent.amount_capturable_updated",
  "payment_intent.requires_action",
  "payment_intent.canceled",
  "mandate.updated",
  "charge.refunded",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
  "payout.paid",
  "payout.failed",
  "payout.canceled",
  "payout.reconciliation_completed",
] as const;

/** Most seconds between the signature of a webhook and its arrival, as Stripe's library proposes. */
export const stripeToleranceSeconds = 300;

/** Currencies without decimals at Stripe (docs.stripe.com/currencies). ISK and UGX have none either, but Stripe counts them in hundredths. */
const zeroDecimal = new Set("BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" "));
/** Currencies with three decimals, of which Stripe accepts only amounts with 0 as the last digit. */
const threeDecimal = new Set("BHD JOD KWD OMR TND".split(" "));

/** Smallest charges in the smallest unit of a currency, where they are not 50 (docs.stripe.com/currencies, "Minimum and maximum charge amounts"). */
const leastCharges: Readonly<Record<string, number>> = {
  ...{ AED: 200, BGN: 100, CZK: 1_500, DKK: 250, GBP: 30, HKD: 400, HUF: 17_500, MXN: 1_000 },
  ...{ MYR: 200, NOK: 300, PLN: 200, RON: 200, SEK: 300, THB: 1_000 },
};

/** The smallest charge that Stripe accepts in a currency, in its smallest unit. */
export const leastStripeCharge = (currency: string): number => leastCharges[currency.toUpperCase()] ?? 50;

/** Decimals of a currency at Stripe, and the step of its amounts in the smallest unit. */
export function stripeUnits(currency: string): { digits: number; step: number } {
  const code = currency.toUpperCase();
  if (zeroDecimal.has(code)) return { digits: 0, step: 1 };
  return threeDecimal.has(code) ? { digits: 3, step: 10 } : { digits: 2, step: 1 };
}
