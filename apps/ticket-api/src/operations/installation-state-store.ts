import { sql } from "kysely";
import type { Database } from "../database/database.ts";

/** The database of the installation. */
interface DatabaseState {
  version: string;
  migration: string | null;
  migratedAt: string | null;
}

/** Reads the version of PostgreSQL and the newest migration that ran. */
export async function databaseState(db: Database): Promise<DatabaseState> {
  const found = await sql<DatabaseState>`select current_setting('server_version') as version, newest.name as migration,
      newest.ran_at as "migratedAt"
    from (select 1) one left join lateral (select name, ran_at from migration order by name desc limit 1) newest on true`.execute(
    db,
  );
  return found.rows[0] ?? { version: "", migration: null, migratedAt: null };
}
