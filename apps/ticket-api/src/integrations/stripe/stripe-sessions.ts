import type { Money } from "@guichet/contract/values.ts";
import type Stripe from "stripe";
import { type FailedRefund, type PayingCard, type PaymentSession, ProviderUnreachable } from "../payment-provider.ts";
import { fromStripeAmount } from "./stripe-amounts.ts";
import { isMissing, type StripeClient } from "./stripe-client.ts";
import { stateOfCheckout, stateOfIntent } from "./stripe-states.ts";

/** What an answer about a payment contains besides ids. */
export const intentParts = ["latest_charge.refunds", "payment_method"];
export const checkoutParts = [
  "payment_intent.latest_charge.refunds",
  "payment_intent.payment_method",
  "setup_intent.payment_method",
];

const refundPageSize = 100;
const refundPagesMax = 10;

/** Metadata of our objects at Stripe. A PaymentIntent with `page` belongs to a Checkout Session. */
export interface OurMetadata extends Record<string, string> {
  reference: string;
  orderId: string;
}
export const pageMark = { page: "checkout" } as const;
/** Of a PaymentIntent that is a direct debit. */
export const debitMark = { debit: "sepa" } as const;

/** A refund is ours by its `reference`, and names its payment. */
export interface RefundMetadata extends Record<string, string> {
  reference: string;
  payment: string;
}

/** The current session by the id of a Checkout Session or of a PaymentIntent; undefined if Stripe does not know it. */
export async function readSession(stripe: StripeClient, id: string): Promise<PaymentSession | undefined> {
  try {
    if (id.startsWith("cs_")) return await sessionOfCheckout(stripe, await readCheckout(stripe, id));
    if (id.startsWith("pi_")) return await sessionOfIntent(stripe, await readIntent(stripe, id));
    return undefined;
  } catch (failure) {
    if (isMissing(failure)) return undefined;
    throw failure;
  }
}

export const readCheckout = (stripe: StripeClient, id: string): Promise<Stripe.Checkout.Session> =>
  stripe.ask("read a page", (api) => api.checkout.sessions.retrieve(id, { expand: checkoutParts }));

export const readIntent = (stripe: StripeClient, id: string): Promise<Stripe.PaymentIntent> =>
  stripe.ask("read a payment", (api) => api.paymentIntents.retrieve(id, { expand: intentParts }));

/** The session of a PaymentIntent: of its page, if it has one. */
export async function sessionOfIntent(
  stripe: StripeClient,
  intent: Stripe.PaymentIntent,
): Promise<PaymentSession | undefined> {
  if (intent.metadata?.page !== pageMark.page) return sessionOfCharge(stripe, intent);
  const found = await stripe.askList("find a page", (api) =>
    api.checkout.sessions.list({
      payment_intent: intent.id,
      limit: 1,
      expand: checkoutParts.map((part) => `data.${part}`),
    }),
  );
  const [session] = found.data;
  return session && sessionOfCheckout(stripe, session);
}

/** The session of a page, whose parts are expanded. */
export async function sessionOfCheckout(
  stripe: StripeClient,
  session: Stripe.Checkout.Session,
): Promise<PaymentSession> {
  const { id, metadata, currency } = session;
  const intent = expanded(session.payment_intent);
  const setup = expanded(session.setup_intent);
  if (typeof id !== "string" || typeof currency !== "string") throw new ProviderUnreachable("Stripe: malformed page");
  const amount = fromStripeAmount(session.amount_total ?? 0, currency);
  return {
    id,
    ...namesIn(metadata),
    state: stateOfCheckout(session, intent, setup),
    amount,
    ...(intent === undefined ? untouched(amount, session.created) : await moneyOf(stripe, intent)),
    paymentUrl: session.status === "open" ? (session.url ?? undefined) : undefined,
    refusal: refusalOf(intent?.last_payment_error ?? setup?.last_setup_error),
    method: intent === undefined ? cardOf(expanded(setup?.payment_method), undefined) : cardOfIntent(intent),
  };
}

/** The session of a charge on a saved card. */
export async function sessionOfCharge(stripe: StripeClient, intent: Stripe.PaymentIntent): Promise<PaymentSession> {
  const { id, metadata, currency } = intent;
  if (typeof id !== "string" || typeof currency !== "string")
    throw new ProviderUnreachable("Stripe: malformed payment");
  const state = stateOfIntent(intent);
  return {
    id,
    ...namesIn(metadata),
    state,
    amount: fromStripeAmount(intent.amount, currency),
    ...(await moneyOf(stripe, intent)),
    paymentUrl: state === "open" ? (intent.next_action?.redirect_to_url?.url ?? undefined) : undefined,
    refusal: refusalOf(intent.last_payment_error),
    method: cardOfIntent(intent),
    ...(isDebit(intent) && { debit: { isReturned: await isReturned(stripe, intent) } }),
  };
}

const isDebit = ({ metadata }: Stripe.PaymentIntent): boolean => metadata?.debit === debitMark.debit;

const isReturned = async (stripe: StripeClient, intent: Stripe.PaymentIntent): Promise<boolean> =>
  expanded(intent.latest_charge)?.disputed === true && (await returnsOf(stripe, intent.id)).length > 0;

