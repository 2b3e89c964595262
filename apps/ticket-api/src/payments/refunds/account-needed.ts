import type { AccountCause } from "@guichet/contract/refunds.ts";
import type { Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { addEvent, readOrder } from "../../order-records/order-store.ts";
import { failureOfRefund } from "../../payment-records/failed-refund-store.ts";
import type { Refund } from "../../payment-records/refund-store.ts";
import { notifyAccountNeeded } from "../emails/refund-transfer-emails.ts";
import { reportUnaskable } from "./report-failed-refund.ts";

/**
 * Tells the customer that a refund needs a bank account, and writes it in the history of the order. Where the customer was erased, it is
 * left to the staff.
 */
export async function accountNeeded(
  tx: Tx,
  deps: Dependencies,
  refund: Pick<Refund, "id" | "networkId" | "orderId" | "paymentId" | "amount" | "currency">,
  { cause, attempt }: { cause: AccountCause; attempt: number },
): Promise<void> {
  const { id, networkId, orderId, amount, currency } = refund;
  if ((await readOrder(tx, orderId)) === undefined)
    return reportUnaskable(tx, deps, refund, (await failureOfRefund(tx, id)) ?? cause);
  const detail = { refund: id, amount: { amount, currency }, cause };
  await addEvent(tx, { networkId, orderId, at: deps.clock.iso(), event: "refund-needs-account", detail });
  await notifyAccountNeeded(tx, deps, orderId, { refundId: id, amount: { amount, currency }, cause, attempt });
}
