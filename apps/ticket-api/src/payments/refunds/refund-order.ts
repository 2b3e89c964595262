import type { Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { dropJobs } from "../../jobs/job-store.ts";
import { plan } from "../../jobs/plan-job.ts";
import type { OrderRow } from "../../order-records/order-store.ts";
import { type InstallmentRow, installmentsOf, moveInstallment } from "../../payment-records/installment-store.ts";
import { recordMovement } from "../../payment-records/ledger-store.ts";
import { capturedPayments, movePayment } from "../../payment-records/payment-store.ts";
import { planRefunds } from "./plan-refunds.ts";

/**
 * Refunds what a cancelled order was paid: a job of its own refunds each captured payment, once; open installments are
 * withdrawn, and the receivable is reversed. `refundId`: the refund of the order that cancels it. Throws while a debit is with the bank (decision 053).
 */
export async function refundPayments(
  tx: Tx,
  deps: Dependencies,
  order: OrderRow,
  refundId: string | null,
): Promise<void> {
  const at = deps.clock.iso();
  const { id: orderId, networkId } = order;
  const installments = await installmentsOf(tx, [orderId]);
  if (installments.some(({ method, status }) => method === "TRANSFER" && status === "begun"))
    throw new Error(`A debit of order ${orderId} is with the bank: it cannot be cancelled there`);
  for (const payment of await capturedPayments(tx, orderId)) {
    await movePayment(tx, payment.id, "refund", { at });
    const { unrefundedAmount: amount } = payment;
    // Refunded as a part with its own row: the rest of a partially refunded payment, a payment under an order refund, and a debit.
    if (refundId !== null || amount < payment.amount || payment.kind === "debit") {
      const { currency } = order;
      await planRefunds(tx, deps, { networkId, orderId, orderRefundId: refundId, amount, currency }, [
        { ...payment, remainingAmount: amount },
      ]);
    } else await plan(tx, deps, { networkId, kind: "refund", key: payment.id, payload: { paymentId: payment.id } });
  }
  const owed = installments.filter(({ status }) => status === "planned" || status === "begun" || status === "unpaid");
  for (const installment of installments) await moveInstallment(tx, installment, "refund");
  await withdrawInstallments(tx, order, owed, at);
}

/** Withdraws installments that are owed: they are no longer collected or payable, and the receivable is reversed. */
export async function withdrawInstallments(
  tx: Tx,
  { id: orderId, networkId, currency }: OrderRow,
  owed: readonly InstallmentRow[],
  at: string,
): Promise<void> {
  for (const installment of owed) await moveInstallment(tx, installment, "withdraw");
  const jobKeys = owed.map(({ position }) => `${orderId}:${position}`);
  await dropJobs(tx, "installment", jobKeys);
  await dropJobs(tx, "debit-notice", jobKeys);
  const amount = owed.reduce((sum, installment) => sum + installment.amount, 0);
  const movement = { movement: `withdrawn:${orderId}`, networkId, orderId, currency, at, amount };
  if (amount > 0) await recordMovement(tx, { ...movement, to: "sales", from: "receivable" });
}
