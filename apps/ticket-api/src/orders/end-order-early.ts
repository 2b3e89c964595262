import { addDays, dayIn } from "@guichet/rules/dates/days.ts";
import { dayBegins } from "@guichet/rules/dates/instants.ts";
import type { Tx } from "../database/database.ts";
import { executeOnCommit } from "../database/pipelining/execute-on-commit.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { creditedAmount, readInvoice } from "../order-records/invoice-store.ts";
import { partialCreditNoteStatement } from "../order-records/invoices.ts";
import { addEvent, moveOrder, type OrderRow } from "../order-records/order-store.ts";
import { restoreOrder } from "../payments/installments/dunning.ts";
import { planProratedRefund } from "../payments/refunds/prorated-refund.ts";
import { endTicketsAt } from "../wallet/end-tickets.ts";

/** The terms on which an order ends early: last day, end of the period bought (exclusive), and the amount kept of its price. */
export interface EarlyTermination {
  lastDay: string;
  /** The day after the last day bought. */
  end: string;
  /** Minor units. */
  keptAmount: number;
}

/**
 * Ends a paid order before its time, in one transaction: its tickets are valid through the last day, a credit note
 * covers the amount not kept, any overpayment is refunded and no further installment is collected. What was refunded as
 * goodwill before is the customer's: so much less of the amount is kept. The order stays complete. Returns the refund in
 * minor units.
 */
export async function endOrderEarly(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow,
  { lastDay, end, ...termination }: EarlyTermination,
): Promise<number> {
  const { id: orderId, networkId, number } = order;
  const { timeZone } = network.definition;
  const at = deps.clock.iso();
  const invoice = await readInvoice(tx, orderId, "invoice");
  if (invoice === undefined) throw new Error(`Order ${number} is complete but has no invoice`);
  const creditedBefore = await creditedAmount(tx, orderId);
  const keptAmount = Math.max(0, termination.keptAmount - creditedBefore);
  await endTicketsAt(tx, deps, network, order, dayBegins(addDays(lastDay, 1), timeZone).toISOString());
  const refundAmount = await planProratedRefund(tx, deps, order, keptAmount);
  await addEvent(tx, { networkId, orderId, at, event: "ended-early", detail: { lastDay } });
  const settled = await moveOrder(tx, orderId, "settle", { at, event: "regularized" });
  if (settled !== undefined) await restoreOrder(tx, deps, settled);
  const amount = order.amount - creditedBefore - keptAmount;
  if (amount === 0) return refundAmount;
  const credit = {
    from: addDays(lastDay, 1),
    to: addDays(end, -1),
    amount,
    creditedBefore,
    paidBackAmount: refundAmount,
  };
  const issue = { date: dayIn(at, timeZone), issuedAt: at };
  await executeOnCommit(tx, [partialCreditNoteStatement(deps, network, order, invoice, credit, issue)]);
  return refundAmount;
}
