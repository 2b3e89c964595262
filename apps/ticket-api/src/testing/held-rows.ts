import { sql } from "kysely";
import { expect } from "vitest";
import type { Database } from "../database/connection.ts";

/** Until somebody waits for a row of a table that another transaction holds. */
export async function somebodyWaits(db: Database, table: "login" | "account" | "user_session"): Promise<void> {
  await expect
    .poll(async () => {
      const waiting = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${table}%`}`.execute(db);
      return waiting.rows.length;
    })
    .toBeGreaterThan(0);
}
