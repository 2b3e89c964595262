import { demoLyraKeys } from "@guichet/contract/integrations/lyra.ts";
import { demoStripeKeys } from "@guichet/contract/integrations/stripe.ts";
import { afterAll, beforeAll } from "vitest";
import { connect as connectDatabase } from "../../database/connection.ts";
import type { Database } from "../../database/database.ts";
import { lyraPayment } from "../../integrations/lyra/lyra-payment.ts";
import { lyraStore } from "../../integrations/lyra/lyra-store.ts";
import type { PaymentProvider, PaymentSession } from "../../integrations/payment-provider.ts";
import { stripePayment } from "../../integrations/stripe/stripe-payment.ts";
import { testDatabase } from "../database.ts";
import { type Heard, openPaymentMerchant, type PaymentMerchant } from "./payment-merchant.ts";
import { lyraShop, stripeShop } from "./provider-shops.ts";

/** `apiKey` and `webhookSecret` replace the demo's; `aheadMs` is how far the reader's clock is ahead. */
interface Change {
  url?: string;
  apiKey?: string;
  webhookSecret?: string;
  aheadMs?: number;
}

/** What differs between providers, and is right at each. */
export interface PaymentAdapter {
  name: string;
  connect(at: { url: string; db: Database }, change: Change): PaymentProvider;
  cards: { accepted: string; declined: string; strong: string };
  /** A declined card ends the sandbox's page; at Stripe the customer may try another one. */
  stateAfterDecline: PaymentSession["state"];
  /** A page that the merchant closes. */
  stateAfterCancel: PaymentSession["state"];
  /** A page that the customer leaves. */
  stateAfterLeaving: PaymentSession["state"];
  declineCode: string;
  /** The code of a refund that the bank of its card returns, and a text in the notification of it. */
  failedRefundCode: string;
  failedRefundText: string;
  /** A notification without its signature. */
  unsigned(heard: Heard): Heard;
  /** How often an answer must be lost until the adapter reports it. */
  lostAnswers: number;
}

export interface Connected {
  merchant: PaymentMerchant;
  provider: PaymentProvider;
  /** The same adapter once more, changed. */
  connect(change: Change): PaymentProvider;
}

/** Opens a merchant and connects an adapter to it, for the tests of one `describe`. */
export function connectAdapter(adapter: PaymentAdapter): Connected {
  const connected = {} as Connected;
  let close = async () => {};
  beforeAll(async () => {
    const [merchant, database] = await Promise.all([openPaymentMerchant(), testDatabase()]);
    const connection = connectDatabase(database.url, connectionsMax, () => undefined);
    close = async () => {
      await Promise.all([merchant.close(), connection.close()]);
      await database.drop();
    };
    await merchant.post("/payment/stripe/webhook-endpoint", { url: merchant.notifyUrl });
    const connect = (change: Change) =>
      adapter.connect({ url: change.url ?? merchant.sandbox.url, db: connection.db }, change);
    Object.assign(connected, { merchant, provider: connect({}), connect });
  });
  afterAll(() => close());
  return connected;
}

const connectionsMax = 10;
const withoutHeaders = ({ body }: Heard): Heard => ({ headers: {}, body });

/** Every adapter of the port, which all fulfil the same cases. */
export const paymentAdapters: readonly PaymentAdapter[] = [
  {
    name: "stripe",
    connect: ({ url }, { apiKey, webhookSecret, aheadMs = 0 }) =>
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
    failedRefundCode: "expired_or_canceled_card",
    failedRefundText: "refund.failed",
    lostAnswers: stripeShop.lostAnswers,
    unsigned: withoutHeaders,
  },
  {
    name: "lyra",
    connect: ({ url, db }, { apiKey, webhookSecret, aheadMs = 0 }) =>
      lyraPayment({
        ...demoLyraKeys,
        url,
        password: apiKey ?? webhookSecret ?? demoLyraKeys.password,
        store: lyraStore(db, "lyra/main"),
        now: () => new Date(Date.now() + aheadMs),
      }),
    cards: { accepted: "4970100000000014", declined: "4970100000000022", strong: "4970100000000030" },
    stateAfterDecline: "open",
    stateAfterCancel: "cancelled",
    stateAfterLeaving: "open",
    declineCode: "declined_05",
    failedRefundCode: "card_expired",
    failedRefundText: "CREDIT",
    lostAnswers: lyraShop.lostAnswers,
    unsigned: ({ headers, body }) => ({ headers, body: body.replace(/kr-hash=\w+&/, "") }),
  },
];
