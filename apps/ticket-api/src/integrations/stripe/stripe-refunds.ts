import type { Money } from "@guichet/contract/values.ts";
import { type PaymentSession, ProviderRefused } from "../payment-provider.ts";
import { fromStripeAmount, toStripeAmount } from "./stripe-amounts.ts";
import { type StripeClient, StripeRefused } from "./stripe-client.ts";
import {
  expanded,
  failedRefundOf,
  hasFailed,
  type RefundMetadata,
  readCheckout,
  readIntent,
  readSession,
  refundsOf,
} from "./stripe-sessions.ts";

const acceptedAndFailed = "The refund was accepted and failed";

/**
 * Refunds at most what is left of the captured amount. An existing refund of this reference is looked up first,
 * because Stripe forgets an idempotency key after a day.
 */
export async function refundPayment(
  stripe: StripeClient,
  sessionId: string,
  { reference, amount }: { reference: string; amount: Money },
): Promise<PaymentSession> {
  const intent = await intentOf(stripe, sessionId);
  const captured = intent === undefined ? 0 : intent.amount_received;
  if (intent === undefined || captured === 0) throw new ProviderRefused("session_not_captured", "Nothing was captured");
  if (intent.currency.toUpperCase() !== amount.currency) {
    throw new ProviderRefused("currency_differs", `The payment is in ${intent.currency}`);
  }
  const wanted = toStripeAmount(amount);
  const refunds = await refundsOf(stripe, intent.id);
  const earlier = refunds.find(({ metadata }) => metadata?.reference === reference);
  if (earlier !== undefined && earlier.amount !== wanted) {
    throw new ProviderRefused("reference_reused", "The reference was used for another amount");
  }
  if (earlier !== undefined && hasFailed(earlier))
    throw new ProviderRefused(failedRefundOf(earlier).code, acceptedAndFailed);
  if (earlier === undefined) {
    const made = refunds.filter((each) => !hasFailed(each));
    const left = captured - made.reduce((sum, each) => sum + each.amount, 0);
    if (wanted > left) {
      const { amount: most } = fromStripeAmount(left, intent.currency);
      throw new ProviderRefused("refund_too_high", `At most ${most} minor units can be refunded`);
    }
    const metadata: RefundMetadata = { reference, payment: intent.metadata.reference ?? "" };
    await create(stripe, { payment_intent: intent.id, amount: wanted, metadata }, `${intent.id}:${reference}`);
  }
  const session = await readSession(stripe, sessionId);
  if (session === undefined) throw new ProviderRefused("session_unknown", "Stripe does not know this payment");
  const failed = session.failedRefunds.find((each) => each.reference === reference);
  if (failed !== undefined) throw new ProviderRefused(failed.code, acceptedAndFailed);
  return session;
}

/** Keys of one refund within the day that Stripe remembers them. */
const keysMax = 20;

/**
 * Stripe repeats a refusal for a day to whoever sends its key, although the reason may be over (a dispute was won). A key that was refused
 * never refunds anything, so the request is then sent with the next one; every process tries the keys in the same order.
 */
async function create(
  stripe: StripeClient,
  params: { payment_intent: string; amount: number; metadata: RefundMetadata },
  key: string,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const idempotencyKey = attempt === 1 ? key : `${key}:${attempt}`;
    try {
      await stripe.ask("refund", (api) => api.refunds.create(params, { idempotencyKey }));
      return;
    } catch (failure) {
      if (!(failure instanceof StripeRefused)) throw failure;
      if (isReplayed(failure) && attempt < keysMax) continue;
      const isTooHigh = failure.code === "charge_already_refunded" || failure.error.param === "amount";
      throw isTooHigh ? new ProviderRefused("refund_too_high", failure.message) : failure;
    }
  }
}

/** Whether Stripe repeats its answer to an earlier request with this key. */
const isReplayed = ({ error }: StripeRefused): boolean => error.headers?.["idempotent-replayed"] === "true";

/** The PaymentIntent behind a session; undefined while its page has none. */
export async function intentOf(stripe: StripeClient, sessionId: string) {
  if (!sessionId.startsWith("cs_")) return readIntent(stripe, sessionId);
  return expanded((await readCheckout(stripe, sessionId)).payment_intent);
}
