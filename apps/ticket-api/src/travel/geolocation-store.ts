import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

export interface Position {
  useId: string;
  latitude: number;
  longitude: number;
  recordedAt: string;
}

/** Whether a traveller has agreed to share where they validate tickets. Null: not asked yet. */
export async function consentOf(db: Database | Tx, travellerId: string): Promise<boolean | null> {
  const found = await sql<{
    agreed: boolean;
  }>`select agreed from geolocation_consent where traveller_id = ${travellerId}`.execute(db);
  return found.rows[0]?.agreed ?? null;
}

export async function saveConsent(
  tx: Tx,
  traveller: { networkId: string; accountId: string; travellerId: string },
  agreed: boolean,
  at: string,
): Promise<void> {
  await sql`insert into geolocation_consent (traveller_id, network_id, account_id, agreed, decided_at)
    values (${traveller.travellerId}, ${traveller.networkId}, ${traveller.accountId}, ${agreed}, ${at})
    on conflict (traveller_id) do update set agreed = excluded.agreed, decided_at = excluded.decided_at`.execute(tx);
}

/** Deletes a traveller's positions. */
export async function dropPositionsOf(tx: Tx, travellerId: string): Promise<void> {
  await sql`delete from punch_position where traveller_id = ${travellerId}`.execute(tx);
}

/** Deletes positions older than an instant. */
export async function dropOldPositions(db: Database, before: string): Promise<void> {
  await sql`delete from punch_position where recorded_at <= ${before}`.execute(db);
}

/**
 * Saves the position of a validation, if it is the traveller's own and they agree; a second position is ignored. Returns when it was
 * recorded; undefined: the traveller has no such validation.
 */
export async function savePosition(
  tx: Tx,
  traveller: { networkId: string; accountId: string; travellerId: string },
  position: { useId: string; latitude: number; longitude: number; accuracy: number | null; at: string },
): Promise<string | undefined> {
  await sql`insert into punch_position (use_id, network_id, account_id, traveller_id, latitude, longitude, accuracy_metres, recorded_at)
    select u.id, u.network_id, ${traveller.accountId}, u.punched_by, ${position.latitude}, ${position.longitude}, ${position.accuracy}, ${position.at}
    from ticket_use u where u.id = ${position.useId} and u.network_id = ${traveller.networkId} and u.punched_by = ${traveller.travellerId}
    on conflict (use_id) do nothing`.execute(tx);
  const found = await sql<{ at: string }>`select recorded_at as at from punch_position
    where use_id = ${position.useId} and traveller_id = ${traveller.travellerId}`.execute(tx);
  return found.rows[0]?.at;
}

/** A traveller's positions, newest first. */
export async function positionsOf(db: Database, travellerId: string): Promise<Position[]> {
  const found = await sql<Position>`select use_id as "useId", latitude, longitude, recorded_at as "recordedAt"
    from punch_position where traveller_id = ${travellerId} order by recorded_at desc, use_id`.execute(db);
  return found.rows;
}
