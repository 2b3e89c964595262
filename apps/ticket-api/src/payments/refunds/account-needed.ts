import type { AccountCause } from "@guichet/contract/refunds.ts";
import type { Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { addEvent } from "../../order-records/order-store.ts";
import type { Refund } from "../../payment-records/refund-store.ts";
import { notifyAccountNeeded } from "../emails/refund-transfer-emails.ts";

/** Tells the customer that a refund needs a bank account, and writes it in the history of the order. */
export async function accountNeeded(
  tx: Tx,
  deps: Dependencies,
  { id, networkId, orderId, amount, currency }: Pick<Refund, "id" | "networkId" | "orderId" | "amount" | "currency">,
  { cause, attempt }: { cause: AccountCause; attempt: number },
): Promise<void> {
  const detail = { refund: id, amount: { amount, currency }, cause };
  await addEvent(tx, { networkId, orderId, at: deps.clock.iso(), event: "refund-needs-account", detail });
  await notifyAccountNeeded(tx, deps, orderId, { refundId: id, amount: { amount, currency }, cause, attempt });
}
