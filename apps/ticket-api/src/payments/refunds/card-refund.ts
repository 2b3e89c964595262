import type { Money } from "@guichet/contract/values.ts";
import type { Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { addEvent, lockOrder } from "../../order-records/order-store.ts";
import { insertDiscrepancy } from "../../payment-records/discrepancy-store.ts";
import { recordMovement } from "../../payment-records/ledger-store.ts";
import type { Payment } from "../../payment-records/payment-store.ts";
import { lockRefund, markRefunded, type Refund } from "../../payment-records/refund-store.ts";
import { moveRefundTransfer, readRefundTransfer } from "../../payment-records/refund-transfer-store.ts";
import { bookBackIfFailed } from "./failed-refunds.ts";

/**
 * Books a refund that the provider or the bank has made, once. One that was reported as refused before ends its transfer;
 * if the transfer has begun, the customer gets the money twice, which is reported. One whose failure is known is booked back at once.
 */
export async function bookCardRefund(
  tx: Tx,
  deps: Dependencies,
  refund: Refund,
  made: Money,
  payment: Payment,
): Promise<void> {
  const { id, orderRefundId, networkId, orderId } = refund;
  const at = deps.clock.iso();
  // In the order of every other booking of a refund: the order first.
  await lockOrder(tx, orderId);
  await lockRefund(tx, id);
  const transfer = await readRefundTransfer(tx, id);
  if (transfer !== undefined && transfer.status !== "made-at-card" && !(await moveRefundTransfer(tx, id, "supersede")))
    return reportMadeTwice(tx, deps, refund, made);
  if (!(await markRefunded(tx, id, at))) return;
  const movement = { movement: `rest:${id}`, networkId, orderId, ...made, at };
  await recordMovement(tx, { ...movement, to: "sales", from: "provider" });
  const event = orderRefundId === null ? "rest-refunded" : "refunded";
  await addEvent(tx, { networkId, orderId, at, event, detail: made });
  if (payment.providerAccount !== null) await bookBackIfFailed(tx, deps, payment, `rest:${id}`);
}

async function reportMadeTwice(tx: Tx, deps: Dependencies, refund: Refund, made: Money): Promise<void> {
  const { id, networkId, orderId, paymentId } = refund;
  const foundAt = deps.clock.iso();
  const isNew = await insertDiscrepancy(tx, {
    ...{ id: deps.ids.uuid(), networkId, kind: "refund", orderId, paymentId, registrationId: null },
    ...{ providerSession: null, providerAccount: null, reference: `rest:${id}` },
    detail: { mismatches: [{ field: "refunded", expected: "0", answered: `${made.amount} ${made.currency}` }] },
    ...{ refundAmount: null, refundCurrency: null, foundAt },
  });
  if (!isNew) return;
  await addEvent(tx, { networkId, orderId, at: foundAt, event: "refund-mismatch", detail: { paymentId, ...made } });
  deps.log.error({ paymentId, orderId, refund: id }, "refund was made at the card after it had been transferred");
}
