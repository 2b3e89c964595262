import type { TicketBlock, TicketState } from "@guichet/contract/wallet.ts";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Database, Tx } from "../database/database.ts";
import { keysetCursor } from "../http/cursor.ts";
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

/** A place in the list of blocked tickets: the instant and the id of its ticket. */
export const BlockedTicketPlace = z.strictObject({ since: z.iso.datetime(), id: z.uuid() });

interface BlockedTicketFilter {
  networkId: string;
  now: string;
  /** The place of the previous page's last ticket; it stays when that ticket leaves the list. */
  before: z.infer<typeof BlockedTicketPlace> | undefined;
  limit: number;
}

/**
 * Lists tickets whose codes would still be accepted, newest first: blocked, cancelled and transferred ones, and, from their
 * new end on, those whose validity was shortened after a code was signed. They are on a phone, whose code may have been
 * copied, or loaded on a card.
 */
export const blockedTickets = async (db: Database, filter: BlockedTicketFilter): Promise<BlockedTicket[]> =>
  (await blockedTicketsQuery(filter).execute(db)).rows;

/** The query of `blockedTickets`: one index for each of its two parts. */
export function blockedTicketsQuery({ networkId, now, before, limit }: BlockedTicketFilter): RawBuilder<BlockedTicket> {
  const place = sql`(${before?.since ?? null}::timestamptz, ${before?.id ?? null}::uuid)`;
  const part = (since: RawBuilder<unknown>, state: RawBuilder<unknown>, which: RawBuilder<unknown>) => sql`(
    select id, ${state} as state, blocked_for, ${since} as since, coalesce(signed_until, valid_until, use_before) as until, card_id
    from ticket where network_id = ${networkId} and ${which} and (support <> 'MEDIA' or loaded_at is not null)
      and (${before === undefined} or (${since}, id) < ${place})
    order by ${since} desc, id desc limit ${limit})`;
  const stopped = sql`stopped_at is not null
      and (status in ('blocked', 'cancelled', 'transferred') or (status = 'expired' and signed_until is not null))
      and (valid_until is null or coalesce(signed_until, valid_until) > ${now})
      and (use_before is null or use_before > ${now})`;
  const shortened = sql`signed_until > ${now} and valid_until <= ${now} and stopped_at is null
      and status in ('pending', 'active', 'expired')`;
  return sql<BlockedTicket>`
    select t.id, t.state, t.blocked_for as "blockedFor", t.since, t.until, c.number
    from (${part(sql`stopped_at`, sql`status`, stopped)} union all ${part(sql`valid_until`, sql`'expired'`, shortened)}) t
      left join transport_card c on c.id = t.card_id
    order by t.since desc, t.id desc limit ${limit}`;
}

/** Cuts the blocked tickets read (one more than the limit) to a page, and returns the cursor of the next page. */
export function pageOfBlocked(
  rows: readonly BlockedTicket[],
  limit: number,
): { page: BlockedTicket[]; nextCursor: string | undefined } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { page, nextCursor: hasMore ? keysetCursor({ since: last.since, id: last.id }) : undefined };
}
