import type { Tx } from "../database/database.ts";
import { executeOnCommit } from "../database/pipelining/execute-on-commit.ts";
import { pipelined } from "../database/pipelining/pipelined.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { dropHold } from "../order-records/hold-store.ts";
import { issueInvoiceStatement } from "../order-records/invoices.ts";
import { moveOrder, type OrderRow, readLines } from "../order-records/order-store.ts";
import { debitSchedule } from "../payments/installments/installment-schedule.ts";
import type { InvoicePaper } from "../pdf/invoice-pdf.ts";
import { firstPeriodOf } from "../subscription-records/first-period.ts";
import { periodOfOrder } from "../subscription-records/subscription-store.ts";
import { issueTickets } from "../wallet/issue-tickets.ts";
import { confirmationEmailStatement } from "./order-confirmation.ts";

/** An order in parts is not paid whole, and one by direct debit not at all yet: its invoice says so, and from when. */
function asAgreed(payment: InvoicePaper["payment"], network: LoadedNetwork, order: OrderRow): InvoicePaper["payment"] {
  if (payment === undefined) return undefined;
  const parts = order.installments > 1 ? { parts: order.installments } : {};
  const [first] = payment.method === "TRANSFER" ? debitSchedule(network, order, payment.at) : [];
  return { ...payment, ...parts, ...(first === undefined ? {} : { firstDebit: first.collectedOn }) };
}

/**
 * Completes an order, in the transaction that settles its payment: tickets issued or fulfilment begun, invoice numbered,
 * confirmation queued, or nothing of it (§6). Answers false when the order was completed before: of two that try, one does.
 */
export async function completeOrder(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  orderId: string,
  payment: InvoicePaper["payment"],
): Promise<OrderRow | undefined> {
  const told = { at: deps.clock.iso(), event: "completed" };
  const [order, lines] = await pipelined([moveOrder(tx, orderId, "complete", told), readLines(tx, orderId)]);
  if (order === undefined) return undefined;
  if (order.collect !== null || order.vouchers.length > 0) await dropHold(tx, orderId);
  // The first order of a subscription has no period yet: its ticket ends as the second one begins.
  const period =
    order.subscriptionId === null
      ? undefined
      : ((await periodOfOrder(tx, order.id)) ?? firstPeriodOf(order, lines, network));
  const tickets = await issueTickets(tx, deps, network, order, lines, period);
  // With the commit: whoever completes another order of the network waits from the invoice's number on until this one is over.
  await executeOnCommit(tx, [
    issueInvoiceStatement(deps, network, order, lines, asAgreed(payment, network, order)),
    confirmationEmailStatement(deps, network, order, lines, tickets),
  ]);
  return order;
}
