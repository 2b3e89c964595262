import { readdir, readFile } from "node:fs/promises";
import type pg from "pg";

const folder = new URL("../../migrations/", import.meta.url);
/** Any number of ours: two processes that start together take turns. */
export const migrationLock = 7_210_403;

/**
 * Brings the database to the newest shape: each `migrations/NNNN-*.sql` once, in order, in its own transaction,
 * forward only. Answers the names of those that ran. Refuses a file that was changed after it ran.
 */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort();
  const client = await pool.connect();
  const ran: string[] = [];
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await client.query(
      "create table if not exists migration (name text primary key, digest text not null, ran_at timestamptz not null default now())",
    );
    const known = await client.query<{ name: string; digest: string }>("select name, digest from migration");
    const digests = new Map(known.rows.map((row) => [row.name, row.digest]));
    for (const file of files) {
      const text = await readFile(new URL(file, folder), "utf8");
      const digest = await digestOf(text);
      const before = digests.get(file);
      if (before === digest) continue;
      if (before !== undefined) throw new Error(`Migration ${file} was changed after it ran; write a new one instead.`);
      await client.query("begin");
      try {
        await client.query(text);
        await client.query("insert into migration (name, digest) values ($1, $2)", [file, digest]);
        await client.query("commit");
      } catch (error) {
        await client.query("rollback");
        throw new Error(`Migration ${file}: ${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        });
      }
      ran.push(file);
    }
    return ran;
  } finally {
    await client.query("select pg_advisory_unlock($1)", [migrationLock]).catch(() => undefined);
    client.release();
  }
}

async function digestOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Buffer.from(bytes).toString("hex");
}
