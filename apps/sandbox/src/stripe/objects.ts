import type { PaymentCard } from "@guichet/contract/integrations/sandbox-payment-controls.ts";
import { stripeUnits } from "@guichet/contract/integrations/stripe.ts";
import { currencyDigits } from "@guichet/texts/money-format.ts";
import type Stripe from "stripe";
import type { PaymentContext } from "../payment/context.ts";
import type { SessionRecord } from "../payment/ledger.ts";
import type { Metadata, StripePart } from "../payment/stripe-records.ts";
import {
  chargeStatusOf,
  debitError,
  hasDebitFailed,
  type SepaDetails,
  type SepaMethodObject,
  sepaDetailsOf,
  sepaMethodOf,
} from "./debit-objects.ts";
import type { CustomerRecord, DebitAccountRecord } from "./records.ts";
import { type CardError, declineOf } from "./refusals.ts";

/** A record opened through Stripe's protocol. */
export type StripeRecord = SessionRecord & { stripe: StripePart };

/** What the objects are made of. */
export interface Sources {
  payment: PaymentContext;
  customer(id: string): CustomerRecord | undefined;
  debitAccount(id: string): DebitAccountRecord | undefined;
}

/** Names of the parts that the request wants as objects instead of ids. */
export type Expand = readonly string[];
export const within = (expand: Expand, part: string): Expand | undefined => {
  const inner = expand.filter((path) => path === part || path.startsWith(`${part}.`));
  return inner.length === 0
    ? undefined
    : inner.map((path) => path.slice(part.length + 1)).filter((path) => path !== "");
};

export type CardObject = Pick<Stripe.PaymentMethod.Card, "brand" | "last4" | "exp_month" | "exp_year"> & {
  fingerprint: string | null;
};
export type CustomerObject = Pick<Stripe.Customer, "id" | "object" | "created" | "livemode" | "metadata">;
export type MethodObject =
  | (Pick<Stripe.PaymentMethod, "id" | "object" | "type" | "livemode"> & {
      card: CardObject;
      customer: string | CustomerObject | null;
    })
  | SepaMethodObject;
export type ChargeObject = Pick<
  Stripe.Charge,
  | "id"
  | "object"
  | "amount"
  | "amount_captured"
  | "amount_refunded"
  | "captured"
  | "created"
  | "currency"
  | "disputed"
  | "failure_code"
  | "livemode"
  | "metadata"
  | "paid"
  | "refunded"
  | "status"
> & {
  payment_intent: string;
  payment_method_details: { type: "card"; card: CardObject } | SepaDetails;
  refunds?: { object: "list"; data: RefundObject[]; has_more: boolean; url: string };
};
export type PaymentError = CardError & {
  payment_method: MethodObject;
};
export type IntentObject = Pick<
  Stripe.PaymentIntent,
  | "id"
  | "object"
  | "amount"
  | "amount_capturable"
  | "amount_received"
  | "canceled_at"
  | "cancellation_reason"
  | "capture_method"
  | "created"
  | "currency"
  | "description"
  | "livemode"
  | "metadata"
  | "setup_future_usage"
  | "status"
> & {
  customer: string | null;
  last_payment_error: PaymentError | null;
  latest_charge: string | ChargeObject | null;
  next_action: Pick<Stripe.PaymentIntent.NextAction, "type" | "redirect_to_url"> | null;
  payment_method: string | MethodObject | null;
};
export type SetupObject = Pick<Stripe.SetupIntent, "id" | "object" | "created" | "livemode" | "metadata" | "status"> & {
  customer: string | null;
  last_setup_error: null;
  payment_method: string | MethodObject | null;
};
export type CheckoutObject = Pick<
  Stripe.Checkout.Session,
  | "id"
  | "object"
  | "amount_total"
  | "cancel_url"
  | "client_reference_id"
  | "created"
  | "currency"
  | "expires_at"
  | "livemode"
  | "metadata"
  | "mode"
  | "payment_status"
  | "status"
  | "success_url"
  | "url"
> & {
  customer: string | null;
  payment_intent: string | IntentObject | null;
  setup_intent: string | SetupObject | null;
};
export type RefundObject = Pick<
  Stripe.Refund,
  "id" | "object" | "amount" | "created" | "currency" | "failure_reason" | "metadata" | "status"
