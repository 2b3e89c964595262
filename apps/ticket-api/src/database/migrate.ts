import { readdir, readFile } from "node:fs/promises";
import type pg from "pg";

const ownFolder = new URL("../../migrations/", import.meta.url);
/** An arbitrary lock number: processes that start together migrate one after the other. */
export const migrationLock = 7_210_403;

interface Migration {
  file: string;
  text: string;
  digest: string;
}

/**
 * Migrates the database: runs each `migrations/NNNN-*.sql` once, in order, in its own transaction, forward only, with no time limit.
 * Returns the names of those that ran. Throws if a file was changed after it ran.
 */
export async function migrate(pool: pg.Pool, folder = ownFolder): Promise<string[]> {
  const client = await pool.connect();
  const ran: string[] = [];
  try {
    // The pool's limits are for requests; building an index over millions of orders takes longer.
    await client.query("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await client.query(
      "create table if not exists migration (name text primary key, digest text not null, ran_at timestamptz not null default now())",
    );
    for (const { file, text, digest } of await missing(client, folder)) {
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
    // Closed instead of released: it has no limits any more, and closing it releases the lock.
    client.release(true);
  }
}

/** Lists the migrations that the database lacks, without running them. Throws if a file was changed after it ran. */
export async function pendingMigrations(pool: pg.Pool, folder = ownFolder): Promise<string[]> {
  const client = await pool.connect();
  try {
    const exists = await client.query<{ found: boolean }>("select to_regclass('migration') is not null as found");
    if (exists.rows[0]?.found !== true) return (await migrationsOf(folder)).map(({ file }) => file);
    return (await missing(client, folder)).map(({ file }) => file);
  } finally {
    client.release();
  }
}

async function missing(client: pg.PoolClient, folder: URL): Promise<Migration[]> {
  const applied = await client.query<{ name: string; digest: string }>("select name, digest from migration");
  const digests = new Map(applied.rows.map((row) => [row.name, row.digest]));
  const all = await migrationsOf(folder);
  const changed = all.find(({ file, digest }) => digests.has(file) && digests.get(file) !== digest);
  if (changed !== undefined)
    throw new Error(`Migration ${changed.file} was changed after it ran; write a new one instead.`);
  return all.filter(({ file }) => !digests.has(file));
}

async function migrationsOf(folder: URL): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort();
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(new URL(file, folder), "utf8");
      return { file, text, digest: await digestOf(text) };
    }),
  );
}

async function digestOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Buffer.from(bytes).toString("hex");
}
