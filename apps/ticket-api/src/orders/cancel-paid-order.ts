import { dayIn } from "@guichet/rules/dates/days.ts";
import { releaseVouchers } from "../cart/voucher-store.ts";
import type { Tx } from "../database/database.ts";
import { executeOnCommit } from "../database/pipelining/execute-on-commit.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { readInvoice } from "../order-records/invoice-store.ts";
import { creditNoteStatement } from "../order-records/invoices.ts";
import { moveOrder, type OrderRow } from "../order-records/order-store.ts";
import { refundPayments } from "../payments/refunds/refund-order.ts";
import { cancelTickets } from "../wallet/ticket-store.ts";

/** The refund by the staff that cancels the order. */
interface Refunding {
  refundId?: string | null;
  /** Whether parts of it were credited before: then its caller issues the credit note for the rest. */
  isCredited?: boolean;
  /** What is paid back, in minor units; absent: all of it. */
  paidBackAmount?: number;
}

/**
 * Cancels a completed order (§4 "order": COMPLETED → CANCELED), in one transaction: cancels its tickets, corrects its
 * invoice by a credit note, refunds what was paid and drops what is still owed. False if the order was not complete.
 */
export async function cancelPaidOrder(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  { id }: Pick<OrderRow, "id">,
  { refundId = null, isCredited = false, paidBackAmount }: Refunding = {},
): Promise<boolean> {
  const at = deps.clock.iso();
  const order = await moveOrder(tx, id, "cancelPaid", { at, event: "cancelled" });
  if (order === undefined) return false;
  const invoice = await readInvoice(tx, id, "invoice");
  if (invoice === undefined) throw new Error(`Order ${order.number} is complete but has no invoice`);
  await cancelTickets(tx, id, at);
  await deps.orderHooks.closeRefundRequests(tx, { orderId: id }, at);
  await releaseVouchers(tx, id, at);
  await refundPayments(tx, deps, order, refundId);
  if (isCredited) return true;
  const date = dayIn(at, network.definition.timeZone);
  // Last in the transaction: the counter of invoice numbers stays locked until the commit.
  await executeOnCommit(tx, [
    creditNoteStatement(deps, network, order, invoice, { date, issuedAt: at, orderRefundId: refundId, paidBackAmount }),
  ]);
  return true;
}
