import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import type { Result } from "@guichet/contract/result.ts";
import type { Database, Tx } from "./database.ts";

class TakenBack extends Error {
  readonly outcome: Result<never>;

  constructor(outcome: Result<never>) {
    super("taken back");
    this.outcome = outcome;
  }
}

/** Runs a decision in one transaction: a refusal takes back what was written so far, and is answered as it is. */
export async function decide<T, C extends ErrorCode>(
  db: Database,
  decision: (tx: Tx) => Promise<Result<T, C>>,
): Promise<Result<T, C>> {
  try {
    return await db.transaction().execute(async (tx) => {
      const outcome = await decision(tx);
      if (!outcome.ok) throw new TakenBack(outcome);
      return outcome;
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.outcome as Result<T, C>;
    throw error;
  }
}
