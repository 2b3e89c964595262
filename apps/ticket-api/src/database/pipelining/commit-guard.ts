import { type CompiledQuery, type DatabaseConnection, Kysely, type KyselyProps, type RawBuilder } from "kysely";
import type { Database } from "../database.ts";
import { queueForCommit } from "./execute-on-commit.ts";

const propsOf = new WeakMap<Database, KyselyProps>();

/** Creates a database that `withCommitGuard` can extend. */
export function databaseOf(props: KyselyProps): Database {
  const db: Database = new Kysely<unknown>(props);
  propsOf.set(db, props);
  return db;
}

/**
 * The same database with a guard: each transaction sends `statement` with its commit, in the same write and after all others. If it
 * fails, the transaction is rolled back and throws.
 */
export function withCommitGuard(db: Database, statement: RawBuilder<unknown>): Database {
  const props = propsOf.get(db);
  if (props === undefined) throw new Error("Database not created by databaseOf");
  const last: CompiledQuery = statement.compile(db);
  const { driver } = props;
  return databaseOf({
    ...props,
    driver: {
      init: () => driver.init(),
      acquireConnection: (options) => driver.acquireConnection(options),
      beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
      commitTransaction: (connection: DatabaseConnection) => {
        queueForCommit(connection, [last]);
        return driver.commitTransaction(connection);
      },
      rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
      releaseConnection: (connection, options) => driver.releaseConnection(connection, options),
      destroy: (options) => driver.destroy(options),
    },
  });
}
