import type { Outcome } from "@guichet/contract/outcome.ts";
import type { RefusalCode } from "@guichet/contract/refusals.ts";
import type { Database, Tx } from "./database.ts";

class TakenBack extends Error {
  readonly outcome: Outcome<never>;

  constructor(outcome: Outcome<never>) {
    super("taken back");
    this.outcome = outcome;
  }
}

/** Runs a decision in one transaction: a refusal takes back what was written so far, and is answered as it is. */
export async function decide<T, C extends RefusalCode>(
  db: Database,
  decision: (tx: Tx) => Promise<Outcome<T, C>>,
): Promise<Outcome<T, C>> {
  try {
    return await db.transaction().execute(async (tx) => {
      const outcome = await decision(tx);
      if (!outcome.ok) throw new TakenBack(outcome);
      return outcome;
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.outcome as Outcome<T, C>;
    throw error;
  }
}
