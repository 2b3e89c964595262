import { sql } from "kysely";
import { expect } from "vitest";
import type { Database } from "../database/database.ts";

/** Until somebody waits for a row of a table that another transaction holds. */
export async function somebodyWaits(db: Database, table: "login" | "account" | "user_session"): Promise<void> {
  await expect.poll(() => waiting(db, table)).toBeGreaterThan(0);
}

/** Until so many wait for rows that another transaction holds, with statements in which `words` stand. */
export async function soManyWait(db: Database, count: number, words = ""): Promise<void> {
  await expect.poll(() => waiting(db, words)).toBe(count);
}

/** How many wait now for rows that another transaction holds, with statements in which `words` stand. */
export async function waiting(db: Database, words: string): Promise<number> {
  const found = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${words}%`}`.execute(db);
  return found.rows.length;
}
