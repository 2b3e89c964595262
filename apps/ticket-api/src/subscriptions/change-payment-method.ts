import type { CodeOf } from "@guichet/contract/call.ts";
import type { Calls } from "@guichet/contract/calls.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { installmentCalendar } from "@guichet/rules/payments/installments.ts";
import { savedCardState } from "@guichet/rules/payments/saved-cards.ts";
import { renewalDay } from "@guichet/rules/renewals.ts";
import type { Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { CallContext } from "../http/call-handler.ts";
import { ProviderUnreachable } from "../integrations/payment-provider.ts";
import { dropJob } from "../jobs/job-store.ts";
import { readOrder } from "../order-records/order-store.ts";
import { moveDebitsToMandate } from "../payment-records/debit-store.ts";
import { lastPayment } from "../payment-records/payment-store.ts";
import { lockSavedMethod, type SavedMethod } from "../payment-records/saved-method-store.ts";
import { notifyMandateSigned } from "../payments/emails/debit-emails.ts";
import { readSignature, signMandate } from "../payments/mandates/mandates.ts";
import { planRegistration } from "../payments/mandates/register-mandate.ts";
import { cancelUnpaidOrder, settlePayment } from "../payments/settlement/settle-payment.ts";
import {
  changePaymentMeans,
  lastPeriod,
  type PaymentMeans,
  type SubscriptionRow,
} from "../subscription-records/subscription-store.ts";
import { chargeOrder } from "./charge-subscription.ts";
import { removeSubscriptionCard } from "./end-subscription.ts";
import { renewAgain } from "./renew-subscription.ts";
import { renewedSubscription } from "./renewal-price.ts";
import { factsOf, planStatusCheck } from "./status-check.ts";
import { lockOwnSubscription } from "./terminate-subscription.ts";

type UpdateContext = CallContext<Calls["updateSubscriptionCard"]>;
type UpdateCode = CodeOf<Calls["updateSubscriptionCard"]>;

/**
 * Changes the payment method of a subscription to another saved card or account of the holder (§7
 * `Subscriptions/updateCard`). A due amount is retried immediately: charged to the new card, or debited under the
 * mandate signed for the account.
 */
export async function updateCard(ctx: UpdateContext): Promise<Result<true, UpdateCode>> {
  const { deps, session, request } = ctx;
  const changed = await runTransaction<string | undefined, UpdateCode>(deps.db, async (tx) => {
    const locked = await lockOwnSubscription(tx, session, request.subscriptionId);
    if (locked === undefined) return err("NOT_FOUND");
    if (!["pending", "active", "suspended"].includes(locked.status))
      return err("TRANSITION_NOT_ALLOWED", { state: locked.status });
    const saved = await lockSavedMethod(tx, session, request.cardId);
    if (saved === undefined) return err("PAYMENT_METHOD_UNKNOWN");
    const means = await newPaymentMeans(tx, ctx, locked, saved);
    if (!means.ok) return means;
    await changePaymentMeans(tx, locked.id, means.value);
    if (locked.methodId !== means.value.methodId) await removeSubscriptionCard(tx, deps, locked);
    return ok(await retryCharge(tx, ctx, { ...locked, ...means.value }));
  });
  if (!changed.ok) return changed;
  deps.wake();
  if (changed.value !== undefined) await settleNow(ctx, changed.value);
  return ok(true);
}

/** The new payment method, if it can be charged later and the article accepts it. */
async function newPaymentMeans(
  tx: Tx,
  ctx: UpdateContext,
  locked: SubscriptionRow,
  saved: SavedMethod,
): Promise<Result<PaymentMeans, UpdateCode>> {
  const { deps, network } = ctx;
  const today = dayIn(deps.clock.iso(), network.definition.timeZone);
  const method = saved.kind === "CARD" ? "CARD" : "TRANSFER";
  const options = network.articles.get(locked.shopItemId)?.paymentOptions ?? [];
  const isAccepted = options.some((option) => option.allowSubscription && option.paymentMethods.includes(method));
  if (!isAccepted) return err("PAYMENT_METHOD_NOT_OFFERED", { paymentMethod: method });
  if (saved.kind === "CARD") {
    if (savedCardState(saved.expiresOn, today) === "expired") return err("PAYMENT_METHOD_EXPIRED");
    return ok({ method, methodId: saved.id, mandateId: null });
  }
  const renewed = await renewedSubscription(tx, network, locked, ctx.language);
  const signature = readSignature(ctx, renewed);
  if (!signature.ok) return signature;
  const last = await lastPeriod(tx, locked.id);
  const order = last === undefined ? undefined : await readOrder(tx, last.orderId);
  if (order === undefined) return err("NOT_FOUND");
  const orderDay = renewalDay(dayIn(locked.endsAt, network.definition.timeZone));
  const { amount } = order;
  const calendar = installmentCalendar({ orderDay, amount, count: 1, period: "P1M", method: "TRANSFER" });
  const signed = await signMandate(tx, deps, network, order, signature.value, calendar);
  if (!signed.ok) return signed;
  // From now on the new mandate covers the planned debits of running periods that no mandate covered.
  await moveDebitsToMandate(tx, signed.value);
  if (signed.value.providerAccount !== null)
    await planRegistration(tx, deps, signed.value, { orderId: order.id, listsDebits: false });
  else
    await notifyMandateSigned(tx, deps, { ...order, language: ctx.language }, signed.value, {
      calendar: [],
      usable: { from: "signed", on: null },
      subscription: renewed && { id: locked.id, name: renewed.name },
    });
  return ok({ method, methodId: saved.id, mandateId: signed.value.id });
}

/**
 * Retries the due charge; returns the id of the started charge. An order that the new method cannot pay is replaced by one
 * that it can.
 */
async function retryCharge(
  tx: Tx,
  { deps, network }: UpdateContext,
  locked: SubscriptionRow,
): Promise<string | undefined> {
  const facts = await factsOf(tx, network, locked);
  const { last } = facts;
  const order = await readOrder(tx, last.orderId);
  if (locked.status !== "suspended" || order?.status !== "ERROR") {
    await planStatusCheck(tx, deps, network, locked.id);
    return undefined;
  }
  if (order.paymentMethod === "CARD" && locked.method === "CARD") await chargeOrder(tx, deps, network, locked, order);
  else {
    await cancelUnpaidOrder(tx, order.id, deps.clock.iso());
    await dropJob(tx, { "unpaid-order": order.id });
    await renewAgain(tx, deps, network, facts);
  }
  const now = await lastPeriod(tx, locked.id);
  return (await lastPayment(tx, now?.orderId ?? order.id))?.id;
}

/**
 * Settles the charge, so that the customer sees its result. If the provider does not respond, the payment's own job
 * retries.
 */
async function settleNow({ deps, log }: UpdateContext, paymentId: string): Promise<void> {
  try {
    await settlePayment(deps, paymentId);
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error;
    log.warn({ err: error }, "subscription could not be charged: the payment provider does not respond");
  }
}
