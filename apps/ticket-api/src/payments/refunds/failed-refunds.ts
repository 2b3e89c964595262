import type { Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { isUuid } from "../../ids.ts";
import type { FailedRefund, PaymentSession } from "../../integrations/payment-provider.ts";
import { plan } from "../../jobs/plan-job.ts";
import { addEvent, lockOrder } from "../../order-records/order-store.ts";
import { cancelledByRefund, isRefundErased } from "../../payment-records/external-refund-store.ts";
import { findFailedRefund, nameOwedRefund, saveFailedRefund } from "../../payment-records/failed-refund-store.ts";
import { isMovementRecorded, recordMovement, reverseMovement, sideOf } from "../../payment-records/ledger-store.ts";
import { lockPayment, type ProviderPayment, readPayment } from "../../payment-records/payment-store.ts";
import { insertRefundOnce, lockRefund, markRefundReturned, type Refund } from "../../payment-records/refund-store.ts";
import {
  cardFailedAfterAll,
  moveRefundTransfer,
  readRefundTransfer,
} from "../../payment-records/refund-transfer-store.ts";
import { accountNeeded } from "./account-needed.ts";
import { reportFailedRefund } from "./report-failed-refund.ts";

/**
 * Books back the refunds of a session that the provider accepted and that failed later, each once, however often and in whatever order
 * this is reported, and returns how many were new. What is owed to the customer goes on by credit transfer, or to the staff
 * (decision 174).
 */
export async function bookFailedRefunds(deps: Dependencies, session: PaymentSession): Promise<number> {
  if (session.failedRefunds.length === 0 || !isUuid(session.reference)) return 0;
  const payment = await readPayment(deps.db, session.reference);
  if (payment === undefined || payment.providerAccount === null || payment.providerSession !== session.id) return 0;
  let booked = 0;
  for (const failed of session.failedRefunds) {
    const isNew = await deps.db.transaction().execute(async (tx) => {
      await lockOrder(tx, payment.orderId);
      await saveFailedRefund(tx, payment, failed, deps.clock.iso());
      await lockBooking(tx, payment, failed.reference);
      const isBookedBack = await bookBack(tx, deps, payment, failed, session.refunds.length === 0);
      deps.failpoint("failed-refund-uncommitted");
      return isBookedBack;
    });
    if (isNew) booked += 1;
  }
  if (booked > 0) deps.wake();
  return booked;
}

/** Locks what every booking of a refund with this reference locks, so that one of two finds the other. */
async function lockBooking(tx: Tx, { id }: ProviderPayment, reference: string): Promise<void> {
  const refundId = restOf(reference);
  if (refundId === undefined) await lockPayment(tx, id);
  else await lockRefund(tx, refundId);
}

/**
 * Books a refund back in the transaction that has just booked it, if its failure was reported before. The caller holds the lock of
 * its booking.
 */
export async function bookBackIfFailed(
  tx: Tx,
  deps: Dependencies,
  payment: ProviderPayment,
  reference: string,
): Promise<boolean> {
  const failed = await findFailedRefund(tx, payment.id, reference);
  return failed !== undefined && bookBack(tx, deps, payment, failed);
}

/**
 * Books the refund of a late capture that failed before it was booked, and books it back at once, so that it is owed to the customer. False:
 * the provider does not know that it failed.
 */
export async function bookFailedLateRefund(deps: Dependencies, payment: ProviderPayment): Promise<boolean> {
  const { id, networkId, orderId, providerSession, providerAccount } = payment;
  const session = providerSession === null ? undefined : await deps.payments.at(providerAccount).get(providerSession);
  const failed = session?.failedRefunds.find(({ reference }) => reference === `late:${id}`);
  if (failed === undefined) return false;
  const at = deps.clock.iso();
  await deps.db.transaction().execute(async (tx) => {
    await lockOrder(tx, orderId);
    await saveFailedRefund(tx, payment, failed, at);
    await lockPayment(tx, id);
    const movement = { movement: `refund:${id}`, networkId, orderId, ...failed.amount, at };
    if (!(await isMovementRecorded(tx, movement.movement)))
      await recordMovement(tx, { ...movement, to: sideOf(payment), from: "provider" });
    await bookBack(tx, deps, payment, failed);
  });
  deps.wake();
  return true;
}

/**
 * Books back what was booked of a failed refund; false: nothing was booked, or it was booked back before. `isOnly`: the provider has made no
 * other refund of the payment.
 */
async function bookBack(
  tx: Tx,
  deps: Dependencies,
  payment: ProviderPayment,
  failed: FailedRefund,
  isOnly = false,
): Promise<boolean> {
  const { networkId, orderId } = payment;
  const at = deps.clock.iso();
  const [movement, back] = await movementsOf(tx, payment, failed.reference, isOnly);
  if (!(await reverseMovement(tx, movement, { movement: back, at }))) return false;
  const detail = { ...failed.amount, code: failed.code };
  await addEvent(tx, { networkId, orderId, at, event: "refund-failed", detail });
  const owed = await owedRefund(tx, deps, payment, { ...failed, movement });
  if (owed === undefined) await reportFailedRefund(tx, deps, payment, failed);
  else {
    await nameOwedRefund(tx, payment, failed, owed.id);
    await payOtherwise(tx, deps, owed);
  }
  deps.log.warn({ paymentId: payment.id, orderId, code: failed.code }, "a refund failed after it had been accepted");
  return true;
}

const restOf = (reference: string): string | undefined => /^rest:(.+)$/u.exec(reference)?.[1];

/** The movement by which a refund was booked, and the one that books it back. */
async function movementsOf(
  tx: Tx,
  { id, orderId }: ProviderPayment,
  reference: string,
  isOnly: boolean,
): Promise<[movement: string, back: string]> {
  const refundId = restOf(reference);
  if (refundId !== undefined) return [`rest:${refundId}`, `rest-back:${refundId}`];
  if (reference.startsWith("mismatch:")) return [`mismatch-refund:${id}`, `mismatch-refund-back:${id}`];
  const whole: [string, string] = [`refund:${id}`, `refund-back:${id}`];
  if (reference === `late:${id}` || (await cancelledByRefund(tx, orderId, reference))) return whole;
  const outside = `outside-refund:${id}:${reference}`;
  if (isOnly && (await isRefundErased(tx, orderId)) && !(await isMovementRecorded(tx, outside))) return whole;
  return [outside, `${outside}:back`];
}

/** The refund that the customer is owed again; undefined: the staff must find out what is owed. */
async function owedRefund(
  tx: Tx,
  deps: Dependencies,
  payment: ProviderPayment,
  { reference, amount, movement }: FailedRefund & { movement: string },
): Promise<Refund | undefined> {
  const refundId = restOf(reference);
  if (refundId !== undefined) {
    await markRefundReturned(tx, refundId);
    return lockRefund(tx, refundId);
  }
  // A whole payment was refunded, without a refund of its own in the books. One of an installment is a receivable.
  if (!movement.startsWith("refund:") || !payment.completes) return undefined;
  const { id: paymentId, networkId, orderId } = payment;
  return insertRefundOnce(tx, {
    ...{ id: deps.ids.uuid(), orderRefundId: null, networkId, orderId, paymentId, ...amount },
    ...{ createdAt: deps.clock.iso(), sendFrom: null, needsRelease: false },
  });
}

/** Lets a refund go on without its card: one that had already waited for an account needs one again, any other is decided by its job. */
async function payOtherwise(tx: Tx, deps: Dependencies, refund: Refund): Promise<void> {
  const { id, networkId } = refund;
  const transfer = await readRefundTransfer(tx, id);
  if (transfer === undefined) {
    const key = failedRefundJob(id);
    await plan(tx, deps, { networkId, kind: "rest-refund", key, payload: { refundId: id } });
    return;
  }
  const again = cardFailedAfterAll(deps.clock.iso());
  if (await moveRefundTransfer(tx, id, "failAtCard", again))
    await accountNeeded(tx, deps, refund, { cause: "card", attempt: transfer.attempt + 1 });
}

/** Key of the job that sends a refund otherwise: not that of its first attempt, which may still be ending. */
const failedRefundJob = (refundId: string): string => `${refundId}:failed`;
