import { sql } from "kysely";
import type { Tx } from "../database/connection.ts";

/** The two sides of every movement: what lies at the provider or counter, and what was earned. */
export type Side = "provider" | "counter" | "sales";

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
export async function move(
  tx: Tx,
  { movement, networkId, orderId, to, from, amount, currency, at }: Movement,
): Promise<void> {
  await sql`insert into ledger_entry (movement, side, network_id, order_id, amount, currency, at) values
    (${movement}, ${to}, ${networkId}, ${orderId}, ${amount}, ${currency}, ${at}),
    (${movement}, ${from}, ${networkId}, ${orderId}, ${-amount}, ${currency}, ${at})`.execute(tx);
}

/** Was this movement written before? */
export async function isMoved(tx: Tx, movement: string): Promise<boolean> {
  const found = await sql`select 1 from ledger_entry where movement = ${movement} limit 1`.execute(tx);
  return found.rows.length > 0;
}
