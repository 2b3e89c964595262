import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/**
 * The accounts of the ledger: money at the provider or counter, money taken by a counter's card terminal, receivables (later installments), sales, money captured by mistake
 * that is refunded, money withdrawn by disputes that are not decided, what was lost by disputes, the provider's fees, and payouts: on
 * their way, and in the operator's bank account.
 */
export type Side =
  | "provider"
  | "counter"
  | "terminal"
  | "receivable"
  | "sales"
  | "suspense"
  | "disputed"
  | "losses"
  | "fees"
  | "transit"
  | "bank";

/** The account that a payment is booked from: sales if it completes its order, else receivables. */
export const sideOf = ({ completes }: { completes: boolean }): Side => (completes ? "sales" : "receivable");

export interface Movement {
  /** The unique name of the movement; a second insert fails. */
  movement: string;
  networkId: string;
  orderId: string;
  /** The account that the money goes to, and the one that it comes from. */
  to: Side;
  from: Side;
  amount: number;
  currency: string;
  at: string;
}

/** Inserts one movement of money as its two rows, in the transaction that causes it. */
export async function recordMovement(tx: Tx, movement: Movement): Promise<void> {
  await sql`${insertMovementStatement(movement)}`.execute(tx);
}

/** The statement that inserts a movement; inside another statement, once for the row that `caused` names, or not at all. */
export function insertMovementStatement(
  { movement, networkId, orderId, to, from, amount, currency, at }: Movement,
  caused: RawBuilder<unknown> = sql`(select)`,
): RawBuilder<unknown> {
  return sql`insert into ledger_entry (movement, side, network_id, order_id, amount, currency, at)
    select ${movement}, written.side, ${networkId}, ${orderId}::uuid, written.amount, ${currency}, ${at}::timestamptz
    from ${caused} as caused, (values (${to}::text, ${amount}::bigint), (${from}, ${-amount})) as written(side, amount)`;
}

/** Books a movement of money at the provider back, under another name; false: it was not recorded, or was booked back before. */
export async function reverseMovement(
  tx: Tx,
  movement: string,
  back: Pick<Movement, "movement" | "at">,
): Promise<boolean> {
  const booked = await sql`insert into ledger_entry (movement, side, network_id, order_id, amount, currency, at)
    select ${back.movement}, e.side, e.network_id, e.order_id, -e.amount, e.currency, ${back.at}::timestamptz from ledger_entry e
    where e.movement = ${movement} and exists (select from ledger_entry p where p.movement = ${movement} and p.side = 'provider')
    on conflict (movement, side) do nothing returning movement`.execute(tx);
  return booked.rows.length > 0;
}

/** Whether this movement was recorded before. */
export async function isMovementRecorded(tx: Tx | Database, movement: string): Promise<boolean> {
  const found = await sql`select 1 from ledger_entry where movement = ${movement} limit 1`.execute(tx);
  return found.rows.length > 0;
}
