import type Stripe from "stripe";
import {
  type PaymentSession,
  type PresentCharge,
  ProviderRefused,
  ProviderUnreachable,
  type SavedCharge,
} from "../payment-provider.ts";
import { toStripeAmount, toStripeCurrency } from "./stripe-amounts.ts";
import { isMissing, type StripeClient, StripeRefused } from "./stripe-client.ts";
import { customerOf, findCustomer, isCustomer } from "./stripe-customers.ts";
import { expanded, intentParts, type OurMetadata, readIntent, sessionOfCharge } from "./stripe-sessions.ts";
import { cancellationOf } from "./stripe-states.ts";

const mostEarlierCharges = 100;
const endable = new Set(["requires_payment_method", "requires_confirmation", "requires_action", "requires_capture"]);

/**
 * Charges a saved card. An earlier charge of this reference is looked up first, because Stripe replays its first answer
 * to an idempotency key for a day, and then forgets the key. A declined charge is cancelled, so that nobody can pay it
 * later.
 */
export async function chargeSaved(stripe: StripeClient, charge: SavedCharge): Promise<PaymentSession> {
  const { customer, isAttached } = await ownerOf(stripe, charge);
  const earlier = customer && (await findCharge(stripe, customer, charge));
  if (earlier && !isUnderWay(earlier)) return sessionOfCharge(stripe, await abandoned(stripe, earlier));
  if (!isAttached || customer === undefined) {
    throw new ProviderRefused("method_removed", "The customer has removed this card");
  }
  if (isPresent(charge) && stripe.settings.now().getTime() >= Date.parse(charge.present.expiresAt)) {
    return closeCharge(stripe, charge);
  }
  try {
    return await sessionOfCharge(stripe, await confirm(stripe, customer, charge));
  } catch (failure) {
    if (!(failure instanceof StripeRefused)) throw failure;
    return sessionOfCharge(stripe, await afterRefusal(stripe, customer, charge, failure));
  }
}

/**
 * Closes a charge, also one that never arrived: a payment that is not confirmed takes its idempotency key, so that the
 * charge is refused if it arrives later.
 */
export async function closeCharge(stripe: StripeClient, charge: PresentCharge): Promise<PaymentSession> {
  const customer = (await ownerOf(stripe, charge)).customer ?? (await customerOf(stripe, charge.customer));
  const closing =
    (await findCharge(stripe, customer, charge)) ??
    (await takeKey(stripe, customer, charge)) ??
    (await findCharge(stripe, customer, charge));
  if (closing === undefined) throw new ProviderUnreachable("Stripe: the charge to close is not there yet");
  return sessionOfCharge(stripe, await cancelIntent(stripe, closing));
}

/**
 * Creates the payment without confirming it; undefined if the key was used by the charge itself, which has then reached Stripe.
 */
async function takeKey(
  stripe: StripeClient,
  customer: string,
  charge: SavedCharge,
): Promise<Stripe.PaymentIntent | undefined> {
  const { metadata, ...params } = { ...paramsOf(customer, charge), expand: intentParts };
  const closing = { ...params, metadata: { ...metadata, closing: "yes" } };
  try {
    return await stripe.ask("close a charge", (api) =>
      api.paymentIntents.create(closing, { idempotencyKey: charge.reference }),
    );
  } catch (failure) {
    if (failure instanceof ProviderRefused && failure.code === "reference_reused") return undefined;
    throw failure;
  }
}

/** Cancels a PaymentIntent; a final one is returned unchanged. */
export async function cancelIntent(
  stripe: StripeClient,
  intent: Stripe.PaymentIntent,
  reason: "declined" | "closed" = "closed",
): Promise<Stripe.PaymentIntent> {
  if (!endable.has(intent.status)) return intent;
  const params = { cancellation_reason: cancellationOf[reason], expand: intentParts };
  try {
    return await stripe.ask("cancel a payment", (api) => api.paymentIntents.cancel(intent.id, params));
  } catch (failure) {
    // It ended meanwhile.
    if (failure instanceof StripeRefused) return readIntent(stripe, intent.id);
    throw failure;
  }
}

