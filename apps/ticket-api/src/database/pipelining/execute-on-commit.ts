import type { CompiledQuery, DatabaseConnection, RawBuilder } from "kysely";
import type { Tx } from "../database.ts";

const queued = new WeakMap<DatabaseConnection, CompiledQuery[]>();

/**
 * Sends the last statements of a transaction together with its commit, in one write and after all others, so that their locks are
 * held only until the commit. If one fails, nothing is committed and the transaction throws. Their results cannot be read, and
 * the transaction does not see what they write.
 */
export async function executeOnCommit(tx: Tx, statements: readonly RawBuilder<unknown>[]): Promise<void> {
  const compiled = statements.map((statement) => statement.compile(tx));
  await tx.getExecutor().provideConnection(async (connection) => {
    queueForCommit(connection, compiled);
  });
}

/** Queues statements for the commit of the transaction that a connection has open. */
export function queueForCommit(connection: DatabaseConnection, statements: readonly CompiledQuery[]): void {
  queued.set(connection, [...(queued.get(connection) ?? []), ...statements]);
}

/** Removes and returns the queued statements of a connection, on commit and on rollback. */
export function takeQueued(connection: DatabaseConnection): readonly CompiledQuery[] {
  const statements = queued.get(connection) ?? [];
  queued.delete(connection);
  return statements;
}
