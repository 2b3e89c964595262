import { sql } from "kysely";
import type { Database } from "../database/database.ts";

/** The offset of the installation's clock from the real time, in milliseconds. */
export async function readOffset(db: Database): Promise<number> {
  const found = await sql<{ offset_ms: number }>`select offset_ms from installation_clock`.execute(db);
  return found.rows[0]?.offset_ms ?? 0;
}

export async function writeOffset(db: Database, offsetMs: number): Promise<void> {
  await sql`update installation_clock set offset_ms = ${Math.round(offsetMs)}`.execute(db);
}