> & { charge: string; failure_balance_transaction?: string; payment_intent: string };
// Fields have the library's types; fields with our own parts have at least the library's names.
type Fits<Sent, Own> = keyof Sent extends keyof Own ? true : never;
export const shapesHold: [
  Fits<CheckoutObject, Stripe.Checkout.Session>,
  Fits<IntentObject, Stripe.PaymentIntent>,
  Fits<SetupObject, Stripe.SetupIntent>,
  Fits<ChargeObject, Stripe.Charge>,
  Fits<RefundObject, Stripe.Refund>,
  Fits<MethodObject, Stripe.PaymentMethod>,
] = [true, true, true, true, true, true];

const livemode = false;

export const isStripeRecord = (record: SessionRecord | undefined): record is StripeRecord =>
  record?.stripe !== undefined;

/** The PaymentIntent of a session has the same random part, so that either leads to the other. */
export const intentIdOf = ({ session }: StripeRecord): string => `pi_${randomPart(session.id)}`;
export const pageIdOf = (intentId: string): string => `cs_test_${randomPart(intentId)}`;
export const chargeIdOf = ({ session }: StripeRecord): string => `ch_${randomPart(session.id)}`;
export const randomPart = (id: string): string => id.slice(id.lastIndexOf("_") + 1);

/** Amounts of the ledger are in the currency's own minor units. */
export function toSmallestUnit(amount: number, currency: string): number {
  const shift = stripeUnits(currency).digits - currencyDigits(currency);
  return shift < 0 ? amount / 10 ** -shift : amount * 10 ** shift;
}
export function fromSmallestUnit(amount: number, currency: string): number {
  const shift = currencyDigits(currency) - stripeUnits(currency).digits;
  return shift < 0 ? amount / 10 ** -shift : amount * 10 ** shift;
}

export function checkoutOf(sources: Sources, record: StripeRecord, expand: Expand = []): CheckoutObject {
  const { session, stripe } = record;
  const intent = stripe.mode === "payment" && wasTried(record) ? intentIdOf(record) : null;
  const setup = stripe.mode === "setup" ? `seti_${randomPart(session.id)}` : null;
  const inIntent = within(expand, "payment_intent");
  const inSetup = within(expand, "setup_intent");
  const status = checkoutStatusOf(record);
  const isPaid = session.state === "captured";
  return {
    id: session.id,
    object: "checkout.session",
    amount_total: stripe.mode === "setup" ? null : amountOf(record, session.amount.amount),
    cancel_url: stripe.cancelUrl ?? null,
    client_reference_id: stripe.clientReference ?? null,
    created: secondsOf(session.createdAt),
    currency: session.amount.currency.toLowerCase(),
    customer: stripe.customer ?? null,
    expires_at: secondsOf(session.expiresAt),
    livemode,
    metadata: metadataOf(record, stripe.metadata),
    mode: stripe.mode,
    payment_intent: intent !== null && inIntent !== undefined ? intentOf(sources, record, inIntent) : intent,
    payment_status: stripe.mode === "setup" ? "no_payment_required" : isPaid ? "paid" : "unpaid",
    setup_intent: setup !== null && inSetup !== undefined ? setupOf(sources, record, inSetup) : setup,
    status,
    success_url: record.returnUrl,
    url: status === "open" ? (session.paymentUrl ?? null) : null,
  };
}

/** A page is completed by a payment or an authorisation, and otherwise ends by its time or by its merchant. */
function checkoutStatusOf({ session, stripe }: StripeRecord): "open" | "complete" | "expired" {
  if (session.state === "captured" || session.state === "authorised" || stripe.isCompleted) return "complete";
  return session.state === "open" || session.state === "authenticating" ? "open" : "expired";
}

