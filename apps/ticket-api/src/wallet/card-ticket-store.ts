import type { TicketBlock } from "@guichet/contract/wallet.ts";
import { sql } from "kysely";
import type { Tx } from "../database/database.ts";
import { insertBlock, removeBlock } from "./ticket-block-store.ts";
import { moveTicketsStatement, type StoredTicket } from "./ticket-store.ts";

/** A ticket on a card, with its state before the card was blocked. */
export interface CardTicket extends StoredTicket {
  blockedFrom: "pending" | "active" | null;
}

const onCard = (networkId: string, cardId: string) => sql`network_id = ${networkId} and card_id = ${cardId}`;

/** Blocks the usable tickets of a card and stores their states; returns how many. */
export const blockTickets = (tx: Tx, networkId: string, cardId: string, at: string): Promise<number> =>
  insertBlock(tx, onCard(networkId, cardId), { reason: "incident", at });

/** Unblocks the tickets of a card, unless they are blocked for another reason; returns how many are usable again. */
export const unblockTickets = (tx: Tx, networkId: string, cardId: string): Promise<number> =>
  removeBlock(tx, onCard(networkId, cardId), "incident");

/** Locks the blocked tickets of a card until the transaction ends, and reads them. */
export async function lockBlockedTickets(tx: Tx, networkId: string, cardId: string): Promise<CardTicket[]> {
  const found =
    await sql<CardTicket>`select id, network_id as "networkId", account_id as "accountId", order_id as "orderId",
      order_line_id as "orderLineId", position, serial, product_id as "productId", traveller_id as "travellerId", traveller,
      support, status, valid_from as "validFrom", valid_until as "validUntil", use_before as "useBefore",
      trips_left as "tripsLeft", code, card_id as "cardId", issued_at as "issuedAt", blocked_from as "blockedFrom", blocked_for as "blockedFor"
    from ticket where network_id = ${networkId} and card_id = ${cardId} and status = 'blocked' order by id for update`.execute(
      tx,
    );
  return found.rows;
}

/** Ends blocked tickets: they moved to another card, or expired. */
export async function endBlockedTickets(
  tx: Tx,
  ids: readonly string[],
  transition: "moveToCard" | "expire",
): Promise<void> {
  const which = sql`id = any(${ids}::uuid[]) and status = 'blocked'`;
  await moveTicketsStatement(
    transition,
    which,
    sql`, blocked_from = null, blocked_for = '{}', stopped_at = null`,
  ).execute(tx);
}

/** Blocks a ticket that moved to another card for its remaining reasons. */
export async function blockMovedTicket(tx: Tx, id: string, reasons: readonly TicketBlock[], at: string): Promise<void> {
  for (const reason of reasons) await insertBlock(tx, sql`id = ${id}`, { reason, at });
}

/** Records from which ticket each new one came. */
export async function recordOrigins(tx: Tx, moves: readonly { id: string; from: string }[]): Promise<void> {
  await sql`update ticket set moved_from = m.origin from unnest(${moves.map(({ id }) => id)}::uuid[],
      ${moves.map(({ from }) => from)}::uuid[]) as m(id, origin) where ticket.id = m.id`.execute(tx);
}

/** Assigns the tickets of an order that wait for a traveller's new card to that card; returns their ids. */
export async function moveToCard(
  tx: Tx,
  of: { networkId: string; orderLineIds: readonly string[]; cardId: string },
): Promise<string[]> {
  const put = await sql<{ id: string }>`update ticket set card_id = ${of.cardId}
    where network_id = ${of.networkId} and order_line_id = any(${of.orderLineIds}::uuid[]) and support = 'MEDIA'
      and card_id is null returning id`.execute(tx);
  return put.rows.map(({ id }) => id);
}
