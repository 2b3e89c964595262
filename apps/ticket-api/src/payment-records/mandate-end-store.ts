import { sql } from "kysely";
import type { Tx } from "../database/database.ts";

/** A mandate that ended. */
export interface EndedMandate {
  id: string;
  /** The subscription whose renewals it covered. */
  subscriptionId: string | null;
}

/**
 * Ends a mandate by its reference, or with `ofAccount` every mandate of its bank account in the network. Nothing more is collected under them.
 * Returns those that were in force: of two concurrent calls, one ends a mandate.
 */
export async function endMandates(
  tx: Tx,
  end: { networkId: string; reference: string; ofAccount: boolean; at: string; reason: string },
): Promise<EndedMandate[]> {
  const named = sql`network_id = ${end.networkId} and reference = ${end.reference}`;
  const which = end.ofAccount
    ? sql`network_id = ${end.networkId} and debtor ->> 'iban' = (select debtor ->> 'iban' from mandate where ${named})`
    : named;
  const ended = await sql<EndedMandate>`update mandate set revoked_at = ${end.at}, end_reason = ${end.reason}
    where ${which} and revoked_at is null returning id, subscription_id as "subscriptionId"`.execute(tx);
  return ended.rows;
}
