import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { OrderRow } from "../order-records/order-store.ts";
import { ticketCodeOf } from "./ticket-code.ts";
import { listTickets, lockTickets, shortenTicket } from "./ticket-store.ts";

/** So many tickets of one order end early at most: an order has fewer. */
const ticketsMax = 1_000;

/** Has the tickets of an order end at an instant, earlier than they were to; their signed codes say so too. */
export async function endTicketsAt(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  { id: orderId, networkId, accountId }: OrderRow,
  validUntil: string,
): Promise<void> {
  await lockTickets(tx, orderId);
  const of = { networkId, accountId, travellerId: null, orderId, limit: ticketsMax };
  for (const ticket of await listTickets(tx, of)) {
    if (ticket.validUntil === null || ticket.validUntil <= validUntil) continue;
    const { timeZone } = network.definition;
    const code = ticket.code === null ? null : ticketCodeOf(deps, { ...ticket, validUntil }, ticket.article, timeZone);
    await shortenTicket(tx, { id: ticket.id, validUntil, code });
  }
}
