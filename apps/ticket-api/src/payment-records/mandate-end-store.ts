import { sql } from "kysely";
import type { Tx } from "../database/database.ts";
import { lastUseOf } from "./debit-store.ts";

/** A mandate that ended. */
export interface EndedMandate {
  id: string;
  networkId: string;
  /** The subscription whose renewals it covered. */
  subscriptionId: string | null;
}

const columns = sql`id, network_id as "networkId", subscription_id as "subscriptionId"`;

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
    where ${which} and revoked_at is null returning ${columns}`.execute(tx);
  return ended.rows;
}

/** The end reason of a mandate that was not used for 36 months. */
export const unusedReason = "UNUSED";

/** Ends at most `limit` mandates whose last debit, or else signature, was on or before a day. Returns them. */
export async function endUnusedMandates(
  tx: Tx,
  { lastUse, at, limit }: { lastUse: string; at: string; limit: number },
): Promise<EndedMandate[]> {
  const ended = await sql<EndedMandate>`update mandate set revoked_at = ${at}, end_reason = ${unusedReason}
    where id in (select m.id from mandate m where m.revoked_at is null and ${lastUseOf} <= ${lastUse}
      order by m.id limit ${limit} for update skip locked) returning ${columns}`.execute(tx);
  return ended.rows;
}
