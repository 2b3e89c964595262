import type { Tx } from "../database/database.ts";
import { executeOnCommit } from "../database/pipelining/execute-on-commit.ts";
import { pipelined } from "../database/pipelining/pipelined.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { dropHold } from "../order-records/hold-store.ts";
import { issueInvoiceStatement } from "../order-records/invoices.ts";
import { moveOrder, type OrderRow, readLines } from "../order-records/order-store.ts";
import { debitSchedule } from "../payments/installments/installment-schedule.ts";
import type { InvoiceContents } from "../pdf/invoice-pdf.ts";
import { firstPeriodOf } from "../subscription-records/first-period.ts";
import { periodOfOrder } from "../subscription-records/subscription-store.ts";
import { issueTickets } from "../wallet/issue-tickets.ts";
import { confirmationAddress, confirmationEmailStatement } from "./order-confirmation.ts";

/** Adds the payment schedule to the invoice: the number of installments, and the first debit date of a direct debit. */
function withSchedule(
  payment: InvoiceContents["payment"],
  network: LoadedNetwork,
  order: OrderRow,
): InvoiceContents["payment"] {
  if (payment === undefined) return undefined;
  const installments = order.installments > 1 ? { parts: order.installments } : {};
  const [first] = payment.method === "TRANSFER" ? debitSchedule(network, order, payment.at) : [];
  return { ...payment, ...installments, ...(first === undefined ? {} : { firstDebit: first.collectedOn }) };
}

/**
 * Completes an order, in the transaction that settles its payment: issues tickets or starts fulfilment, numbers the
 * invoice and queues the confirmation, all or nothing (§6). Undefined if the order was completed before: of two
 * concurrent calls, one completes it.
 */
export async function completeOrder(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  orderId: string,
  payment: InvoiceContents["payment"],
): Promise<OrderRow | undefined> {
  const event = { at: deps.clock.iso(), event: "completed" };
  const [order, lines] = await pipelined([moveOrder(tx, orderId, "complete", event), readLines(tx, orderId)]);
  if (order === undefined) return undefined;
  if (order.collect !== null || order.vouchers.length > 0) await dropHold(tx, orderId);
  // The first order of a subscription has no period yet: its ticket ends when the second period begins.
  const period =
    order.subscriptionId === null
      ? undefined
      : ((await periodOfOrder(tx, order.id)) ?? firstPeriodOf(order, lines, network));
  const tickets = await issueTickets(tx, deps, network, order, lines, period);
  // Executed with the commit: the invoice number locks the network's counter, so other orders of the network wait until
  // this transaction ends.
  const invoice = issueInvoiceStatement(deps, network, order, lines, withSchedule(payment, network, order));
  await executeOnCommit(
    tx,
    // At a counter, somebody without an account may give no address.
    confirmationAddress(order) === ""
      ? [invoice]
      : [invoice, confirmationEmailStatement(deps, network, order, lines, tickets)],
  );
  return order;
}
