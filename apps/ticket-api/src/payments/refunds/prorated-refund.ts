import type { RefundTransferState } from "@guichet/contract/office/refund-transfers.ts";
import type { OrderEvent } from "@guichet/contract/order-events.ts";
import { instantOn } from "@guichet/rules/dates/instants.ts";
import { daysMs, later } from "../../clock.ts";
import type { Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { ProviderRefused } from "../../integrations/payment-provider.ts";
import type { JobHandler } from "../../jobs/job.ts";
import { addEvent, lockOrder, type OrderRow } from "../../order-records/order-store.ts";
import { failureOfRefund } from "../../payment-records/failed-refund-store.ts";
import { installmentsOf } from "../../payment-records/installment-store.ts";
import { isMovementRecorded } from "../../payment-records/ledger-store.ts";
import { capturedPayments, type ProviderPayment, readPayment } from "../../payment-records/payment-store.ts";
import { lockRefund, markRefunded, type Refund, readRefund } from "../../payment-records/refund-store.ts";
import { moveRefundTransfer, readRefundTransfer } from "../../payment-records/refund-transfer-store.ts";
import { disputedRefund, recordSettledRefund, waitForDispute } from "../disputes/waiting-refunds.ts";
import { settleDebit } from "../settlement/settle-debit.ts";
import { bookCardRefund } from "./card-refund.ts";
import { planRefunds } from "./plan-refunds.ts";
import { askForAccount, transferRefund } from "./refund-by-transfer.ts";
import { withdrawInstallments } from "./refund-order.ts";
import { reportFailedRefund } from "./report-failed-refund.ts";
import { reportRefundMismatch, sendRefund } from "./send-refund.ts";

/**
 * Plans the refund of what an order was paid beyond `keptAmount`, the newest payment first, and withdraws its unpaid
 * installments. Returns the refund in minor units. Throws while an installment is being collected.
 */
export async function planProratedRefund(
  tx: Tx,
  deps: Dependencies,
  order: OrderRow,
  keptAmount: number,
): Promise<number> {
  const { id: orderId, networkId, currency } = order;
  const createdAt = deps.clock.iso();
  const installments = await installmentsOf(tx, [orderId]);
  if (installments.some(({ status }) => status === "begun"))
    throw new Error(`An installment of order ${orderId} is being collected`);
  const owed = installments.filter(({ status }) => status === "planned" || status === "unpaid");
  await withdrawInstallments(tx, order, owed, createdAt);
  // A dispute does not change what is owed to the customer: the refund waits for its end.
  const payments = (await capturedPayments(tx, orderId)).map((payment) => ({
    ...payment,
    remainingAmount: payment.unrefundedAmount,
  }));
  const refundAmount = payments.reduce((sum, { remainingAmount }) => sum + remainingAmount, 0) - keptAmount;
  if (refundAmount < 0) throw new Error(`Less than ${keptAmount} was paid for order ${orderId}`);
  await planRefunds(tx, deps, { networkId, orderId, orderRefundId: null, amount: refundAmount, currency }, payments);
  return refundAmount;
}

/**
 * Job `rest-refund`: has the provider, or the bank for a debit, refund a part of a payment, once however often the job
 * runs, and books it.
 */
export const sendProratedRefund: JobHandler = async (deps, job) => {
  const refund = await readRefund(deps.db, String(job.payload.refundId));
  if (refund === undefined || isOver(refund)) return undefined;
  const notBefore = await waitsUntil(deps, refund);
  if (notBefore !== undefined) return { again: notBefore };
  const { id, orderRefundId, paymentId, amount, currency } = refund;
  const event = orderRefundId === null ? "rest-refunded" : "refunded";
  const payment = await readPayment(deps.db, paymentId);
  if (payment === undefined) throw new Error(`Payment ${paymentId} does not exist`);
  const transfer = await readRefundTransfer(deps.db, id);
  if (transfer !== undefined && isWaiting.has(transfer.status)) return undefined;
  // The bank may have returned the debit since: then there is nothing to pay back.
  if (payment.kind === "debit") {
    await settleDebit(deps, payment);
    const now = await readRefund(deps.db, id);
    if (now === undefined || isOver(now)) return undefined;
  }
  const request = { reference: `rest:${id}`, amount: { amount, currency } };
  const disputed = await disputedRefund(deps, payment, amount);
  if (disputed.does === "wait") return { again: disputed.again };
  if (disputed.does === "settle") return settleByDispute(deps, refund, event);
  if (transfer !== undefined && payment.providerAccount !== null)
    return transferRefund(deps, refund, payment, transfer);
  if (payment.providerAccount !== null) {
    const failure = await failureOfRefund(deps.db, id);
    if (failure !== undefined) return payWithoutCard(deps, refund, payment, failure);
  }
  deps.failpoint("refund-requested");
  const sent = await sendRefund(deps, payment, request).catch(async (error) => {
    if (!(error instanceof ProviderRefused) || payment.providerAccount === null) throw error;
    const again = await waitForDispute(deps, payment, error);
    if (again !== undefined) return { again };
    if (await askForAccount(deps, refund, error)) return undefined;
    throw error;
  });
  if (sent === undefined || "again" in sent) return sent;
  deps.failpoint("refund-made");
  await deps.db.transaction().execute(async (tx) => {
    await lockOrder(tx, payment.orderId);
    await reportRefundMismatch(tx, deps, payment, request, sent);
    if (sent.amount !== undefined) await bookCardRefund(tx, deps, refund, sent.amount, payment);
    deps.failpoint("refund-uncommitted");
  });
  return undefined;
};

/** Lets a refund that failed at its card go on by credit transfer or, where that is not possible, leaves it to the staff. */
async function payWithoutCard(
  deps: Dependencies,
  refund: Refund,
  payment: ProviderPayment,
  code: string,
): Promise<undefined> {
  if (await askForAccount(deps, refund, { code })) return undefined;
  const { id, amount, currency } = refund;
  const failed = { reference: `rest:${id}`, amount: { amount, currency }, code };
  await deps.db.transaction().execute((tx) => reportFailedRefund(tx, deps, payment, failed));
  return undefined;
}

/** Transfers that wait for a person, or are over. */
const isWaiting: ReadonlySet<RefundTransferState> = new Set([
  "needs-account",
  "to-approve",
  "to-confirm",
  "transferred",
  "made-at-card",
]);

/** Marks a refund as made whose money the customer has from the bank, by a lost dispute. */
async function settleByDispute(deps: Dependencies, refund: Refund, event: OrderEvent): Promise<undefined> {
  const { id, networkId, orderId, amount, currency } = refund;
  const at = deps.clock.iso();
  await deps.db.transaction().execute(async (tx) => {
    await lockRefund(tx, id);
    // A transfer that has begun is completed: what the customer then has twice is seen in the ledger.
    if ((await readRefundTransfer(tx, id)) !== undefined && !(await moveRefundTransfer(tx, id, "supersede"))) return;
    if (!(await markRefunded(tx, id, at))) return;
    // The refund of the card may have been booked, and booked back because this dispute stopped it.
    const isTaken = await isMovementRecorded(tx, `rest:${id}`);
    const movement = isTaken ? `rest-settled:${id}` : `rest:${id}`;
    await recordSettledRefund(tx, { movement, networkId, orderId, amount, currency, at, to: "sales" });
    await addEvent(tx, { networkId, orderId, at, event, detail: { amount, currency, by: "dispute" } });
  });
}

const isOver = ({ givenAt, returnedAt }: Refund): boolean => givenAt !== null || returnedAt !== null;

/** When a credit transfer is tried again that is not released, or whose debit can still be returned; undefined: it is sent now. */
async function waitsUntil(
  deps: Dependencies,
  { networkId, sendFrom, needsRelease, releasedAt }: Refund,
): Promise<Date | undefined> {
  const now = deps.clock.now();
  const network = await deps.networks.get(networkId);
  if (sendFrom !== null && network !== undefined) {
    const from = instantOn(sendFrom, network.definition.timeZone);
    if (from > now) return from;
  }
  return needsRelease && releasedAt === null ? later(now, daysMs(1)) : undefined;
}
