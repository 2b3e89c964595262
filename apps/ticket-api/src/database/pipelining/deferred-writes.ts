import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database.ts";
import { pipelined } from "./pipelined.ts";

/**
 * Prefix of a statement that commits without waiting for the disk (`synchronous_commit`), for rows that can be written again after a crash.
 * The statement must read `from unhurried`.
 */
export const withoutDiskWait = sql`with unhurried as (select set_config('synchronous_commit', 'off', true))`;

/** Executes a statement soon, outside any transaction; resolves when it is committed. */
export type DeferWrite = (statement: RawBuilder<unknown>) => Promise<void>;

interface Waiting {
  statement: RawBuilder<unknown>;
  written(): void;
  failed(error: unknown): void;
}

/**
 * Collects the writes of one turn of the event loop and sends them together, after the responses of that turn. Each is its own transaction:
 * an error in one does not affect the others.
 */
export function deferredWrites(db: Database): DeferWrite {
  let waiting: Waiting[] = [];
  const write = async () => {
    const all = waiting;
    waiting = [];
    try {
      await db
        .connection()
        .execute((one) =>
          pipelined(all.map(({ statement, written, failed }) => statement.execute(one).then(written, failed))),
        );
    } catch (error) {
      for (const { failed } of all) failed(error);
    }
  };
  return (statement) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    waiting.push({ statement, written: resolve, failed: reject });
    if (waiting.length === 1) setImmediate(() => void write());
    return promise;
  };
}