export function intentOf(sources: Sources, record: StripeRecord, expand: Expand = []): IntentObject {
  const { session, stripe } = record;
  const id = intentIdOf(record);
  const status = intentStatusOf(record);
  const isPresented = stripe.debit?.dueAt !== undefined;
  const charge =
    session.captured.amount > 0 || session.state === "authorised" || isPresented ? chargeIdOf(record) : null;
  const failed = status === "succeeded" ? undefined : session.refusal;
  const method = methodOf(sources, record);
  const inMethod = within(expand, "payment_method");
  const inCharge = within(expand, "latest_charge");
  const used = method === undefined || failed !== undefined ? null : inMethod === undefined ? method.id : method;
  return {
    id,
    object: "payment_intent",
    amount: amountOf(record, session.amount.amount),
    amount_capturable: status === "requires_capture" ? amountOf(record, session.amount.amount) : 0,
    amount_received: amountOf(record, session.captured.amount),
    canceled_at: status === "canceled" ? secondsOf(session.changedAt) : null,
    cancellation_reason: status === "canceled" ? (stripe.cancellationReason ?? "automatic") : null,
    capture_method: session.capture,
    created: secondsOf(session.createdAt),
    currency: session.amount.currency.toLowerCase(),
    customer: stripe.customer ?? null,
    description: stripe.description ?? null,
    last_payment_error:
      method !== undefined && hasDebitFailed(record)
        ? { ...debitError, payment_method: method }
        : failed === undefined || method === undefined
          ? null
          : { ...declineOf(failed), payment_method: method },
    latest_charge: charge !== null && inCharge !== undefined ? chargeOf(sources, record, inCharge) : charge,
    livemode,
    metadata: metadataOf(record, stripe.kind === "page" ? stripe.intentMetadata : stripe.metadata),
    next_action:
      status === "requires_action"
        ? {
            type: "redirect_to_url",
            redirect_to_url: { url: session.paymentUrl ?? null, return_url: record.returnUrl },
          }
        : null,
    payment_method: used,
    setup_future_usage: stripe.savesForOffSession ? "off_session" : null,
    status,
  };
}

function intentStatusOf({ session, stripe }: StripeRecord) {
  const { state } = session;
  if (stripe.debit !== undefined && state === "open")
    return stripe.debit.dueAt === undefined ? "requires_confirmation" : "processing";
  if (state === "captured" || session.captured.amount > 0) return "succeeded";
  if (state === "authorised") return "requires_capture";
  if (state === "authenticating") return "requires_action";
  if (state === "refused" && stripe.cancellationReason === undefined) return "requires_payment_method";
  return state === "open" ? "requires_payment_method" : "canceled";
}

function setupOf(sources: Sources, record: StripeRecord, expand: Expand): SetupObject {
  const { session, stripe } = record;
  const method = session.state === "captured" ? methodOf(sources, record) : undefined;
  const saved = method === undefined ? null : within(expand, "payment_method") === undefined ? method.id : method;
  const failed =
    session.state === "open" || session.state === "authenticating" ? "requires_payment_method" : "canceled";
  return {
    id: `seti_${randomPart(session.id)}`,
    object: "setup_intent",
    created: secondsOf(session.createdAt),
    customer: stripe.customer ?? null,
    last_setup_error: null,
    livemode,
    metadata: metadataOf(record, stripe.intentMetadata),
    payment_method: saved,
    status: session.state === "captured" ? "succeeded" : failed,
  };
}

/** Refunds that an expanded charge contains, the latest first. */
const refundsInCharge = 10;

export function chargeOf(sources: Sources, record: StripeRecord, expand: Expand = []): ChargeObject {
  const { session, stripe } = record;
  const account = stripe.debit && sources.debitAccount(stripe.debit.account);
  const status = chargeStatusOf(record);
  const captured = amountOf(record, session.captured.amount);
  const refunded = amountOf(record, session.refunded.amount);
  return {
    id: chargeIdOf(record),
    object: "charge",
    amount: amountOf(record, session.amount.amount),
    amount_captured: captured,
    amount_refunded: refunded,
    captured: captured > 0,
    created: secondsOf(session.changedAt),
    currency: session.amount.currency.toLowerCase(),
    disputed: (stripe.disputes ?? []).length > 0,
    livemode,
    metadata: metadataOf(record, stripe.kind === "page" ? stripe.intentMetadata : stripe.metadata),
    failure_code: status === "failed" ? (stripe.debit?.conduct?.failure ?? null) : null,
    paid: status !== "failed",
    payment_intent: intentIdOf(record),
    payment_method_details:
      account === undefined ? { type: "card", card: cardObject(session.card) } : sepaDetailsOf(account),
    refunded: captured > 0 && refunded >= captured,
    ...(within(expand, "refunds") !== undefined && { refunds: latestRefundsOf(record) }),
    status,
  };
}

