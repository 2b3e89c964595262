import type { Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { FailedRefund } from "../../integrations/payment-provider.ts";
import { insertDiscrepancy } from "../../payment-records/discrepancy-store.ts";
import { type Payment, readPayment } from "../../payment-records/payment-store.ts";
import type { Refund } from "../../payment-records/refund-store.ts";

/** Leaves a failed refund to the staff, once. */
export async function reportFailedRefund(
  tx: Tx,
  deps: Dependencies,
  { id: paymentId, networkId, orderId, providerSession, providerAccount }: Payment,
  { reference, amount: { amount, currency }, code }: Pick<FailedRefund, "reference" | "amount" | "code">,
): Promise<void> {
  const mismatch = { field: "refunded", expected: `${amount} ${currency}`, answered: `0 ${currency} (${code})` };
  await insertDiscrepancy(tx, {
    ...{ id: deps.ids.uuid(), networkId, kind: "failed-refund", orderId, paymentId, registrationId: null },
    ...{ providerSession, providerAccount, reference, detail: { mismatches: [mismatch] } },
    ...{ refundAmount: null, refundCurrency: null, foundAt: deps.clock.iso() },
  });
}

/** Leaves a refund to the staff whose customer was erased, and cannot be asked for an account. */
export async function reportUnaskable(
  tx: Tx,
  deps: Dependencies,
  { id, paymentId, amount, currency }: Pick<Refund, "id" | "paymentId" | "amount" | "currency">,
  code: string,
): Promise<void> {
  const payment = await readPayment(tx, paymentId);
  if (payment === undefined) throw new Error(`Payment ${paymentId} does not exist`);
  await reportFailedRefund(tx, deps, payment, { reference: `rest:${id}`, amount: { amount, currency }, code });
}
