import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import type { Result } from "@guichet/contract/result.ts";
import type { Database, Tx } from "./database.ts";

class RolledBack extends Error {
  readonly outcome: Result<never>;

  constructor(outcome: Result<never>) {
    super("rolled back");
    this.outcome = outcome;
  }
}

/** How often a transaction runs, the first time included. */
const attemptsMax = 5;

/** A deadlock, or a transaction that could not be serialised (Appendix A of PostgreSQL's manual): nothing of it was stored. */
const endedForOthers = new Set<unknown>(["40P01", "40001"]);

const isEndedForOthers = (failure: unknown): boolean =>
  failure instanceof Error && "code" in failure && endedForOthers.has(failure.code);

/**
 * Runs `work` in a transaction, and again if the database ended it because of another one: two that wait for each other's rows. `work` may
 * therefore run several times: it writes to this database only, through `tx`, and starts from the beginning. Throws what `work` throws.
 */
export async function inTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === attemptsMax || !isEndedForOthers(error)) throw error;
    }
  }
}

/** Runs `decision` as `inTransaction` does. An error result rolls the transaction back and is returned unchanged. */
export async function runTransaction<T, C extends ErrorCode>(
  db: Database,
  decision: (tx: Tx) => Promise<Result<T, C>>,
): Promise<Result<T, C>> {
  try {
    return await inTransaction(db, async (tx) => {
      const outcome = await decision(tx);
      if (!outcome.ok) throw new RolledBack(outcome);
      return outcome;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.outcome as Result<T, C>;
    throw error;
  }
}
