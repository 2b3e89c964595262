import type { Database, Tx } from "../../database/database.ts";
import { type InstallmentRow, installmentsOf, lockOpenInstallments } from "../../payment-records/installment-store.ts";
import { type CapturedPayment, capturedPayments } from "../../payment-records/payment-store.ts";

/** What a refund of an order can be made of. Minor units. */
export interface RefundLimits {
  /** The captured payments, the newest first. */
  payments: CapturedPayment[];
  /** Installments that are not collected yet: a refund reduces them first. */
  open: InstallmentRow[];
  /** What is captured and not refunded. */
  paidAmount: number;
  /** The most that can be refunded now: what is open and what is paid. */
  remainingAmount: number;
  /** Whether an installment is being collected: it can be refunded as soon as it is paid. */
  isCollecting: boolean;
}

/** Reads what a refund of an order can be made of. */
export async function readRefundLimits(db: Database | Tx, orderId: string): Promise<RefundLimits> {
  const installments = await installmentsOf(db, [orderId]);
  return limitsOf(
    await capturedPayments(db, orderId),
    installments.filter(({ status }) => status === "planned"),
    installments,
  );
}

/** Reads what a refund of a locked order can be made of, and locks it until the transaction ends. */
export async function lockRefundLimits(tx: Tx, orderId: string): Promise<RefundLimits> {
  const open = await lockOpenInstallments(tx, orderId);
  return limitsOf(await capturedPayments(tx, orderId), open, await installmentsOf(tx, [orderId]));
}

function limitsOf(
  payments: CapturedPayment[],
  open: InstallmentRow[],
  installments: readonly InstallmentRow[],
): RefundLimits {
  const paidAmount = payments.reduce((sum, { remainingAmount }) => sum + remainingAmount, 0);
  const isOpen = ({ position }: InstallmentRow) => open.some((one) => one.position === position);
  return {
    payments,
    open,
    paidAmount,
    remainingAmount: open.reduce((sum, { amount }) => sum + amount, paidAmount),
    isCollecting: installments.some((one) => one.status === "begun" || (one.status === "planned" && !isOpen(one))),
  };
}
