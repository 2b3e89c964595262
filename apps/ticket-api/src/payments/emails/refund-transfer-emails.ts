import type { AccountCause } from "@guichet/contract/refunds.ts";
import type { Money } from "@guichet/contract/values.ts";
import { maskedIban } from "@guichet/rules/persons/ibans.ts";
import type { Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { readOrder } from "../../order-records/order-store.ts";
import type { RefundTransferRow } from "../../payment-records/refund-transfer-store.ts";
import { queueOrderEmail } from "./order-emails.ts";

/** Queues the e-mail that asks for a bank account for a refund, with the link to the page; one for each attempt. */
export async function notifyAccountNeeded(
  tx: Tx,
  deps: Dependencies,
  orderId: string,
  asked: { refundId: string; amount: Money; cause: AccountCause; attempt: number | string; reason?: string },
): Promise<void> {
  const order = await readOrder(tx, orderId);
  if (order === undefined) return;
  const { refundId, amount, cause, attempt, reason = null } = asked;
  const values = { orderId, orderNumber: order.number, guest: order.customer.guest, amount, cause, reason };
  await queueOrderEmail(tx, deps, order, "refund-needs-account", values, `refund-needs-account-${refundId}-${attempt}`);
}

/** Queues the e-mail that says that a refund is being transferred to the account that the customer entered. */
export async function notifyRefundTransferred(
  tx: Tx,
  deps: Dependencies,
  { refundId, orderId, attempt, amount, currency, iban }: RefundTransferRow,
): Promise<void> {
  const order = await readOrder(tx, orderId);
  if (order === undefined) return;
  const account = iban === null ? null : maskedIban(iban);
  const named = { orderId, orderNumber: order.number, guest: order.customer.guest };
  const values = { ...named, amount: { amount, currency }, account };
  await queueOrderEmail(tx, deps, order, "refund-transferred", values, `refund-transferred-${refundId}-${attempt}`);
}
