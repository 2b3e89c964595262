import type { TicketUse } from "@guichet/contract/wallet.ts";
import type { Punch } from "@guichet/rules/punching.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import { moveTicketsStatement } from "./ticket-store.ts";

/**
 * Consumes a punch of a ticket if it is unchanged since it was read and has a trip left. One statement, so that of two
 * concurrent devices one succeeds (§7). False: another was faster, or the ticket is no longer usable.
 */
export async function consumeUse(
  tx: Tx,
  ticket: { id: string; networkId: string; firstUsedAt: string | null; validUntil: string | null },
  punch: Punch & { at: string; code: string; tripCode: string | null },
): Promise<boolean> {
  const set = sql`, first_used_at = coalesce(first_used_at, ${punch.at}),
      valid_from = ${punch.validFrom}, valid_until = ${punch.validUntil}, use_before = null,
      trips_left = trips_left - ${punch.trips}, trip_until = ${punch.tripUntil}, code = ${punch.code},
      trip_code = ${punch.tripCode}`;
  const unchanged = sql`network_id = ${ticket.networkId} and id = ${ticket.id} and card_id is null
      and first_used_at is not distinct from ${ticket.firstUsedAt}::timestamptz
      and valid_until is not distinct from ${ticket.validUntil}::timestamptz
      and (trips_left is null or ${punch.trips} = 0 or trips_left > 0)`;
  const taken = await moveTicketsStatement("use", unchanged, set).execute(tx);
  return taken.rows.length === 1;
}

export interface NewUse {
  id: string;
  networkId: string;
  ticketId: string;
  punchedBy: string;
  stickerId: string | null;
}

export async function insertUse(tx: Tx, use: NewUse, punch: Punch, at: string): Promise<void> {
  await sql`insert into ticket_use (id, network_id, ticket_id, kind, trips, used_at, valid_until, punched_by, sticker_id)
    values (${use.id}, ${use.networkId}, ${use.ticketId}, ${punch.kind}, ${punch.trips}, ${at}, ${punch.until},
      ${use.punchedBy}, ${use.stickerId})`.execute(tx);
}

/** Lists the latest uses of a ticket, newest first. */
export async function usesOf(
  db: Database | Tx,
  networkId: string,
  ticketId: string,
  limit: number,
): Promise<TicketUse[]> {
  const found = await sql<TicketUse>`select u.id as "useId", u.kind, u.trips, u.used_at as "usedAt",
      u.valid_until as "validUntil", case when v.sticker_id is null then null else json_build_object(
        'stickerId', v.sticker_id, 'kind', v.kind, 'name', v.name, 'line', v.line) end as place
    from ticket_use u left join vignette v on v.network_id = u.network_id and v.sticker_id = u.sticker_id
    where u.network_id = ${networkId} and u.ticket_id = ${ticketId}
    order by u.used_at desc, u.id desc limit ${limit}`.execute(db);
  return found.rows;
}

/**
 * Stores the states that tickets have reached by time; the rules compute them anyway (`ticketStateAt`). Returns how
 * many changed.
 */
export async function moveTicketsByClock(db: Database, now: string, limit: number): Promise<number> {
  const currentState = sql`case
      when status <> 'blocked' and trip_until > ${now} then 'active'
      when status <> 'blocked' and trips_left = 0 then 'used-up'
      when valid_until <= ${now} or use_before <= ${now} then 'expired'
      when status = 'blocked' then 'blocked'
      when valid_from <= ${now} then 'active'
      else 'pending' end`;
  const changed = sql`id in (select id from ticket where status in ('pending', 'active', 'blocked') and status <> ${currentState}
    order by id limit ${limit})`;
  const moved = await moveTicketsStatement(
    [
      { transition: "activate", when: sql`${currentState} = 'active'` },
      { transition: "deactivate", when: sql`${currentState} = 'pending'` },
      { transition: "useUp", when: sql`${currentState} = 'used-up'` },
      { transition: "expire", when: sql`${currentState} = 'expired'` },
    ],
    changed,
  ).execute(db);
  return moved.rows.length;
}

/** When a ticket was used last; null: never. */
export async function lastUseOf(db: Database | Tx, ticketId: string): Promise<string | null> {
  const found = await sql<{ usedAt: string | null }>`select max(used_at) as "usedAt" from ticket_use
    where ticket_id = ${ticketId}`.execute(db);
  return found.rows[0]?.usedAt ?? null;
}
