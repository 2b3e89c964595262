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

/** Runs `decision` in a transaction. An error result rolls the transaction back and is returned unchanged. */
export async function runTransaction<T, C extends ErrorCode>(
  db: Database,
  decision: (tx: Tx) => Promise<Result<T, C>>,
): Promise<Result<T, C>> {
  try {
    return await db.transaction().execute(async (tx) => {
      const outcome = await decision(tx);
      if (!outcome.ok) throw new RolledBack(outcome);
      return outcome;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.outcome as Result<T, C>;
    throw error;
  }
}
