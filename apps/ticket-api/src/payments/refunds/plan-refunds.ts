import type { Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { plan } from "../../jobs/plan-job.ts";
import type { CapturedPayment } from "../../payment-records/payment-store.ts";
import { insertRefund, type Refund } from "../../payment-records/refund-store.ts";

/**
 * Plans the refund of an amount, in minor units, from these payments in this order, with one job for each. Throws if
 * they have less left.
 */
export async function planRefunds(
  tx: Tx,
  deps: Dependencies,
  {
    networkId,
    orderId,
    orderRefundId,
    currency,
    ...requested
  }: Omit<Refund, "id" | "paymentId" | "createdAt" | "givenAt">,
  payments: readonly CapturedPayment[],
): Promise<void> {
  const createdAt = deps.clock.iso();
  let missing = requested.amount;
  for (const { id: paymentId, remainingAmount } of payments) {
    const amount = Math.min(remainingAmount, missing);
    if (amount === 0) continue;
    missing -= amount;
    const id = deps.ids.uuid();
    await insertRefund(tx, { id, orderRefundId, networkId, orderId, paymentId, amount, currency, createdAt });
    await plan(tx, deps, { networkId, kind: "rest-refund", key: id, payload: { refundId: id } });
  }
  if (missing > 0) throw new Error(`Cannot refund ${requested.amount} of order ${orderId}: ${missing} too much`);
}
