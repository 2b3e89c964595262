import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

export interface Position {
  useId: string;
  latitude: number;
  longitude: number;
  recordedAt: string;
}

/** Did a traveller agree to say where they punch? Null: they were not asked yet. */
export async function consentOf(db: Database | Tx, travellerId: string): Promise<boolean | null> {
  const found = await sql<{
    agreed: boolean;
  }>`select agreed from geolocation_consent where traveller_id = ${travellerId}`.execute(db);
  return found.rows[0]?.agreed ?? null;
}

export async function saveConsent(
  tx: Tx,
  who: { networkId: string; accountId: string; travellerId: string },
  agreed: boolean,
  at: string,
): Promise<void> {
  await sql`insert into geolocation_consent (traveller_id, network_id, account_id, agreed, decided_at)
    values (${who.travellerId}, ${who.networkId}, ${who.accountId}, ${agreed}, ${at})
    on conflict (traveller_id) do update set agreed = excluded.agreed, decided_at = excluded.decided_at`.execute(tx);
}

/** Drops what is kept of a traveller. */
export async function dropPositionsOf(tx: Tx, travellerId: string): Promise<void> {
  await sql`delete from punch_position where traveller_id = ${travellerId}`.execute(tx);
}

/** Drops what is older than an instant. */
export async function dropOldPositions(db: Database, before: string): Promise<void> {
  await sql`delete from punch_position where recorded_at <= ${before}`.execute(db);
}

/**
 * Keeps where a punch happened, if it is the traveller's own and they agree; said twice, the first counts. When it was said; undefined:
 * no such punch of theirs.
 */
export async function keepPosition(
  tx: Tx,
  who: { networkId: string; accountId: string; travellerId: string },
  said: { useId: string; latitude: number; longitude: number; accuracy: number | null; at: string },
): Promise<string | undefined> {
  await sql`insert into punch_position (use_id, network_id, account_id, traveller_id, latitude, longitude, accuracy_metres, recorded_at)
    select u.id, u.network_id, ${who.accountId}, u.punched_by, ${said.latitude}, ${said.longitude}, ${said.accuracy}, ${said.at}
    from ticket_use u where u.id = ${said.useId} and u.network_id = ${who.networkId} and u.punched_by = ${who.travellerId}
    on conflict (use_id) do nothing`.execute(tx);
  const found = await sql<{ at: string }>`select recorded_at as at from punch_position
    where use_id = ${said.useId} and traveller_id = ${who.travellerId}`.execute(tx);
  return found.rows[0]?.at;
}

/** What is kept of a traveller, newest first. */
export async function positionsOf(db: Database, travellerId: string): Promise<Position[]> {
  const found = await sql<Position>`select use_id as "useId", latitude, longitude, recorded_at as "recordedAt"
    from punch_position where traveller_id = ${travellerId} order by recorded_at desc, use_id`.execute(db);
  return found.rows;
}