function confirm(stripe: StripeClient, customer: string, charge: SavedCharge): Promise<Stripe.PaymentIntent> {
  const { method, present } = charge;
  const params: Stripe.PaymentIntentCreateParams = {
    ...paramsOf(customer, charge),
    payment_method: method,
    confirm: true,
    expand: intentParts,
    ...(present === undefined ? { off_session: true } : { return_url: present.returnUrl }),
  };
  return stripe.ask("charge a saved card", (api) =>
    api.paymentIntents.create(params, { idempotencyKey: charge.reference }),
  );
}

function paramsOf(customer: string, charge: SavedCharge) {
  const { reference, orderId, amount, present } = charge;
  const metadata: OurMetadata = { reference, orderId };
  const description = present?.description ?? present?.merchant;
  return {
    amount: toStripeAmount(amount),
    currency: toStripeCurrency(amount.currency),
    customer,
    metadata,
    allowed_payment_method_types: ["card" as const],
    ...(description !== undefined && { description }),
  };
}

/** The outcome of a refused charge: declined by the bank, or closed before under the same key. */
async function afterRefusal(
  stripe: StripeClient,
  customer: string,
  charge: SavedCharge,
  failure: StripeRefused,
): Promise<Stripe.PaymentIntent> {
  const declined = failure.error.payment_intent;
  const found =
    declined === undefined ? await findCharge(stripe, customer, charge) : await readIntent(stripe, declined.id);
  if (found === undefined) throw failure;
  return abandoned(stripe, found);
}

/** Cancels what another process left behind: a declined charge, or a closing one. Any other stays. */
function abandoned(stripe: StripeClient, intent: Stripe.PaymentIntent): Promise<Stripe.PaymentIntent> {
  if (isClosing(intent)) return cancelIntent(stripe, intent);
  const isDeclined = intent.status === "requires_payment_method" && intent.last_payment_error != null;
  return isDeclined ? cancelIntent(stripe, intent, "declined") : Promise.resolve(intent);
}

/** Whether this charge is being confirmed by another request: the idempotency key waits for its answer. */
const isUnderWay = (intent: Stripe.PaymentIntent): boolean =>
  !isClosing(intent) &&
  (intent.status === "requires_confirmation" || intent.status === "requires_payment_method") &&
  intent.last_payment_error == null;

const isClosing = ({ metadata }: Stripe.PaymentIntent): boolean => metadata.closing !== undefined;

/** The earlier charge of this reference; one about another amount is refused. */
async function findCharge(
  stripe: StripeClient,
  customer: string,
  { reference, amount }: SavedCharge,
): Promise<Stripe.PaymentIntent | undefined> {
  const { data } = await stripe.askList("find a charge", (api) =>
    api.paymentIntents.list({
      customer,
      limit: mostEarlierCharges,
      expand: intentParts.map((part) => `data.${part}`),
    }),
  );
  const found = data.find(({ metadata }) => metadata.reference === reference && metadata.page === undefined);
  if (found === undefined) return undefined;
  const isSame = found.amount === toStripeAmount(amount) && found.currency === toStripeCurrency(amount.currency);
  if (!isSame) throw new ProviderRefused("reference_reused", "The reference was used for another amount");
  return found;
}

/** The Customer who owns the card; once the card is detached, the Customer of the charge. */
async function ownerOf(
  stripe: StripeClient,
  charge: SavedCharge,
): Promise<{ customer: string | undefined; isAttached: boolean }> {
  const method = await stripe
    .ask("read a saved card", (api) => api.paymentMethods.retrieve(charge.method, { expand: ["customer"] }))
    .catch((failure) => {
      if (isMissing(failure)) throw new ProviderRefused("method_unknown", "Stripe does not have this card");
      throw failure;
    });
  const owner = expanded(method.customer);
  if (owner === undefined) return { customer: await findCustomer(stripe, charge.customer), isAttached: false };
  if (!isCustomer(owner, charge.customer)) {
    throw new ProviderRefused("method_unknown", "The card belongs to another customer");
  }
  return { customer: owner.id, isAttached: true };
}

const isPresent = (charge: SavedCharge): charge is PresentCharge => charge.present !== undefined;
