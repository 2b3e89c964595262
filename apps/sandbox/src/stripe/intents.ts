import type { RefusalReason } from "@guichet/contract/integrations/sandbox-payment-controls.ts";
import { cardIsPast, conductWithoutOwner } from "../payment/cards.ts";
import { applyStep } from "../payment/context.ts";
import type { MethodRecord } from "../payment/ledger.ts";
import { capture } from "../payment/movements.ts";
import { currentSession, expireDue, pay } from "../payment/sessions.ts";
import { moneyOf } from "./amounts.ts";
import { latestFirst } from "./checkout.ts";
import type { NewId, StripeContext } from "./context.ts";
import { checkDebit, confirmDebit, isDebit } from "./debits/steps.ts";
import { type ListObject, pageOf } from "./list.ts";
import { type IntentObject, intentOf, isStripeRecord, pageIdOf, type StripeRecord, within } from "./objects.ts";
import type { Params } from "./params.ts";
import { declineOf, invalid, missing, Refusal, unexpectedState } from "./refusals.ts";

// A payment that waits for its confirmation does not expire by itself.
const lifeMs = 365 * 86_400_000;

interface Confirmation {
  payment_method?: string | undefined;
  mandate?: string | undefined;
  off_session: boolean;
  return_url?: string | undefined;
  expand: readonly string[];
}

/** Creates a PaymentIntent and, with `confirm`, charges the saved card. */
export async function createIntent(
  context: StripeContext,
  params: Params<"createIntent">,
  newId: NewId,
): Promise<IntentObject> {
  const { payment } = context;
  const { customer, metadata, description, currency } = params;
  const id = newId("pi");
  if (!isStripeRecord(payment.ledger.session(id))) {
    if (customer !== undefined && context.customer(customer) === undefined) {
      throw missing("customer", customer, "customer");
    }
    const amount = moneyOf(params.amount, currency);
    const nothing = { ...amount, amount: 0 };
    const now = payment.clock.now();
    const isSepa = params.allowed_payment_method_types?.[0] === "sepa_debit";
    if (isSepa) checkDebit(context, params);
    const record: StripeRecord = {
      session: {
        id,
        reference: metadata.reference ?? id,
        orderId: metadata.orderId ?? id,
        state: "open",
        amount,
        captured: nothing,
        refunded: nothing,
        refunds: [],
        capture: "automatic",
        createdAt: now.toISOString(),
        changedAt: now.toISOString(),
        expiresAt: new Date(now.getTime() + lifeMs).toISOString(),
      },
      merchant: description ?? "",
      locale: "auto",
      returnUrl: params.return_url ?? "",
      notifyUrl: "",
      customer,
      saveMethod: false,
      stripe: {
        kind: "charge",
        mode: "payment",
        currency,
        metadata,
        intentMetadata: metadata,
        isUnconfirmed: !params.confirm,
        ...(isSepa && { debit: { account: params.payment_method ?? "" } }),
        ...(customer !== undefined && { customer }),
        ...(description !== undefined && { description }),
      },
    };
    await applyStep(payment, record, {});
  }
  return params.confirm ? confirmIntent(context, id, params) : retrieveIntent(context, id, params);
}

/** Charges the saved card; a decline is Stripe's error 402, with the PaymentIntent in it. */
export async function confirmIntent(context: StripeContext, id: string, asked: Confirmation): Promise<IntentObject> {
  const record = intentRecord(context, id);
  if (record.stripe.kind === "page") throw unexpectedState("A page confirms this PaymentIntent.");
  if (record.session.state !== "open") return ended(context, record, asked.expand);
  if (isDebit(record)) {
    if (record.stripe.debit.dueAt === undefined) await confirmDebit(context, record, asked);
    return retrieveIntent(context, id, asked);
  }
  const { payment } = context;
  const methodId = asked.payment_method;
  if (methodId === undefined) throw unexpectedState("You cannot confirm this PaymentIntent without a payment method.");
  const saved = payment.ledger.method(methodId);
  if (saved === undefined) throw missing("PaymentMethod", methodId, "payment_method");
  if (saved.removed || saved.customer !== record.stripe.customer) {
    throw invalid("The PaymentMethod does not belong to the Customer you supplied.", { param: "payment_method" });
  }
  const { id: _, ...card } = saved.method;
  const refusal = whyNot(context, saved, asked.off_session);
  const ready: StripeRecord = {
    ...record,
    proposed: methodId,
    returnUrl: asked.return_url ?? record.returnUrl,
    session: { ...record.session, card, paymentUrl: `${payment.publicUrl()}/payment/pages/${id}` },
    stripe: { ...record.stripe, isUnconfirmed: false, isOffSession: asked.off_session },
  };
  if (refusal !== undefined) await applyStep(payment, ready, { state: "refused", session: { refusal } });
  else {
    await applyStep(payment, ready, {});
    const conduct = asked.off_session ? conductWithoutOwner(saved.conduct) : saved.conduct;
    await pay(payment, id, { conduct, card }, true);
  }
  return ended(context, intentRecord(context, id), asked.expand);
}

