import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../database/database.ts";

/**
 * The sides of movements: what lies at the provider or counter, what customers still owe (parts of a later day), what was earned,
 * and what was taken by mistake and goes back.
 */
export type Side = "provider" | "counter" | "receivable" | "sales" | "suspense";

/** What a payment's money was booked from: one that completes its order from what was earned, another from what was still owed. */
export const sideOf = ({ completes }: { completes: boolean }): Side => (completes ? "sales" : "receivable");

export interface Movement {
  /** What makes it one: written twice, it fails. */
  movement: string;
  networkId: string;
  orderId: string;
  /** To which side the money goes, and from which. */
  to: Side;
  from: Side;
  amount: number;
  currency: string;
  at: string;
}

/** Writes one movement of money as its two rows, in the transaction that causes it. */
export async function recordMovement(tx: Tx, movement: Movement): Promise<void> {
  await sql`${insertMovementStatement(movement)}`.execute(tx);
}

/** The statement that writes a movement; as part of another, once for the row that `caused` names, or not at all. */
export function insertMovementStatement(
  { movement, networkId, orderId, to, from, amount, currency, at }: Movement,
  caused: RawBuilder<unknown> = sql`(select)`,
): RawBuilder<unknown> {
  return sql`insert into ledger_entry (movement, side, network_id, order_id, amount, currency, at)
    select ${movement}, written.side, ${networkId}, ${orderId}::uuid, written.amount, ${currency}, ${at}::timestamptz
    from ${caused} as caused, (values (${to}::text, ${amount}::bigint), (${from}, ${-amount})) as written(side, amount)`;
}

/** Was this movement written before? */
export async function isMovementRecorded(tx: Tx, movement: string): Promise<boolean> {
  const found = await sql`select 1 from ledger_entry where movement = ${movement} limit 1`.execute(tx);
  return found.rows.length > 0;
}
