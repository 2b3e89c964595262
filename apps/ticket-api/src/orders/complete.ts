import type { Tx } from "../database/connection.ts";
import { together } from "../database/together.ts";
import type { House } from "../house.ts";
import type { LoadedNetwork } from "../networks/registry.ts";
import type { InvoicePaper } from "../paper/invoice-pdf.ts";
import { issueTickets } from "../wallet/issue.ts";
import { queueConfirmation } from "./confirmation.ts";
import { issueInvoice } from "./invoices.ts";
import { addEvent, moveOrder, type OrderRow, readLines } from "./order-store.ts";

/**
 * Completes an order, in the transaction that settles its payment: tickets issued or fulfilment begun, invoice numbered,
 * confirmation queued, or nothing of it (§6). Answers false when the order was completed before: of two that try, one does.
 */
export async function completeOrder(
  tx: Tx,
  house: House,
  network: LoadedNetwork,
  orderId: string,
  payment: InvoicePaper["payment"],
): Promise<OrderRow | undefined> {
  const at = house.clock.iso();
  const order = await moveOrder(tx, orderId, ["PENDING", "PROCESSING", "ERROR"], "COMPLETED", at);
  if (order === undefined) return undefined;
  const lines = await readLines(tx, orderId);
  const [tickets, invoiceNumber] = await together([
    issueTickets(tx, house, network, order, lines),
    issueInvoice(tx, house, network, order, lines, payment),
  ]);
  await together([
    queueConfirmation(tx, house, network, order, lines, { invoiceNumber, tickets }),
    addEvent(tx, {
      networkId: network.id,
      orderId,
      at,
      event: "completed",
      detail: { invoiceNumber, tickets: tickets.length },
    }),
  ]);
  return order;
}
