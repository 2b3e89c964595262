import { type PaymentProvider, type PaymentSession, ProviderRefused } from "../payment-provider.ts";
import { acceptedAmounts } from "./stripe-amounts.ts";
import { cancelIntent, chargeSaved, closeCharge } from "./stripe-charges.ts";
import { expire, openCheckout } from "./stripe-checkout.ts";
import { isMissing, type StripeClient, StripeRefused, type StripeSettings, stripeClient } from "./stripe-client.ts";
import { checkConnection } from "./stripe-connection.ts";
import { stripeDebits } from "./stripe-debits.ts";
import { readDispute } from "./stripe-disputes.ts";
import { listSince, parseNotification } from "./stripe-events.ts";
import { submitEvidence } from "./stripe-evidence.ts";
import { intentOf, refundPayment } from "./stripe-refunds.ts";
import { readSession } from "./stripe-sessions.ts";
import { settlementOf } from "./stripe-settlement.ts";

/**
 * Stripe as the payment provider (decision 137). A session is a Checkout Session (`cs_...`) or, for a charge on a saved
 * card, a PaymentIntent (`pi_...`).
 */
export function stripePayment(settings: StripeSettings): PaymentProvider {
  const stripe = stripeClient(settings);
  return {
    create: (request) => openCheckout(stripe, request),
    get: (sessionId) => readSession(stripe, sessionId),
    getDispute: (disputeId) => readDispute(stripe, disputeId),
    submitEvidence: (disputeId, evidence) => submitEvidence(stripe, disputeId, evidence),
    settlement: settlementOf(stripe),
    debits: stripeDebits(stripe),
    listSince: (cursor) => listSince(stripe, cursor),
    capture: (sessionId) => capture(stripe, sessionId),
    cancel: (sessionId) => cancel(stripe, sessionId),
    refund: (sessionId, request) => refundPayment(stripe, sessionId, request),
    chargeSaved: (request) => chargeSaved(stripe, request),
    closeCharge: (request) => closeCharge(stripe, request),
    removeSavedMethod: (methodId) => removeSavedMethod(stripe, methodId),
    parseNotification: (headers, body, now) => parseNotification(stripe, headers, body, now),
    acceptedAmounts,
    checkConnection: (wanted) => checkConnection(stripe, wanted),
  };
}

async function capture(stripe: StripeClient, sessionId: string): Promise<PaymentSession> {
  const intent = await intentOf(stripe, sessionId);
  if (intent?.status === "requires_capture") {
    try {
      await stripe.ask("capture", (api) =>
        api.paymentIntents.capture(intent.id, {}, { idempotencyKey: `${intent.id}:capture` }),
      );
    } catch (failure) {
      // Another request captured or cancelled it first.
      if (!(failure instanceof StripeRefused)) throw failure;
    }
  }
  const session = await known(stripe, sessionId);
  if (session.state === "captured") return session;
  throw new ProviderRefused("session_not_authorised", `The session is ${session.state}`);
}

async function cancel(stripe: StripeClient, sessionId: string): Promise<PaymentSession> {
  const before = await known(stripe, sessionId);
  if (before.state === "open" && sessionId.startsWith("cs_")) await expire(stripe, sessionId);
  // The page may have been paid meanwhile, or its amount be authorised only.
  const now = before.state === "open" ? await known(stripe, sessionId) : before;
  if (now.state !== "authorised" && now.state !== "open") return now;
  const intent = await intentOf(stripe, sessionId);
  if (intent !== undefined) await cancelIntent(stripe, intent);
  return known(stripe, sessionId);
}

async function known(stripe: StripeClient, sessionId: string): Promise<PaymentSession> {
  const session = await readSession(stripe, sessionId);
  if (session === undefined) throw new ProviderRefused("session_unknown", "Stripe does not know this session");
  return session;
}

/** Detaches a saved card; one that is detached or unknown stays so. */
async function removeSavedMethod(stripe: StripeClient, methodId: string): Promise<void> {
  try {
    await stripe.ask("remove a saved payment method", (api) => api.paymentMethods.detach(methodId));
  } catch (failure) {
    if (isMissing(failure)) return;
    if (!(failure instanceof StripeRefused)) throw failure;
    const method = await stripe.ask("read a saved payment method", (api) => api.paymentMethods.retrieve(methodId));
    if (method.customer != null) throw failure;
  }
}