function latestRefundsOf(record: StripeRecord): NonNullable<ChargeObject["refunds"]> {
  const all = refundsOf(record).reverse();
  const url = `/v1/charges/${chargeIdOf(record)}/refunds`;
  return { object: "list", data: all.slice(0, refundsInCharge), has_more: all.length > refundsInCharge, url };
}

export function refundsOf(record: StripeRecord): RefundObject[] {
  const { refunds } = record.session;
  return refunds.map(({ id, amount, at, failedAt }) => ({
    id: id.replace(/^rf_/, "re_"),
    object: "refund" as const,
    amount: amountOf(record, amount.amount),
    charge: chargeIdOf(record),
    created: secondsOf(at),
    currency: amount.currency.toLowerCase(),
    metadata: record.stripe.refunds?.[id] ?? {},
    payment_intent: intentIdOf(record),
    status: failedAt === undefined ? "succeeded" : "failed",
    ...(failedAt !== undefined && {
      failure_balance_transaction: failureTransactionOf(id),
      failure_reason: "expired_or_canceled_card",
    }),
  }));
}

/** The balance transaction that gave the amount of a failed refund back. */
export const failureTransactionOf = (refundId: string): string => `txn_failed${randomPart(refundId)}`;

/** The card that pays: saved, it belongs to the customer until it is removed. */
function methodOf(sources: Sources, record: StripeRecord): MethodObject | undefined {
  const { session, proposed } = record;
  const account = record.stripe.debit && sources.debitAccount(record.stripe.debit.account);
  if (account !== undefined) return sepaMethodOf(account);
  const savedId = session.savedMethod?.id ?? (record.stripe.kind === "charge" ? proposed : undefined);
  if (savedId !== undefined) return savedMethodOf(sources, savedId);
  if (session.card === undefined) return undefined;
  const id = `pm_${randomPart(session.id)}`;
  return { id, object: "payment_method", type: "card", livemode, card: cardObject(session.card), customer: null };
}

export function savedMethodOf(sources: Sources, id: string, expand: Expand = []): MethodObject | undefined {
  const account = sources.debitAccount(id);
  if (account !== undefined) return sepaMethodOf(account);
  const saved = sources.payment.ledger.method(id);
  if (saved === undefined) return undefined;
  const owner = sources.customer(saved.customer);
  const customer = within(expand, "customer") === undefined || owner === undefined ? saved.customer : customerOf(owner);
  return {
    id,
    object: "payment_method",
    type: "card",
    livemode,
    card: cardObject(saved.method),
    customer: saved.removed ? null : customer,
  };
}

export function customerOf({ id, createdSeconds, metadata }: CustomerRecord): CustomerObject {
  return { id, object: "customer", created: createdSeconds, livemode, metadata };
}

function cardObject(card: PaymentCard | undefined): CardObject {
  const [year, month] = (card?.expiresOn ?? "1970-01").split("-").map(Number);
  return {
    brand: (card?.brand ?? "unknown").toLowerCase(),
    last4: card?.last4 ?? "0000",
    exp_month: month ?? 1,
    exp_year: year ?? 1970,
    fingerprint: card?.fingerprint ?? null,
  };
}

/** Metadata as given; a tester's order may have changed the reference and the order in the ledger. */
function metadataOf({ session }: StripeRecord, given: Metadata): Metadata {
  return {
    ...given,
    ...(given.reference !== undefined && { reference: session.reference }),
    ...(given.orderId !== undefined && { orderId: session.orderId }),
  };
}

const wasTried = ({ session }: StripeRecord): boolean =>
  session.card !== undefined || session.state === "captured" || session.captured.amount > 0;
export const amountOf = ({ session }: StripeRecord, amount: number): number =>
  toSmallestUnit(amount, session.amount.currency);
export const secondsOf = (instant: string): number => Math.floor(Date.parse(instant) / 1000);
