import { z } from "zod";
import { later, minutesMs } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import { isUuid } from "../ids.ts";
import { type PaymentSession, ProviderRefused, ProviderUnreachable } from "../integrations/payment-provider.ts";
import type { ProviderAccount } from "../integrations/payment-providers.ts";
import { unreachableParty } from "../integrations/unreachable.ts";
import type { JobHandler } from "../jobs/job.ts";
import { plan } from "../jobs/plan-job.ts";
import { addEvent, lockOrder, readOrder } from "../order-records/order-store.ts";
import { isMovementRecorded, recordMovement, sideOf } from "../payment-records/ledger-store.ts";
import { lastPayment, lockPayment, type Payment, readPayment } from "../payment-records/payment-store.ts";
import { bookDisputeOrPlan } from "./disputes/book-dispute.ts";
import { disputedRefund, recordSettledRefund, waitForDispute } from "./disputes/waiting-refunds.ts";
import { notifyInstallmentRefunded } from "./emails/installment-emails.ts";
import { settleMandate } from "./mandates/register-mandate.ts";
import { bookRefundChanges } from "./refunds/external-refunds.ts";
import { bookBackIfFailed, bookFailedLateRefund } from "./refunds/failed-refunds.ts";
import { reportRefundMismatch, sendRefund } from "./refunds/send-refund.ts";
import { settleRegistration } from "./register-card.ts";
import { cancelUnpaid, settlePayment } from "./settlement/settle-payment.ts";

const unpaid = ["PENDING", "PROCESSING", "ERROR"];
const unsettled = ["begun", "open"];

/** The intervals at which an open payment is checked: short at first, then every few minutes, and at the order's end. */
const checkDelaysMs = [20_000, 40_000, 60_000, 120_000, 300_000];

/** Job `payment`: checks one payment until it is final, so that a paid order is never missed. */
export const checkPayment: JobHandler = async (deps, job) => {
  const paymentId = String(job.payload.paymentId);
  const payment = await readPayment(deps.db, paymentId);
  if (payment === undefined || !unsettled.includes(payment.status)) return undefined;
  const settled = await settleByTime(deps, payment);
  if (settled === undefined || !unsettled.includes(settled.status)) return undefined;
  const checks = typeof job.payload.looks === "number" ? job.payload.looks : 0;
  const next = later(deps.clock.now(), checkDelaysMs[checks] ?? minutesMs(5));
  const end = endOf(payment);
  // A check at the end of the payment page releases what the order holds without delay.
  const again = deps.clock.iso() >= end ? next : new Date(Math.min(next.getTime(), Date.parse(end)));
  return { again, payload: { paymentId, looks: checks + 1 } };
};

/** Asks the provider for the result of a payment and applies it; once its time to pay is over, it is closed first. */
export const settleByTime = (deps: Dependencies, payment: Payment): Promise<Payment | undefined> =>
  settlePayment(deps, payment.id, { close: deps.clock.iso() >= endOf(payment) ? "time-out" : undefined });

/** A provider's page may live longer than ours, and a charge that waits for authentication has no end there: both are closed. */
function endOf(payment: Payment): string {
  const pageEnd = pageEndOf(payment);
  return pageEnd === undefined || payment.endsAt < pageEnd ? payment.endsAt : pageEnd;
}

/** When the page of a payment closes, where the customer pays or authenticates a charge; undefined: it has none. */
const pageEndOf = (payment: Payment): string | undefined =>
  payment.kind === "page"
    ? payment.asked.expiresAt
    : payment.kind === "charge"
      ? payment.asked.present?.expiresAt
      : undefined;

/** Job `unpaid-order`: cancels an order that was not paid in time, after a last check of its payment. */
export const endUnpaidOrder: JobHandler = async (deps, job) => {
  const orderId = String(job.payload.orderId);
  const order = await readOrder(deps.db, orderId);
  if (order === undefined || !unpaid.includes(order.status)) return undefined;
  const payment = await lastPayment(deps.db, orderId);
  const settled = payment === undefined ? undefined : await settlePayment(deps, payment.id, { close: "time-out" });
  if (settled !== undefined && unsettled.includes(settled.status))
    return { again: later(deps.clock.now(), minutesMs(1)) };
  const isCancelled = await cancelUnpaid(deps, order, "time-out");
  // The order may have been paid again at the same moment: check once more.
  return isCancelled || !unpaid.includes((await readOrder(deps.db, orderId))?.status ?? "")
    ? undefined
    : { again: later(deps.clock.now(), minutesMs(1)) };
};

