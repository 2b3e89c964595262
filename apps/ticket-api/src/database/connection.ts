import { PostgresDialect } from "kysely";
import pg from "pg";
import type { Database } from "./database.ts";
import { pipeliningDatabase } from "./pipelining/pipelining-database.ts";
import { withPreparedStatements } from "./pipelining/prepared-statements.ts";

/** Parsers of result values: instants as ISO 8601 UTC text, days as `YYYY-MM-DD`, big integers as numbers. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.NUMERIC, Number);
types.setTypeParser(pg.types.builtins.DATE, (text) => text);
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString());

export interface Connection {
  db: Database;
  pool: pg.Pool;
  close(): Promise<void>;
}

/** Opens a pool. `onError` receives broken connections, which would otherwise end the process. */
export function connect(url: string, poolSize: number, onError: (error: Error) => void): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types,
    application_name: "guichet",
    connectionTimeoutMillis: 8_000,
    // A statement that never ends must not block a customer or the rows that it locks.
    statement_timeout: 20_000,
    idle_in_transaction_session_timeout: 30_000,
    options: "-c timezone=UTC",
    // Statements that a transaction sends without waiting in between go out together.
    pipeline: true,
  });
  pool.on("error", onError);
  // The pool reports broken idle connections only. A busy connection reports to its statement, and must not end the process.
  pool.on("connect", (client) => client.on("error", onError));
  const db: Database = pipeliningDatabase(new PostgresDialect({ pool: withPreparedStatements(pool) }));
  const close = async () => {
    await db.destroy();
    // Kysely ends the pool only if it has used it.
    if (!pool.ended) await pool.end();
  };
  return { db, pool, close };
}
