import type { CompiledQuery, DatabaseConnection, RawBuilder } from "kysely";
import type { Tx } from "./database.ts";

const waiting = new WeakMap<DatabaseConnection, CompiledQuery[]>();

/**
 * Leaves the last statements of a transaction to its commit: they go out with it in one write, after everything that was sent
 * before, and what they lock is held for no longer than they and the commit take. When one of them fails, nothing is
 * committed and the transaction throws. Nothing can be decided by their answers, and nothing of the transaction sees them.
 */
export async function withCommit(tx: Tx, statements: readonly RawBuilder<unknown>[]): Promise<void> {
  const compiled = statements.map((statement) => statement.compile(tx));
  await tx.getExecutor().provideConnection(async (connection) => {
    leaveWaiting(connection, compiled);
  });
}

/** The same, of the transaction that is under way on a connection. */
export function leaveWaiting(connection: DatabaseConnection, statements: readonly CompiledQuery[]): void {
  waiting.set(connection, [...(waiting.get(connection) ?? []), ...statements]);
}

/** What was left to the end of the transaction on this connection; there it is taken, whether it is committed or taken back. */
export function takeWaiting(connection: DatabaseConnection): readonly CompiledQuery[] {
  const statements = waiting.get(connection) ?? [];
  waiting.delete(connection);
  return statements;
}
