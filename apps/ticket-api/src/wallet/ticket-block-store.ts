import type { TicketBlock, TicketState } from "@guichet/contract/wallet.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import { moveTicketsStatement } from "./ticket-store.ts";

/*
 * Block reasons of tickets (§6 "ticket"): a ticket is blocked while it has any reason, and returns to its former state
 * when the last one is removed.
 */

/** Blocks usable tickets for a reason, and adds the reason to blocked ones; returns how many tickets. */
export async function insertBlock(
  tx: Tx,
  which: RawBuilder<unknown>,
  block: { reason: TicketBlock; at: string },
): Promise<number> {
  return (await blockStatement(which, block).execute(tx)).rows.length;
}

/** The statement of `insertBlock`, which may be sent with the commit. */
export function blockStatement(
  which: RawBuilder<unknown>,
  { reason, at }: { reason: TicketBlock; at: string },
): RawBuilder<{ id: string; status: TicketState }> {
  const set = sql`, blocked_from = case when status = 'blocked' then blocked_from else status end,
      blocked_for = array_append(blocked_for, ${reason}),
      stopped_at = case when status = 'blocked' then stopped_at else ${at}::timestamptz end`;
  return moveTicketsStatement("block", sql`${which} and not ${reason} = any(blocked_for)`, set);
}

/** Removes a block reason; returns how many tickets are usable again because it was their last. */
export async function removeBlock(tx: Tx, which: RawBuilder<unknown>, reason: TicketBlock): Promise<number> {
  const isLast = sql`blocked_for = array[${reason}]::text[]`;
  // Tickets that stay blocked come first: one whose other reason is removed concurrently is then unblocked by the
  // statement below.
  await sql`update ticket set blocked_for = array_remove(blocked_for, ${reason})
    where ${which} and status = 'blocked' and ${reason} = any(blocked_for) and not ${isLast}`.execute(tx);
  const lifted = await moveTicketsStatement(
    [
      { transition: "liftToPending", when: sql`blocked_from = 'pending'` },
      { transition: "liftToActive", when: sql`blocked_from is distinct from 'pending'` },
    ],
    sql`${which} and ${isLast}`,
    sql`, blocked_from = null, stopped_at = null, blocked_for = '{}'`,
  ).execute(tx);
  return lifted.rows.length;
}

type OrderKey = { networkId: string; orderId: string };
/** The tickets of an order, whoever holds them now. */
export const ofOrder = ({ networkId, orderId }: OrderKey) => sql`network_id = ${networkId} and order_id = ${orderId}`;

/** Blocks the tickets of an unpaid order, whoever holds them now; returns how many. */
export const blockOrderTickets = (tx: Tx, order: OrderKey & { at: string }): Promise<number> =>
  insertBlock(tx, ofOrder(order), { reason: "unpaid", at: order.at });

/** Unblocks the tickets of a settled order; returns how many are usable again. */
export const unblockOrderTickets = (tx: Tx, order: OrderKey): Promise<number> =>
  removeBlock(tx, ofOrder(order), "unpaid");

/** Blocks the tickets of an order whose payment is disputed; returns how many. */
export const blockDisputedTickets = (tx: Tx, order: OrderKey & { at: string }): Promise<number> =>
  insertBlock(tx, ofOrder(order), { reason: "disputed", at: order.at });

/** Unblocks the tickets of an order whose payment is not disputed any more; returns how many are usable again. */
export const unblockDisputedTickets = (tx: Tx, order: OrderKey): Promise<number> =>
  removeBlock(tx, ofOrder(order), "disputed");

/** A formerly valid ticket whose code must be refused. */
export interface BlockedTicket {
  id: string;
  state: TicketState;
  blockedFor: TicketBlock[];
  since: string;
  until: string | null;
  number: string | null;
}

/**
 * Lists blocked, cancelled or transferred tickets that have not expired, newest first: those on a phone, whose code may
 * have been copied, and those loaded on a card. `before` is a ticket's id.
 */
export async function blockedTickets(
  db: Database,
  filter: { networkId: string; now: string; before: string | undefined; limit: number },
): Promise<BlockedTicket[]> {
  const found = await sql<BlockedTicket>`select t.id, t.status as state, t.blocked_for as "blockedFor",
      t.stopped_at as since, coalesce(t.valid_until, t.use_before) as until, c.number
    from ticket t left join transport_card c on c.id = t.card_id
    where t.network_id = ${filter.networkId} and t.stopped_at is not null and t.status in ('blocked', 'cancelled', 'transferred')
      and (t.support <> 'MEDIA' or t.loaded_at is not null)
      and (t.valid_until is null or t.valid_until > ${filter.now})
      and (t.use_before is null or t.use_before > ${filter.now})
      and (${filter.before ?? null}::uuid is null
        or (t.stopped_at, t.id) < (select stopped_at, id from ticket where id = ${filter.before ?? null}::uuid))
    order by t.stopped_at desc, t.id desc limit ${filter.limit}`.execute(db);
  return found.rows;
}
