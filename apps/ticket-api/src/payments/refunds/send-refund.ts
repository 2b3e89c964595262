import type { Mismatch } from "@guichet/contract/payments.ts";
import type { Money } from "@guichet/contract/values.ts";
import { refundMismatches } from "@guichet/rules/payments/payment-answer.ts";
import type { Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { ProviderRefused } from "../../integrations/payment-provider.ts";
import type { JobHandler } from "../../jobs/job.ts";
import { addEvent, lockOrder } from "../../order-records/order-store.ts";
import {
  insertDiscrepancy,
  markDiscrepancyRefunded,
  readDiscrepancy,
} from "../../payment-records/discrepancy-store.ts";
import { recordMovement } from "../../payment-records/ledger-store.ts";
import { lockPayment, type Payment, readPayment } from "../../payment-records/payment-store.ts";
import { bookBackIfFailed } from "./failed-refunds.ts";

interface RefundRequest {
  /** The idempotency key of the refund at the provider or bank. */
  reference: string;
  amount: Money;
}

/** The amount refunded under a reference, and how it differs from the request. */
export interface SentRefund {
  amount: Money | undefined;
  mismatches: Mismatch[];
}

/** Whether the refund with this reference is ours, and not made at the provider's own dashboard. */
export const isOwnRefund = (reference: string): boolean => /^(?:late|rest|mismatch):/u.test(reference);

type Refundable = Pick<Payment, "id" | "orderId" | "kind" | "providerSession" | "providerAccount">;

/**
 * Has the provider, or the bank for a debit that it collected, refund money of a payment, once per reference, and compares its answer
 * with the request. Throws `ProviderUnreachable` and `ProviderRefused`.
 */
export async function sendRefund(deps: Dependencies, payment: Refundable, request: RefundRequest): Promise<SentRefund> {
  const answered =
    payment.kind === "debit" && payment.providerAccount === null
      ? await sendBackByBank(deps, payment, request)
      : await refundAtProvider(deps, payment, request);
  const { orderId } = payment;
  const expected = { reference: payment.id, orderId, amount: request.amount };
  const mismatches = refundMismatches(expected, answered);
  const isOurs = answered.reference === payment.id && answered.orderId === orderId;
  return { amount: isOurs ? answered.amount : undefined, mismatches };
}

async function refundAtProvider(deps: Dependencies, payment: Refundable, request: RefundRequest) {
  const { id, providerSession, providerAccount } = payment;
  if (providerSession === null || providerAccount === null) throw new Error(`Payment ${id} has no session`);
  const { reference, orderId, refunds } = await deps.payments.at(providerAccount).refund(providerSession, request);
  return { reference, orderId, amount: amountOf(refunds, request) };
}

async function sendBackByBank(deps: Dependencies, { id }: Refundable, { reference: key, amount }: RefundRequest) {
  if (deps.debits === undefined) throw new Error(`No bank is configured to return payment ${id}`);
  const { reference, orderId, transfers } = await deps.debits.sendBack(id, { key, amount });
  return { reference, orderId, amount: amountOf(transfers, { reference: key }) };
}

const amountOf = (refunds: readonly { reference: string; amount: Money }[], { reference }: { reference: string }) =>
  refunds.find((one) => one.reference === reference)?.amount;

/** Reports a refund that differs from the request, in the transaction that books it. */
export async function reportRefundMismatch(
  tx: Tx,
  deps: Dependencies,
  payment: Payment,
  { reference, amount }: RefundRequest,
  { mismatches }: SentRefund,
): Promise<void> {
  if (mismatches.length === 0) return;
  const { id: paymentId, networkId, orderId, providerSession, providerAccount } = payment;
  const foundAt = deps.clock.iso();
  const isNew = await insertDiscrepancy(tx, {
    id: deps.ids.uuid(),
    networkId,
    kind: "refund",
    orderId,
    paymentId,
    registrationId: null,
    providerSession,
    providerAccount,
    reference,
    detail: { mismatches, asked: amount },
    refundAmount: null,
    refundCurrency: null,
    foundAt,
  });
  if (!isNew) return;
  const detail = { paymentId, mismatches };
  await addEvent(tx, { networkId, orderId, at: foundAt, event: "refund-mismatch", detail });
  deps.log.error({ paymentId, orderId, mismatches }, "refund differs from the request");
}

/**
 * Job `discrepancy-refund`: refunds exactly what was captured by mistake, once however often it runs, and settles the
 * discrepancy.
 */
export const refundDiscrepancy: JobHandler = async (deps, job) => {
  const found = await readDiscrepancy(deps.db, job.key);
  if (found === undefined || found.refundedAt !== null || found.refundAmount === null) return undefined;
  const { id, networkId, orderId, registrationId, providerSession, providerAccount } = found;
  const { refundAmount, refundCurrency } = found;
  const amount = { amount: refundAmount, currency: refundCurrency ?? "" };
  const request = { reference: `mismatch:${id}`, amount };
  const payment = found.paymentId === null ? undefined : await readPayment(deps.db, found.paymentId);
  const payable: Refundable | undefined =
    payment === undefined
      ? registrationId === null
        ? undefined
        : { id: registrationId, orderId: registrationId, kind: "page", providerSession, providerAccount }
      : { ...payment, providerSession: payment.providerSession ?? providerSession };
  if (payable === undefined) return undefined;
  try {
    const sent = await sendRefund(deps, payable, request);
    deps.failpoint("refund-made");
    if (sent.mismatches.length > 0) {
      // It stays open: staff compare it with the provider.
      if (payment === undefined) deps.log.error({ discrepancy: id, given: sent }, "refund differs from the request");
      else await deps.db.transaction().execute((tx) => reportRefundMismatch(tx, deps, payment, request, sent));
      return undefined;
    }
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    deps.log.error(
      { err: error, discrepancy: id, orderId },
      "amount captured by mistake could not be refunded: staff must refund it",
    );
    return undefined;
  }
  const at = deps.clock.iso();
  await deps.db.transaction().execute(async (tx) => {
    if (orderId !== null) await lockOrder(tx, orderId);
    if (payment !== undefined) await lockPayment(tx, payment.id);
    if (!(await markDiscrepancyRefunded(tx, id, at)) || payment === undefined || orderId === null) return;
    const movement = { movement: `mismatch-refund:${payment.id}`, networkId, orderId, ...amount, at };
    await recordMovement(tx, { ...movement, to: "suspense", from: "provider" });
    await addEvent(tx, { networkId, orderId, at, event: "mismatch-refunded", detail: amount });
    if (payment.providerAccount !== null) await bookBackIfFailed(tx, deps, payment, request.reference);
    deps.failpoint("refund-uncommitted");
  });
  return undefined;
};
