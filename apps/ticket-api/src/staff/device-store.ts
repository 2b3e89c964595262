import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** How many browsers of one person are stored; the oldest are deleted. */
const devicesMax = 20;

/** Whether this person has signed in with that browser before. */
export async function isKnownStaffDevice(
  db: Database | Tx,
  staffId: string,
  tokenHash: string,
  now: string,
): Promise<boolean> {
  const found = await sql`select from staff_device
    where token_hash = ${tokenHash} and staff_id = ${staffId} and expires_at > ${now}`.execute(db);
  return found.rows.length > 0;
}

export async function insertStaffDevice(
  tx: Tx,
  device: { tokenHash: string; staffId: string; at: string; expiresAt: string },
): Promise<void> {
  const { tokenHash, staffId, at, expiresAt } = device;
  await sql`insert into staff_device (token_hash, staff_id, created_at, expires_at)
    values (${tokenHash}, ${staffId}, ${at}, ${expiresAt})`.execute(tx);
  await sql`delete from staff_device where token_hash in (select token_hash from staff_device
    where staff_id = ${staffId} order by created_at desc offset ${devicesMax})`.execute(tx);
}

/** Deletes the known browsers of a person, as a new password from the server does. */
export async function dropStaffDevices(tx: Tx, staffId: string): Promise<void> {
  await sql`delete from staff_device where staff_id = ${staffId}`.execute(tx);
}

export async function dropOldStaffDevices(db: Database, now: string): Promise<void> {
  await sql`delete from staff_device where expires_at <= ${now}`.execute(db);
}
