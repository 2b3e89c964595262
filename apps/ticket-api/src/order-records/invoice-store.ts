import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import type { InvoiceContents } from "../pdf/invoice-pdf.ts";

export type InvoiceSeries = "invoice" | "credit-note";

export interface Invoice {
  id: string;
  networkId: string;
  series: InvoiceSeries;
  number: string;
  orderId: string;
  contents: unknown;
  issuedAt: string;
  /** The refund that a credit note is for; null: its order was cancelled or ended early. */
  orderRefundId: string | null;
}

export interface InvoiceToNumber extends Omit<Invoice, "number"> {
  year: number;
  /** The part of the number before its sequence, which has six digits or more. */
  prefix: string;
}

/**
 * The statement that inserts an invoice under the next number of a gapless series, and writes the number into its
 * contents. The counter's row stays locked until the transaction ends, so that a number is rolled back with its
 * invoice: send it as one of the last statements of a transaction.
 */
export function numberedInvoiceStatement(invoice: InvoiceToNumber): RawBuilder<unknown> {
  const { networkId, series, year } = invoice;
  return sql`with counted as (
      insert into invoice_counter (network_id, series, year, last) values (${networkId}, ${series}, ${year}, 1)
      on conflict (network_id, series, year) do update set last = invoice_counter.last + 1 returning last),
    named as (
      select last, ${invoice.prefix}::text || lpad(last::text, greatest(6, length(last::text)), '0') as number from counted)
    insert into invoice (id, network_id, series, year, sequence, number, order_id, order_refund_id, contents, issued_at)
    select ${invoice.id}, ${networkId}, ${series}, ${year}, last, number, ${invoice.orderId}, ${invoice.orderRefundId}::uuid,
      ${JSON.stringify(invoice.contents)}::jsonb || jsonb_build_object('number', number), ${invoice.issuedAt}
    from named`;
}

/** The number of a document, as a subquery for the statement that states it. */
export const numberOf = (orderId: string, series: InvoiceSeries): RawBuilder<string> =>
  sql`(select number from invoice where order_id = ${orderId} and series = ${series} order by year desc, sequence desc limit 1)`;

/**
 * Reads a document that its customer may see, the newest of its series unless `number` names one; archived ones are for
 * accounting staff only.
 */
export async function readInvoice(
  db: Database | Tx,
  orderId: string,
  series: InvoiceSeries,
  number?: string,
): Promise<(Invoice & { pdf: Uint8Array | null }) | undefined> {
  const found = await sql<Invoice & { pdf: Uint8Array | null }>`
    select id, network_id as "networkId", series, number, order_id as "orderId", contents, issued_at as "issuedAt", pdf,
      order_refund_id as "orderRefundId"
    from invoice where order_id = ${orderId} and series = ${series} and archived_at is null
      and (${number ?? null}::text is null or number = ${number ?? null})
    order by year desc, sequence desc limit 1`.execute(db);
  return found.rows[0];
}

/** The number of the credit note of a refund; undefined: the refund has none. */
export async function creditNoteNumberOf(db: Database | Tx, orderRefundId: string): Promise<string | undefined> {
  const found = await sql<{
    number: string;
  }>`select number from invoice where order_refund_id = ${orderRefundId}`.execute(db);
  return found.rows[0]?.number;
}

/** Reads the contents of every credit note of an order. */
export async function creditNotesOf(tx: Tx, orderId: string): Promise<InvoiceContents[]> {
  const found = await sql<{ contents: InvoiceContents }>`select contents from invoice
    where order_id = ${orderId} and series = 'credit-note' order by year, sequence`.execute(tx);
  return found.rows.map(({ contents }) => contents);
}

/** What the credit notes of an order state together, in minor units. */
export const creditedAmount = async (tx: Tx, orderId: string): Promise<number> =>
  (await creditNotesOf(tx, orderId)).reduce((sum, { total }) => sum + total.amount, 0);

/** Stores the PDF of the first rendering and returns the stored one; a later rendering does not replace it. */
export async function storePdf(db: Database, id: string, pdf: Uint8Array): Promise<Uint8Array> {
  const stored = await sql<{ pdf: Uint8Array }>`update invoice set pdf = coalesce(pdf, ${Buffer.from(pdf)})
    where id = ${id} returning pdf`.execute(db);
  return stored.rows[0]?.pdf ?? pdf;
}
