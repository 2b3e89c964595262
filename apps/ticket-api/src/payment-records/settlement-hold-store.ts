import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** An order whose tickets depend on the settlement of its first debit (decision 154). */
export interface SettlementHold {
  orderId: string;
  /** The day on which the tickets are suspended unless the debit is settled; null: they are not usable before. */
  provisionalUntil: string | null;
  heldAt: string | null;
}

export async function insertSettlementHold(tx: Tx, hold: SettlementHold & { networkId: string }): Promise<void> {
  await sql`insert into settlement_hold (network_id, order_id, provisional_until, held_at)
    values (${hold.networkId}, ${hold.orderId}, ${hold.provisionalUntil}, ${hold.heldAt})`.execute(tx);
}

/** Records that the tickets of an order are held from now on; false if its debit is settled, or they are held already. */
export async function recordHeld(tx: Tx, orderId: string, at: string): Promise<boolean> {
  const held = await sql`update settlement_hold set held_at = ${at}
    where order_id = ${orderId} and held_at is null and settled_at is null returning order_id`.execute(tx);
  return held.rows.length === 1;
}

/** Records that the first debit of an order is settled; undefined if it was before, or its tickets do not depend on it. */
export async function recordSettled(tx: Tx, orderId: string, at: string): Promise<{ wasHeld: boolean } | undefined> {
  const settled = await sql<{ wasHeld: boolean }>`update settlement_hold set settled_at = ${at}
    where order_id = ${orderId} and settled_at is null returning held_at is not null as "wasHeld"`.execute(tx);
  return settled.rows[0];
}

/** The orders among these whose first debit is not settled yet. */
export async function unsettledHolds(db: Database, orderIds: readonly string[]): Promise<SettlementHold[]> {
  if (orderIds.length === 0) return [];
  const found = await sql<SettlementHold>`select order_id as "orderId", provisional_until as "provisionalUntil",
      held_at as "heldAt"
    from settlement_hold where order_id = any(${[...orderIds]}::uuid[]) and settled_at is null`.execute(db);
  return found.rows;
}
