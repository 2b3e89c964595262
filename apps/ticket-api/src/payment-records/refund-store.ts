import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** A partial refund of one payment. Minor units. */
export interface Refund {
  id: string;
  /** The refund of the order that it is a part of; null: its order ended early. */
  orderRefundId: string | null;
  networkId: string;
  orderId: string;
  paymentId: string;
  amount: number;
  currency: string;
  createdAt: string;
  givenAt: string | null;
}

export async function insertRefund(tx: Tx, refund: Omit<Refund, "givenAt">): Promise<void> {
  await sql`insert into refund (id, order_refund_id, network_id, order_id, payment_id, amount, currency, created_at)
    values (${refund.id}, ${refund.orderRefundId}, ${refund.networkId}, ${refund.orderId}, ${refund.paymentId},
      ${refund.amount}, ${refund.currency}, ${refund.createdAt})`.execute(tx);
}

export async function readRefund(db: Database | Tx, id: string): Promise<Refund | undefined> {
  const found =
    await sql<Refund>`select id, order_refund_id as "orderRefundId", network_id as "networkId", order_id as "orderId", payment_id as "paymentId",
      amount, currency, created_at as "createdAt", given_at as "givenAt" from refund where id = ${id}::uuid`.execute(
      db,
    );
  return found.rows[0];
}

/** Marks a refund as made; of two concurrent calls, one succeeds. */
export async function markRefunded(tx: Tx, id: string, at: string): Promise<boolean> {
  const updated =
    await sql`update refund set given_at = ${at} where id = ${id} and given_at is null returning id`.execute(tx);
  return updated.rows.length === 1;
}
