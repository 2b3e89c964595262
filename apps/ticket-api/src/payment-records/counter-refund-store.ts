import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** A part of a counter sale that was paid back there. Minor units. */
export interface CounterRefund {
  /** That of the refund of the order. */
  id: string;
  refundedAt: string;
  refundedBy: string;
  amount: number;
  drawerId: string | null;
  reference: string | null;
  creditNoteNumber: string | null;
}

/** SQL: the refunds of parts of the sale `c`, the oldest first, as JSON. */
export const partsRefunded: RawBuilder<unknown> = sql`(select coalesce(json_agg(json_build_object('id', p.id,
    'refundedAt', to_char(p.refunded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'refundedBy', by.name,
    'amount', p.amount, 'drawerId', p.drawer_id, 'reference', p.reference,
    'creditNoteNumber', (select number from invoice i where i.order_refund_id = p.id)) order by p.refunded_at, p.id), '[]')
  from counter_refund p join staff by on by.id = p.staff_id where p.order_id = c.order_id)`;

/** Records that a part of a sale was paid back. */
export async function insertCounterRefund(
  tx: Tx,
  refund: Omit<CounterRefund, "refundedBy" | "creditNoteNumber"> & {
    networkId: string;
    orderId: string;
    staffId: string;
  },
): Promise<void> {
  await sql`insert into counter_refund (id, network_id, order_id, staff_id, drawer_id, reference, amount, refunded_at)
    values (${refund.id}, ${refund.networkId}, ${refund.orderId}, ${refund.staffId}, ${refund.drawerId},
      ${refund.reference}, ${refund.amount}, ${refund.refundedAt})`.execute(tx);
}

/** The lines of an order that were given back as lines. */
export async function refundedLines(db: Database | Tx, orderId: string): Promise<Set<string>> {
  const found = await sql<{ id: string }>`select l.line_id as id from counter_refund_line l
    join counter_refund r on r.id = l.counter_refund_id where r.order_id = ${orderId}::uuid`.execute(db);
  return new Set(found.rows.map(({ id }) => id));
}

/** Records lines as given back; throws if one was before. */
export async function insertRefundedLines(tx: Tx, refundId: string, lineIds: readonly string[]): Promise<void> {
  if (lineIds.length === 0) return;
  await sql`insert into counter_refund_line (line_id, counter_refund_id)
    select id, ${refundId}::uuid from unnest(${lineIds}::uuid[]) as l(id)`.execute(tx);
}