/** Job `refund`: refunds a payment that was captured after the close; the provider refunds it once. */
export const refundLateCapture: JobHandler = async (deps, job) => {
  const payment = await readPayment(deps.db, String(job.payload.paymentId));
  // A returned debit was refunded by its bank: there is nothing left to refund.
  if (payment?.status !== "refunded" || payment.kind === "debit" || payment.providerSession === null) return undefined;
  const { id, networkId, orderId, amount, currency } = payment;
  const disputed = await disputedRefund(deps, payment, amount);
  if (disputed.does === "wait") return { again: disputed.again };
  if (disputed.does === "settle") return settleLateCapture(deps, payment);
  deps.failpoint("refund-requested");
  const request = { reference: `late:${id}`, amount: { amount, currency } };
  const sent = await sendRefund(deps, payment, request).catch(async (error) => {
    if (!(error instanceof ProviderRefused)) throw error;
    const again = await waitForDispute(deps, payment, error);
    if (again !== undefined) return { again };
    if (await bookFailedLateRefund(deps, payment)) return undefined;
    throw error;
  });
  if (sent === undefined || "again" in sent) return sent;
  deps.failpoint("refund-made");
  const at = deps.clock.iso();
  await deps.db.transaction().execute(async (tx) => {
    await lockOrder(tx, orderId);
    await lockPayment(tx, id);
    await reportRefundMismatch(tx, deps, payment, request, sent);
    if (sent.amount === undefined || (await isMovementRecorded(tx, `refund:${id}`))) return;
    const movement = { movement: `refund:${id}`, networkId, orderId, ...sent.amount, at };
    await recordMovement(tx, { ...movement, to: sideOf(payment), from: "provider" });
    await bookBackIfFailed(tx, deps, payment, request.reference);
    // The customer is not notified of an amount that was not refunded as requested: staff look into it first.
    if (sent.mismatches.length > 0) return;
    const paysOrder = payment.completes;
    // If a completed order was cancelled, its cancellation has notified the customer.
    const order = await readOrder(tx, orderId);
    if (order?.status === "CANCELED" && order.completedAt !== null)
      return addEvent(tx, { networkId, orderId, at, event: "refunded", detail: { amount } });
    await addEvent(tx, { networkId, orderId, at, event: paysOrder ? "refunded-late-capture" : "installment-refunded" });
    if (paysOrder) await deps.orderHooks.queueRefundNotice(tx, deps, orderId, { amount, currency });
    else await notifyInstallmentRefunded(tx, deps, payment);
    deps.failpoint("refund-uncommitted");
  });
  deps.failpoint("refund-booked");
  deps.wake();
  return undefined;
};

/** Books the refund of a late capture whose money the customer has from the bank, by a lost dispute. */
async function settleLateCapture(deps: Dependencies, payment: Payment): Promise<undefined> {
  const { id, networkId, orderId, amount, currency } = payment;
  const at = deps.clock.iso();
  await deps.db.transaction().execute(async (tx) => {
    if (await isMovementRecorded(tx, `refund:${id}`)) return;
    const movement = { movement: `refund:${id}`, networkId, orderId, amount, currency, at };
    await recordSettledRefund(tx, { ...movement, to: sideOf(payment) });
    await addEvent(tx, { networkId, orderId, at, event: "refunded", detail: { amount, by: "dispute" } });
  });
}

/** Where the sweep continues at each account. */
const SweepPayload = z.object({ cursors: z.record(z.string(), z.string()).default({}) });

/**
 * Job `provider-sweep`: reads what changed at each provider account since the last run, and so finds what no webhook
 * reported, including late captures. An account that does not respond keeps its place and does not hold up the others.
 */
