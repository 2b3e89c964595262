import { dayIn } from "@guichet/rules/dates/days.ts";
import { payBackDay } from "@guichet/rules/payments/debit-returns.ts";
import type { Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { plan } from "../../jobs/plan-job.ts";
import type { CapturedPayment } from "../../payment-records/payment-store.ts";
import { insertRefund, type NewRefund } from "../../payment-records/refund-store.ts";

/**
 * Plans the refund of an amount, in minor units, from these payments in this order, with one job for each. Throws if
 * they have less left. A debit is paid back by credit transfer when its debtor can no longer have it returned, and, if
 * its customer requested it, once the staff released it (decision 153); only the prorated refund of a subscription is due
 * earlier by law (L215-1).
 */
export async function planRefunds(
  tx: Tx,
  deps: Dependencies,
  {
    networkId,
    orderId,
    orderRefundId,
    currency,
    byCustomer = false,
    ...requested
  }: Pick<NewRefund, "networkId" | "orderId" | "orderRefundId" | "amount" | "currency"> & { byCustomer?: boolean },
  payments: readonly CapturedPayment[],
): Promise<void> {
  const createdAt = deps.clock.iso();
  let missing = requested.amount;
  for (const { id: paymentId, remainingAmount, ...payment } of payments) {
    const amount = Math.min(remainingAmount, missing);
    if (amount === 0) continue;
    missing -= amount;
    const id = deps.ids.uuid();
    const isTransfer = payment.kind === "debit" && orderRefundId !== null;
    const sendFrom = isTransfer ? payBackDayOf(payment) : null;
    const needsRelease = isTransfer && byCustomer;
    const refund = { id, orderRefundId, networkId, orderId, paymentId, amount, currency, createdAt };
    await insertRefund(tx, { ...refund, sendFrom, needsRelease });
    await plan(tx, deps, { networkId, kind: "rest-refund", key: id, payload: { refundId: id } });
  }
  if (missing > 0) throw new Error(`Cannot refund ${requested.amount} of order ${orderId}: ${missing} too much`);
}

/** The first day on which a captured debit is paid back. The margin of the rule covers the network's time zone. */
export const payBackDayOf = ({ settledAt }: Pick<CapturedPayment, "settledAt">): string | null =>
  settledAt === null ? null : payBackDay(dayIn(settledAt, "UTC"));
