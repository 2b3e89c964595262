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
  /** For a debit: the first day on which it is sent, and whether a member of the staff has to release it before. */
  sendFrom: string | null;
  needsRelease: boolean;
  releasedAt: string | null;
  givenAt: string | null;
  /** When the bank returned its debit before it was sent: then it is not made. */
  returnedAt: string | null;
}

export type NewRefund = Omit<Refund, "releasedAt" | "givenAt" | "returnedAt">;

const columns = sql`id, order_refund_id as "orderRefundId", network_id as "networkId", order_id as "orderId",
  payment_id as "paymentId", amount, currency, created_at as "createdAt", send_from as "sendFrom",
  needs_release as "needsRelease", released_at as "releasedAt", given_at as "givenAt", returned_at as "returnedAt"`;

export async function insertRefund(tx: Tx, refund: NewRefund): Promise<void> {
  await sql`insert into refund (id, order_refund_id, network_id, order_id, payment_id, amount, currency, created_at,
      send_from, needs_release)
    values (${refund.id}, ${refund.orderRefundId}, ${refund.networkId}, ${refund.orderId}, ${refund.paymentId},
      ${refund.amount}, ${refund.currency}, ${refund.createdAt},
      ${refund.sendFrom}, ${refund.needsRelease})`.execute(tx);
}

/** Inserts a refund of a whole payment that belongs to no refund of an order; undefined: there is one already. */
export async function insertRefundOnce(tx: Tx, refund: NewRefund): Promise<Refund | undefined> {
  const found =
    await sql`select from refund where payment_id = ${refund.paymentId} and order_refund_id is null`.execute(tx);
  if (found.rows.length > 0) return undefined;
  await insertRefund(tx, refund);
  return readRefund(tx, refund.id);
}

export async function readRefund(db: Database | Tx, id: string): Promise<Refund | undefined> {
  const found = await sql<Refund>`select ${columns} from refund where id = ${id}::uuid`.execute(db);
  return found.rows[0];
}

/** Reads a refund and locks it until the transaction ends. */
export async function lockRefund(tx: Tx, id: string): Promise<Refund | undefined> {
  const found = await sql<Refund>`select ${columns} from refund where id = ${id}::uuid for update`.execute(tx);
  return found.rows[0];
}

/** Marks a refund as not made any more: the bank did not make its transfer, or its card returned it. */
export async function markRefundReturned(tx: Tx, id: string): Promise<void> {
  await sql`update refund set given_at = null where id = ${id}`.execute(tx);
}

/** Marks a refund as made; of two concurrent calls, one succeeds. */
export async function markRefunded(tx: Tx, id: string, at: string): Promise<boolean> {
  const updated =
    await sql`update refund set given_at = ${at} where id = ${id} and given_at is null and returned_at is null
      returning id`.execute(tx);
  return updated.rows.length === 1;
}

/** The refunds of a payment, locked until the transaction ends. */
export async function refundsOfPayment(tx: Tx, paymentId: string): Promise<Refund[]> {
  const found = await sql<Refund>`select ${columns} from refund where payment_id = ${paymentId}
    order by created_at, id for update`.execute(tx);
  return found.rows;
}

/** Marks a refund as not made because the bank returned its debit; of this and `markRefunded`, one succeeds. */
export async function markReturned(tx: Tx, id: string, at: string): Promise<boolean> {
  const updated = await sql`update refund set returned_at = ${at}
    where id = ${id} and given_at is null and returned_at is null returning id`.execute(tx);
  return updated.rows.length === 1;
}

/** Releases what a refund of an order pays back by credit transfer; returns the parts that waited for it. */
export async function releaseRefunds(
  tx: Tx,
  orderRefundId: string,
  { at, staffId }: { at: string; staffId: string },
): Promise<string[]> {
  const released = await sql<{ id: string }>`update refund set released_at = ${at}, released_by = ${staffId}
    where order_refund_id = ${orderRefundId} and needs_release and released_at is null and given_at is null
      and returned_at is null returning id`.execute(tx);
  return released.rows.map(({ id }) => id);
}