/** Adds to the metadata of a payment. */
export async function updateIntent(
  context: StripeContext,
  id: string,
  { metadata, expand }: Params<"updateIntent">,
): Promise<IntentObject> {
  const record = intentRecord(context, id);
  const stripe = { ...record.stripe, metadata: { ...record.stripe.metadata, ...metadata } };
  await applyStep(context.payment, record, { record: { stripe } });
  return retrieveIntent(context, id, { expand });
}

export function retrieveIntent(
  context: StripeContext,
  id: string,
  { expand }: { expand: readonly string[] },
): IntentObject {
  return intentOf(context, intentRecord(context, id), expand);
}

/** Captures an authorised amount. */
export async function captureIntent(
  context: StripeContext,
  id: string,
  { expand }: { expand: readonly string[] },
): Promise<IntentObject> {
  const record = intentRecord(context, id);
  if (record.session.state !== "authorised") {
    throw unexpectedState(
      "This PaymentIntent could not be captured because it does not have a status of requires_capture.",
    );
  }
  await capture(context.payment, record.session.id);
  return retrieveIntent(context, id, { expand });
}

/** Cancels a payment that has not succeeded; the payment of an open page is cancelled by expiring the page. */
export async function cancelIntent(
  context: StripeContext,
  id: string,
  { cancellation_reason: reason = "requested_by_customer", expand }: Params<"cancelIntent">,
): Promise<IntentObject> {
  const record = intentRecord(context, id);
  const { session, stripe } = record;
  const { status } = intentOf(context, record);
  const isOpenPage = stripe.kind === "page" && session.state !== "authorised";
  if (status === "succeeded" || status === "canceled" || isOpenPage) {
    throw unexpectedState(`You cannot cancel this PaymentIntent because it has a status of ${status}.`);
  }
  await applyStep(context.payment, record, {
    // A declined charge keeps its reason.
    state: session.state === "refused" ? "refused" : "cancelled",
    record: { stripe: { ...stripe, cancellationReason: reason } },
  });
  return retrieveIntent(context, id, { expand });
}

export async function listIntents(
  context: StripeContext,
  { expand, customer, ...window }: Params<"listIntents">,
): Promise<ListObject<IntentObject>> {
  await expireDue(context.payment);
  const sessions = [...context.payment.ledger.sessions()];
  const tried = latestFirst(sessions, "page").filter(
    ({ session, stripe }) => stripe.mode === "payment" && session.card,
  );
  const intents = [...latestFirst(sessions, "charge"), ...tried]
    .filter(({ stripe }) => customer === undefined || stripe.customer === customer)
    .sort((a, b) => b.session.createdAt.localeCompare(a.session.createdAt))
    .map((record) => intentOf(context, record, within(expand, "data") ?? []));
  return pageOf(intents, window, { what: "payment_intent", url: "/v1/payment_intents" });
}

/** The record of a PaymentIntent; that of a page exists once the customer has tried to pay. */
export function intentRecord(context: StripeContext, id: string): StripeRecord {
  const { payment } = context;
  const record = currentSession(payment, id) ?? currentSession(payment, pageIdOf(id));
  if (!id.startsWith("pi_") || !isStripeRecord(record)) throw missing("payment_intent", id);
  if (record.stripe.kind === "page" && record.session.card === undefined) throw missing("payment_intent", id);
  return record;
}

function ended(context: StripeContext, record: StripeRecord, expand: readonly string[]): IntentObject {
  const intent = intentOf(context, record, expand);
  const { refusal } = record.session;
  if (intent.status === "canceled") throw unexpectedState("This PaymentIntent has a status of canceled.");
  if (refusal === undefined) return intent;
  const { code, decline_code, message } = declineOf(refusal);
  throw new Refusal(402, {
    type: "card_error",
    message: message ?? "",
    ...(code !== undefined && { code }),
    ...(decline_code !== undefined && { decline_code }),
    payment_intent: intentOf(context, record),
    ...(intent.last_payment_error && { payment_method: intent.last_payment_error.payment_method }),
  });
}

function whyNot({ payment }: StripeContext, saved: MethodRecord, isOffSession: boolean): RefusalReason | undefined {
  if (cardIsPast(saved.method, payment.clock.now())) return "card_expired";
  if (payment.behaviour.take("refuse-charge")) return "insufficient_funds";
  if (saved.conduct === "refused-later") return "card_declined";
  return isOffSession && saved.conduct === "always-strong" ? "authentication_required" : undefined;
}
