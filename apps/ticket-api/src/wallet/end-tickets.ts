import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { OrderRow } from "../order-records/order-store.ts";
import { ticketCodeOf } from "./ticket-code.ts";
import { listTickets, lockTickets, shortenTicket } from "./ticket-store.ts";

/** At most this many tickets of one order are shortened: an order has fewer. */
const ticketsMax = 1_000;

/** Shortens the validity of an order's tickets to an instant, also in their signed codes. */
export async function endTicketsAt(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  { id: orderId, networkId, accountId }: OrderRow,
  validUntil: string,
): Promise<void> {
  await lockTickets(tx, orderId);
  const filter = { networkId, accountId, travellerId: null, orderId, limit: ticketsMax };
  for (const ticket of await listTickets(tx, filter)) {
    if (ticket.validUntil === null || ticket.validUntil <= validUntil) continue;
    const { timeZone } = network.definition;
    const code = ticket.code === null ? null : ticketCodeOf(deps, { ...ticket, validUntil }, ticket.article, timeZone);
    await shortenTicket(tx, { id: ticket.id, validUntil, code });
  }
}
