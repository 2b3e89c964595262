import type { DatabaseConnection, Driver, TransactionSettings } from "kysely";
import { takeQueued } from "./execute-on-commit.ts";
import { pipelined } from "./pipelined.ts";

/**
 * A driver that sends `begin` with the first statement of a transaction and `commit` with the last. Nothing waits for the result of
 * `begin`: on a broken connection the statements after it fail too.
 */
export function pipeliningDriver(driver: Driver): Driver {
  const beginnings = new WeakMap<DatabaseConnection, Promise<void>>();
  return {
    init: () => driver.init(),
    acquireConnection: () => driver.acquireConnection(),
    releaseConnection: (connection) => driver.releaseConnection(connection),
    destroy: () => driver.destroy(),
    beginTransaction: async (connection: DatabaseConnection, settings: TransactionSettings) => {
      takeQueued(connection);
      const beginning = driver.beginTransaction(connection, settings);
      // The commit reports an error.
      beginning.catch(() => undefined);
      beginnings.set(connection, beginning);
    },
    commitTransaction: async (connection) => {
      const last = takeQueued(connection).map((statement) => connection.executeQuery(statement));
      // PostgreSQL rolls back a transaction in which a statement failed, and reports it in its response to the commit.
      await pipelined([beginnings.get(connection), ...last, driver.commitTransaction(connection)]);
    },
    rollbackTransaction: async (connection) => {
      takeQueued(connection);
      await driver.rollbackTransaction(connection);
    },
  };
}
