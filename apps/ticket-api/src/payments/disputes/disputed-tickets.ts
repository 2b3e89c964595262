import type { DisputedTickets } from "@guichet/contract/office/disputes.ts";
import { disputedTickets } from "@guichet/rules/payments/dispute-states.ts";
import type { Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { LoadedNetwork } from "../../network-registry/registry.ts";
import type { OrderRow } from "../../order-records/order-store.ts";
import { disputesOfOrder, saveDisputedTickets } from "../../payment-records/dispute-store.ts";
import { installmentsOf } from "../../payment-records/installment-store.ts";
import { blockDisputedTickets, unblockDisputedTickets } from "../../wallet/ticket-block-store.ts";
import { cancelTickets, lockTickets } from "../../wallet/ticket-store.ts";
import { notifyDisputedTickets } from "../emails/dispute-emails.ts";

/**
 * Suspends, restores or cancels the tickets of a locked order by the rule of its network, and notifies the customer if that concerns a ticket.
 * Cancelled tickets stay cancelled, whatever the bank decides later.
 */
export async function applyTicketRule(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow,
): Promise<void> {
  const disputes = await disputesOfOrder(tx, order.id);
  const before = strictest(disputes.map(({ tickets }) => tickets));
  const installments = await installmentsOf(tx, [order.id]);
  const canCancel = installments.every(({ status }) => status === "paid" || status === "withdrawn");
  const states = disputes.map(({ state }) => state);
  const wanted = before === "cancelled" ? before : disputedTickets(states, network.definition.disputes, { canCancel });
  await saveDisputedTickets(tx, order.id, wanted);
  if (wanted === before) return;
  const at = deps.clock.iso();
  const ticketCount = await moveTickets(tx, deps, order, { wanted, at });
  if (ticketCount > 0) await notifyDisputedTickets(tx, deps, order, { tickets: wanted, at });
}

const strictness: readonly DisputedTickets[] = ["cancelled", "suspended", "usable"];
const strictest = (all: readonly DisputedTickets[]): DisputedTickets =>
  strictness.find((one) => all.includes(one)) ?? "usable";

async function moveTickets(
  tx: Tx,
  deps: Dependencies,
  { id: orderId, networkId }: OrderRow,
  { wanted, at }: { wanted: DisputedTickets; at: string },
): Promise<number> {
  await lockTickets(tx, orderId);
  if (wanted === "suspended") return blockDisputedTickets(tx, { networkId, orderId, at });
  if (wanted === "usable") return unblockDisputedTickets(tx, { networkId, orderId });
  await deps.orderHooks.closeRefundRequests(tx, { orderId }, at);
  return cancelTickets(tx, orderId, at);
}
