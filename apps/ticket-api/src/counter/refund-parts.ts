import { err, ok, type Result } from "@guichet/contract/result.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { refundMachine } from "@guichet/rules/refunds/refund-states.ts";
import { born } from "@guichet/rules/state-machine.ts";
import type { Tx } from "../database/database.ts";
import { executeOnCommit } from "../database/pipelining/execute-on-commit.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { type CreditedLine, refundCreditNoteStatement } from "../order-records/credit-notes.ts";
import { addEvent, type OrderRow } from "../order-records/order-store.ts";
import { insertRefundedLines } from "../payment-records/counter-refund-store.ts";
import { insertOrderRefund } from "../refunds/order-refund-store.ts";
import { closeRefundRequests } from "../refunds/request-store.ts";
import { cancelTicketsOfRefund } from "../wallet/ticket-store.ts";
import { type PartToRefund, refundableParts, sharesOf } from "./refundable-parts.ts";

/** A refund at the counter: which one, by whom and why, and what is paid back in minor units. */
export interface CounterRefunding {
  id: string;
  staffId: string;
  reason: string;
  amount: number;
  at: string;
}

/** The parts of a locked sale with their shares of a refund; refused if one cannot be given back. */
export const partsToRefund = async (
  tx: Tx,
  network: LoadedNetwork,
  order: OrderRow,
  partIds: readonly string[],
  { amount, at }: CounterRefunding,
): Promise<Result<PartToRefund[], "REFUND_REFUSED" | "REFUND_EXCEEDS_PAID">> =>
  sharesOf(await refundableParts(tx, network, order, at), partIds, amount);

/** Takes parts of a locked sale back, in the transaction that has paid them back: their tickets are cancelled. The order stays complete. */
export async function takePartsBack(
  tx: Tx,
  order: OrderRow,
  { refunding, parts }: { refunding: CounterRefunding; parts: readonly PartToRefund[] },
): Promise<Result<true, "REFUND_REFUSED">> {
  const { id: orderId, networkId } = order;
  const { id, amount, at } = refunding;
  const ofKind = (kind: PartToRefund["kind"]) => parts.filter((part) => part.kind === kind);
  const ticketIds = ofKind("ticket").map((ticket) => ticket.id);
  if ((await cancelTicketsOfRefund(tx, ticketIds, at)) < ticketIds.length)
    return err("REFUND_REFUSED", { reason: "REFUNDED" });
  if (ticketIds.length > 0) await closeRefundRequests(tx, { orderId, ticketIds }, at);
  await insertRefundedLines(
    tx,
    id,
    ofKind("line").map((line) => line.id),
  );
  await addEvent(tx, { networkId, orderId, at, event: "tickets-refunded", detail: { refundId: id, amount } });
  return ok(true);
}

/** Writes a refund of a sale as one of its order, which lists it with all others. */
export async function insertRefundOfSale(
  tx: Tx,
  { networkId, id: orderId, currency }: OrderRow,
  { refunding, parts }: { refunding: CounterRefunding; parts: readonly PartToRefund[] },
): Promise<void> {
  const { id, amount, staffId, reason, at: createdAt } = refunding;
  const scope = parts.length === 0 ? "order" : "tickets";
  const status = born(refundMachine, "make");
  const rows = parts
    .filter(({ kind }) => kind === "ticket")
    .map((ticket) => ({ ticketId: ticket.id, amount: ticket.amount }));
  await insertOrderRefund(
    tx,
    { id, networkId, orderId, scope, status, amount, currency, staffId, reason, createdAt },
    rows,
  );
}

/** Issues the credit note of a refund; without lines, of all that is not credited yet. */
export async function issueCreditNote(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow,
  {
    refunding: { id: orderRefundId, amount, at },
    lines,
  }: { refunding: CounterRefunding; lines: readonly CreditedLine[] | undefined },
): Promise<void> {
  const issue = { date: dayIn(at, network.definition.timeZone), issuedAt: at };
  const credited = { orderRefundId, amount, lines, paidBackAmount: amount };
  // Last in the transaction: the counter of credit notes stays locked until the commit.
  await executeOnCommit(tx, [await refundCreditNoteStatement(tx, deps, network, order, credited, issue)]);
}
