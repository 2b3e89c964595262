import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { createDatabase, databaseUrlFor, dropDatabase } from "@guichet/postgres/databases.ts";
import pg from "pg";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** The URL of the tests' PostgreSQL. */
    postgresUrl: string;
    /** The database with all migrations, which each test file copies. */
    templateName: string;
  }
}

/** Creates a database for this test file, copied from the migrated template. */
export async function testDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `guichet_test_${randomUUID().replaceAll("-", "")}`;
  const server = inject("postgresUrl");
  await createDatabase(server, name, inject("templateName"));
  return { url: databaseUrlFor(server, name), drop: () => dropDatabase(server, name) };
}

/** Creates a database as the version before this migration (`0030`) left it. */
export async function databaseBefore(migration: string): Promise<{ pool: pg.Pool; drop(): Promise<void> }> {
  const name = `guichet_upgrade_${randomUUID().replaceAll("-", "")}`;
  const server = inject("postgresUrl");
  await createDatabase(server, name);
  const pool = new pg.Pool({ connectionString: databaseUrlFor(server, name) });
  // Dropping the database ends connections that the pool has not quite closed; an error without a listener ends the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  pool.on("error", () => undefined);
  const folder = new URL("../../migrations/", import.meta.url);
  await pool.query(
    "create table migration (name text primary key, digest text not null, ran_at timestamptz default now())",
  );
  for (const file of (await readdir(folder)).sort().filter((one) => one < migration)) {
    const text = await readFile(new URL(file, folder), "utf8");
    await pool.query(text);
    const digest = createHash("sha256").update(text).digest("hex");
    await pool.query("insert into migration (name, digest) values ($1, $2)", [file, digest]);
  }
  return {
    pool,
    drop: async () => {
      await pool.end();
      await dropDatabase(server, name);
    },
  };
}
