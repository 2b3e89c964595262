import { type RawBuilder, sql } from "kysely";
import type { Database } from "./database.ts";
import { together } from "./together.ts";

/**
 * The beginning of a statement that is told to the disk a moment later than others (`synchronous_commit`): what it writes can be
 * had again. It must use what it is given, `from unhurried`.
 */
export const unhurried = sql`with unhurried as (select set_config('synchronous_commit', 'off', true))`;

/** Writes down what nobody waits for; told when it stands. */
export type Note = (statement: RawBuilder<unknown>) => Promise<void>;

interface Waiting {
  statement: RawBuilder<unknown>;
  written(): void;
  failed(error: unknown): void;
}

/**
 * Notes of the same moment, whoever makes them, leave in one write, after the answers that go out in it. Each is a transaction of
 * its own: one that fails takes no other with it.
 */
export function notes(db: Database): Note {
  let waiting: Waiting[] = [];
  const write = async () => {
    const all = waiting;
    waiting = [];
    try {
      await db
        .connection()
        .execute((one) =>
          together(all.map(({ statement, written, failed }) => statement.execute(one).then(written, failed))),
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
