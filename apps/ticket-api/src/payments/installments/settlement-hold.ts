import type { TicketsUsable } from "@guichet/contract/payments.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { instantOn } from "@guichet/rules/dates/instants.ts";
import { ticketsUsable } from "@guichet/rules/payments/debit-tickets.ts";
import type { Installment } from "@guichet/rules/payments/installments.ts";
import { z } from "zod";
import type { Tx } from "../../database/database.ts";
import { executeOnCommit } from "../../database/pipelining/execute-on-commit.ts";
import { inTransaction } from "../../database/transaction.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { JobHandler } from "../../jobs/job.ts";
import { plan } from "../../jobs/plan-job.ts";
import type { LoadedNetwork } from "../../network-registry/registry.ts";
import { addEvent, lockOrder, type OrderRow } from "../../order-records/order-store.ts";
import { insertSettlementHold, recordHeld, recordSettled } from "../../payment-records/settlement-hold-store.ts";
import { blockStatement, insertBlock, ofOrder, removeBlock } from "../../wallet/ticket-block-store.ts";
import { notifyTicketsHeld, notifyTicketsUsable } from "../emails/settlement-emails.ts";

/*
 * When tickets paid by direct debit are usable is the network's choice (decision 154). It counts for the order that a mandate is signed with, and
 * depends on its first debit; a renewal under an existing mandate is usable at once.
 */

/** From when the tickets of an order are usable that is signed at `at`. */
export const usableFrom = (
  { definition }: LoadedNetwork,
  [first]: readonly Pick<Installment, "collectedOn">[],
  at: string,
): TicketsUsable =>
  first === undefined
    ? { from: "signed", on: null }
    : ticketsUsable(definition, { orderDay: dayIn(at, definition.timeZone), firstDebitOn: first.collectedOn });

/** Holds the tickets of a completed order until its first debit is settled, or plans the day on which that is tested. */
export async function beginHold(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  { id: orderId, networkId }: OrderRow,
  usable: TicketsUsable,
): Promise<void> {
  if (usable.from === "signed") return;
  const at = deps.clock.iso();
  if (usable.from === "settled") {
    await insertSettlementHold(tx, { networkId, orderId, provisionalUntil: null, heldAt: at });
    await addEvent(tx, { networkId, orderId, at, event: "tickets-held" });
    // After the tickets, which are written with the commit.
    await executeOnCommit(tx, [blockStatement(ofOrder({ networkId, orderId }), { reason: "unsettled", at })]);
    return;
  }
  const { on } = usable;
  if (on === null) throw new Error(`Order ${orderId} has provisional tickets without a day`);
  await insertSettlementHold(tx, { networkId, orderId, provisionalUntil: on, heldAt: null });
  const dueAt = instantOn(on, network.definition.timeZone);
  await plan(tx, deps, { networkId, kind: "settlement-hold", key: orderId, payload: { orderId }, dueAt });
}

const Payload = z.object({ orderId: z.string() });

/** Job `settlement-hold`: suspends the provisional tickets of an order whose first debit is not settled, once. */
export const holdUnsettled: JobHandler = async (deps, job) => {
  const { orderId } = Payload.parse(job.payload);
  await inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const at = deps.clock.iso();
    if (order === undefined || !(await recordHeld(tx, orderId, at))) return;
    const { networkId } = order;
    const ticketCount = await insertBlock(tx, ofOrder({ networkId, orderId }), { reason: "unsettled", at });
    if (ticketCount === 0) return;
    await addEvent(tx, { networkId, orderId, at, event: "tickets-held", detail: { ticketCount } });
    await notifyTicketsHeld(tx, deps, order);
  });
  deps.wake();
  return undefined;
};

/**
 * Ends the hold of an order whose first debit is settled or paid otherwise, in the transaction that books it: held tickets are usable, unless
 * they are blocked for another reason.
 */
export async function endHold(
  tx: Tx,
  deps: Dependencies,
  { networkId, orderId }: { networkId: string; orderId: string },
  at: string,
): Promise<void> {
  const settled = await recordSettled(tx, orderId, at);
  if (settled === undefined || !settled.wasHeld) return;
  const ticketCount = await removeBlock(tx, ofOrder({ networkId, orderId }), "unsettled");
  await addEvent(tx, { networkId, orderId, at, event: "debit-settled", detail: { ticketCount } });
  if (ticketCount > 0) await notifyTicketsUsable(tx, deps, orderId);
}