/** Disputes by which the bank has taken a debit back: they are final, whatever their state. */
export async function returnsOf(stripe: StripeClient, intent: string): Promise<Stripe.Dispute[]> {
  const { data } = await stripe.askList("list the returns of a debit", (api) =>
    api.disputes.list({ payment_intent: intent, limit: refundPageSize }),
  );
  const withdrawn = ({ balance_transactions: moved }: Stripe.Dispute) =>
    moved.reduce((sum, { amount }) => sum - amount, 0);
  return data.filter((dispute) => dispute.status === "lost" || withdrawn(dispute) > 0);
}

type Moved = Pick<PaymentSession, "captured" | "refunded" | "refunds" | "failedRefunds" | "changedAt">;

function untouched(amount: Money, changedSeconds: number): Moved {
  const nothing = { ...amount, amount: 0 };
  return { captured: nothing, refunded: nothing, refunds: [], failedRefunds: [], changedAt: instantOf(changedSeconds) };
}

async function moneyOf(stripe: StripeClient, intent: Stripe.PaymentIntent): Promise<Moved> {
  const charge = expanded(intent.latest_charge);
  // A failed refund does not count in the charge's amount any more, but is in its list.
  const hasRefunds = charge !== undefined && (charge.amount_refunded > 0 || (charge.refunds?.data.length ?? 0) > 0);
  const all = hasRefunds ? await refundsOf(stripe, intent.id) : [];
  const refunds = all.filter((each) => !hasFailed(each));
  const refunded = refunds.reduce((sum, { amount }) => sum + amount, 0);
  const changed = [intent.created, intent.canceled_at ?? 0, charge?.created ?? 0, ...all.map((each) => each.created)];
  return {
    captured: fromStripeAmount(intent.amount_received, intent.currency),
    refunded: fromStripeAmount(refunded, intent.currency),
    refunds: refunds.map(refundOf),
    failedRefunds: all.filter(hasFailed).map(failedRefundOf),
    changedAt: instantOf(Math.max(...changed)),
  };
}

const refundOf = (refund: Stripe.Refund) => ({
  reference: refund.metadata?.reference ?? refund.id,
  amount: fromStripeAmount(refund.amount, refund.currency),
  at: instantOf(refund.created),
});

/** Whether a refund did not reach the card: Stripe has its amount again. */
export const hasFailed = ({ status }: Pick<Stripe.Refund, "status">): boolean =>
  status === "failed" || status === "canceled";

export const failedRefundOf = (refund: Stripe.Refund): FailedRefund => ({
  ...refundOf(refund),
  id: refund.id,
  code: refund.failure_reason ?? refund.status ?? "failed",
});

/** Every refund of a payment, failed ones included, oldest first. */
export async function refundsOf(stripe: StripeClient, intent: string): Promise<Stripe.Refund[]> {
  const refunds: Stripe.Refund[] = [];
  let after: string | undefined;
  for (let page = 0; page < refundPagesMax; page += 1) {
    const { data, has_more } = await stripe.askList("list refunds", (api) =>
      api.refunds.list({
        payment_intent: intent,
        limit: refundPageSize,
        ...(after !== undefined && { starting_after: after }),
      }),
    );
    refunds.push(...data);
    after = data.at(-1)?.id;
    if (!has_more || after === undefined) break;
  }
  return refunds.reverse();
}

function namesIn(metadata: Stripe.Metadata | null): Pick<PaymentSession, "reference" | "orderId"> {
  return { reference: metadata?.reference ?? "", orderId: metadata?.orderId ?? "" };
}

function refusalOf(
  error: { code?: string | null | undefined; decline_code?: string | null | undefined } | null | undefined,
): string | undefined {
  return error == null ? undefined : (error.decline_code ?? error.code ?? "declined");
}

function cardOfIntent(intent: Stripe.PaymentIntent): PayingCard | undefined {
  const paid = expanded(intent.latest_charge)?.payment_method_details?.card;
  const method = expanded(intent.payment_method) ?? intent.last_payment_error?.payment_method;
  return cardOf(method, paid);
}

type CardFields = Pick<Stripe.PaymentMethod.Card, "brand" | "last4" | "exp_month" | "exp_year" | "fingerprint">;

/** The card that paid; it is saved as long as it belongs to a customer. */
function cardOf(
  method: Stripe.PaymentMethod | undefined,
  paid: { [Field in keyof CardFields]?: CardFields[Field] | null } | null | undefined,
): PayingCard | undefined {
  const card = paid ?? method?.card;
  if (card?.brand == null || card.last4 == null || card.exp_year == null || card.exp_month == null) return undefined;
  return {
    brand: card.brand.toUpperCase(),
    last4: card.last4,
    expiresOn: `${card.exp_year}-${String(card.exp_month).padStart(2, "0")}`,
    savedId: method?.customer == null ? undefined : method.id,
    fingerprint: card.fingerprint ?? undefined,
  };
}

/** An object that an answer contains, and not only its id. */
export function expanded<Part extends object>(part: Part | string | null | undefined): Part | undefined {
  return typeof part === "object" && part !== null ? part : undefined;
}

const instantOf = (seconds: number): string => new Date(seconds * 1000).toISOString();
