import type Stripe from "stripe";
import { type NewSession, type PaymentSession, ProviderUnreachable } from "../payment-provider.ts";
import { toStripeAmount, toStripeCurrency } from "./stripe-amounts.ts";
import { type StripeClient, StripeRefused } from "./stripe-client.ts";
import { customerOf } from "./stripe-customers.ts";
import { checkoutParts, type OurMetadata, pageMark, readCheckout, sessionOfCheckout } from "./stripe-sessions.ts";

/** Stripe's shortest life of a page, and a minute for the request to arrive. */
const minutesAfterOurEnd = 31;
/** Our sessions live half an hour at most: this page was created in the hour before its end. */
const createdWithinMinutes = 60;
const pageSize = 100;
const pagesMax = 100;

/**
 * Opens the page where the customer pays or saves a card; the same reference again returns the same page in its current
 * state. The parameters follow from the request alone, so that Stripe recognises its repetition by the idempotency key.
 */
export async function openCheckout(stripe: StripeClient, asked: NewSession): Promise<PaymentSession> {
  const params = await paramsOf(stripe, asked);
  const end = Math.ceil(Date.parse(asked.expiresAt) / 1000) + minutesAfterOurEnd * 60;
  try {
    const created = await create(stripe, { ...params, expires_at: end }, asked.reference);
    // A repeated request gets the answer of the first one, which may be outdated.
    const session = isReplayed(created) ? await readCheckout(stripe, created.id) : created;
    return sessionOfCheckout(stripe, session);
  } catch (failure) {
    if (failure instanceof StripeRefused && failure.error.param === "expires_at") {
      return openAfterItsEnd(stripe, params, asked);
    }
    throw failure;
  }
}

/**
 * The page of a request after its end, when Stripe may have forgotten the idempotency key: the existing page, or a new
 * one that is expired at once, so that nobody can pay.
 */
async function openAfterItsEnd(
  stripe: StripeClient,
  params: Stripe.Checkout.SessionCreateParams,
  asked: NewSession,
): Promise<PaymentSession> {
  const earlier = await findCheckout(stripe, asked);
  if (earlier !== undefined) return sessionOfCheckout(stripe, earlier);
  const { id } = await create(stripe, params, `${asked.reference}:after-its-end`);
  await expire(stripe, id);
  return sessionOfCheckout(stripe, await readCheckout(stripe, id));
}

async function findCheckout(stripe: StripeClient, asked: NewSession): Promise<Stripe.Checkout.Session | undefined> {
  const end = Math.ceil(Date.parse(asked.expiresAt) / 1000);
  const created = { gte: end - createdWithinMinutes * 60, lte: end + minutesAfterOurEnd * 60 };
  let after: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const { data, has_more } = await stripe.askList("find a page", (api) =>
      api.checkout.sessions.list({
        created,
        limit: pageSize,
        expand: checkoutParts.map((part) => `data.${part}`),
        ...(after !== undefined && { starting_after: after }),
      }),
    );
    const found = data.find(({ metadata }) => metadata?.reference === asked.reference);
    if (found !== undefined || !has_more) return found;
    after = data.at(-1)?.id;
  }
  throw new ProviderUnreachable("Stripe: too many pages to find one");
}

function create(stripe: StripeClient, params: Stripe.Checkout.SessionCreateParams, idempotencyKey: string) {
  return stripe.ask("open a page", (api) => api.checkout.sessions.create(params, { idempotencyKey }));
}

/** Expires a page; one that is complete or expired is left as it is. */
export async function expire(stripe: StripeClient, id: string): Promise<void> {
  try {
    await stripe.ask("expire a page", (api) => api.checkout.sessions.expire(id));
  } catch (failure) {
    // The customer was faster: the caller reads what happened.
    if (!(failure instanceof StripeRefused)) throw failure;
  }
}

async function paramsOf(stripe: StripeClient, asked: NewSession): Promise<Stripe.Checkout.SessionCreateParams> {
  const {
    reference,
    orderId,
    language,
    returnUrl,
    cancelUrl = returnUrl,
    customer,
    saveMethod,
    savedMethod,
    purpose,
  } = asked;
  const metadata: OurMetadata = { reference, orderId };
  const knowsCustomer = saveMethod || savedMethod !== undefined || purpose === "save";
  return {
    client_reference_id: reference,
    metadata,
    // Stripe has no Arabic page: the page then uses the browser's language.
    locale: language === "ar" ? "auto" : language,
    success_url: returnUrl,
    cancel_url: cancelUrl,
    allowed_payment_method_types: ["card"],
    expand: checkoutParts,
    ...(knowsCustomer && { customer: await customerOf(stripe, customer) }),
    ...(purpose === "save" ? saving(asked, metadata) : paying(asked, metadata)),
  };
}

function saving({ amount }: NewSession, metadata: OurMetadata): Stripe.Checkout.SessionCreateParams {
  return { mode: "setup", currency: toStripeCurrency(amount.currency), setup_intent_data: { metadata } };
}

function paying(asked: NewSession, metadata: OurMetadata): Stripe.Checkout.SessionCreateParams {
  const { merchant, description, amount, capture, saveMethod, savedMethod } = asked;
  const name = description ?? merchant;
  // One account may serve several networks: the page names the one that sells.
  const product = { name, ...(description !== undefined && { description: merchant }) };
  const price = { currency: toStripeCurrency(amount.currency), unit_amount: toStripeAmount(amount) };
  return {
    mode: "payment",
    line_items: [{ quantity: 1, price_data: { ...price, product_data: product } }],
    // The customer pays exactly the amount due, in its currency.
    adaptive_pricing: { enabled: false },
    payment_intent_data: {
      description: name,
      metadata: { ...metadata, ...pageMark },
      capture_method: capture === "manual" ? "manual" : "automatic",
      ...(saveMethod && { setup_future_usage: "off_session" }),
    },
    ...(savedMethod !== undefined && {
      saved_payment_method_options: { allow_redisplay_filters: ["always", "limited", "unspecified"] },
    }),
  };
}

/** Whether Stripe answered with its stored answer to the first request of this idempotency key. */
function isReplayed({ lastResponse }: Stripe.Response<object>): boolean {
  return lastResponse.headers["idempotent-replayed"] === "true";
}