export const reconcileProviders: JobHandler = async (deps, job) => {
  const cursors = { ...SweepPayload.parse(job.payload).cursors };
  const unreachable: unknown[] = [];
  for (const account of deps.payments.accounts()) {
    try {
      const cursor = await reconcileProvider(deps, account, cursors[account]);
      if (cursor !== undefined) cursors[account] = cursor;
    } catch (error) {
      if (!(error instanceof ProviderUnreachable)) throw error;
      unreachable.push(error);
    }
  }
  const [first] = unreachable;
  if (first !== undefined && unreachable.length === deps.payments.accounts().length) throw first;
  if (first !== undefined) deps.log.warn({ err: first }, "a payment provider does not respond");
  return { again: later(deps.clock.now(), minutesMs(reconcileMinutes)), payload: { cursors } };
};

/** Settles what changed since `cursor`; returns where to continue. Throws `ProviderUnreachable`. */
async function reconcileProvider(
  deps: Dependencies,
  account: ProviderAccount,
  cursor: string | undefined,
): Promise<string | undefined> {
  const provider = deps.payments.at(account);
  let position = cursor;
  for (let page = 0; page < sweepPagesMax; page += 1) {
    const readAt = deps.clock.iso();
    const changed = await provider.listSince(position);
    deps.failpoint("sweep-page-read");
    for (const session of changed.sessions) {
      if (session.state !== "open" && isUuid(session.reference)) await settleOrPlan(deps, session);
    }
    for (const dispute of changed.disputes ?? []) await bookDisputeOrPlan(deps, account, dispute, readAt);
    for (const mandate of changed.mandates ?? []) await settleMandateOrSkip(deps, account, mandate);
    position = changed.cursor;
    if (!changed.more) break;
  }
  return position;
}

/** Ends a mandate that its provider ended. If that fails, the next debit under it is refused, which ends it too: payments do not wait for it. */
async function settleMandateOrSkip(...[deps, account, mandate]: Parameters<typeof settleMandate>): Promise<void> {
  try {
    await settleMandate(deps, account, mandate);
  } catch (error) {
    deps.log.error({ err: error, mandate }, "the end of a mandate could not be read");
  }
}

/** Settles what the provider's reference names: a payment, or a card registration. Returns whether it is one of ours. */
export async function settleReference(deps: Dependencies, reference: string): Promise<boolean> {
  const payment = await settlePayment(deps, reference);
  return payment !== undefined || (await settleRegistration(deps, reference)) !== undefined;
}

/**
 * Settles the payment of a session one of whose refunds changed, and books these changes. Returns whether it is one of ours. Throws
 * `ProviderUnreachable`.
 */
export async function settleRefunds(deps: Dependencies, account: ProviderAccount, sessionId: string): Promise<boolean> {
  const session = await deps.payments.at(account).get(sessionId);
  if (session === undefined || !isUuid(session.reference)) return false;
  const isOurs = await settleReference(deps, session.reference);
  await bookRefundChanges(deps, session);
  return isOurs;
}

/** Open payments have checks of their own; the sweep finds payments that were captured after their close. */
export const reconcileMinutes = 30;
const sweepPagesMax = 500;

/** Settles one session; a failure is logged and retried by a job of its own, so that it does not block the others. */
async function settleOrPlan(deps: Dependencies, session: PaymentSession): Promise<void> {
  const { reference } = session;
  try {
    await settleReference(deps, reference);
    await bookRefundChanges(deps, session);
  } catch (error) {
    if (unreachableParty(error) !== undefined) throw error;
    deps.log.error({ err: error, reference }, "payment could not be settled");
    const dueAt = later(deps.clock.now(), minutesMs(settleAgainMinutes));
    await plan(deps.db, deps, { networkId: null, kind: "settlement", key: reference, dueAt });
  }
}

const settleAgainMinutes = 10;

/** Job `settlement`: settles a payment that could not be settled during a sweep. */
export const settleAgain: JobHandler = async (deps, job) => {
  await settleReference(deps, job.key);
  const payment = await readPayment(deps.db, job.key);
  if (payment === undefined || payment.providerAccount === null || payment.providerSession === null) return undefined;
  const now = await deps.payments.at(payment.providerAccount).get(payment.providerSession);
  if (now !== undefined) await bookRefundChanges(deps, now);
  return undefined;
};
