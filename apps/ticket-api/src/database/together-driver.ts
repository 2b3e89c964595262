import type { DatabaseConnection, Driver, TransactionSettings } from "kysely";
import { together } from "./together.ts";
import { takeWaiting } from "./with-commit.ts";

/**
 * A driver whose transactions begin with their first statement and end with their last, in one write each. A connection answers
 * in the order in which it was asked: who begins need not wait, and what follows fails with a connection that is broken.
 */
export function togetherDriver(driver: Driver): Driver {
  const beginnings = new WeakMap<DatabaseConnection, Promise<void>>();
  return {
    init: () => driver.init(),
    acquireConnection: () => driver.acquireConnection(),
    releaseConnection: (connection) => driver.releaseConnection(connection),
    destroy: () => driver.destroy(),
    beginTransaction: async (connection: DatabaseConnection, settings: TransactionSettings) => {
      takeWaiting(connection);
      const begun = driver.beginTransaction(connection, settings);
      // Told at the end, whatever becomes of it.
      begun.catch(() => undefined);
      beginnings.set(connection, begun);
    },
    commitTransaction: async (connection) => {
      const last = takeWaiting(connection).map((statement) => connection.executeQuery(statement));
      // Of a transaction in which a statement failed PostgreSQL commits nothing, and its answer to the commit says so.
      await together([beginnings.get(connection), ...last, driver.commitTransaction(connection)]);
    },
    rollbackTransaction: async (connection) => {
      takeWaiting(connection);
      await driver.rollbackTransaction(connection);
    },
  };
}
