import { sql } from "kysely";
import { expect } from "vitest";
import type { Database } from "../database/database.ts";

/** Waits until a statement waits for a locked row of a table. */
export async function somebodyWaits(db: Database, table: "login" | "account" | "user_session"): Promise<void> {
  await expect.poll(() => waiting(db, table)).toBeGreaterThan(0);
}

/** Waits until `count` statements that contain `words` wait for locked rows. */
export async function soManyWait(db: Database, count: number, words = ""): Promise<void> {
  await expect.poll(() => waiting(db, words)).toBe(count);
}

/** Counts the statements that contain `words` and wait for locked rows. */
export async function waiting(db: Database, words: string): Promise<number> {
  const found = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${words}%`}`.execute(db);
  return found.rows.length;
}
