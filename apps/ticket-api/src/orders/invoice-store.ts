import { sql } from "kysely";
import type { Database, Tx } from "../database/connection.ts";

export type InvoiceSeries = "invoice" | "credit-note";

export interface Invoice {
  id: string;
  networkId: string;
  series: InvoiceSeries;
  number: string;
  orderId: string;
  contents: unknown;
  issuedAt: string;
}

/**
 * The next number of a gapless series: the counter's row stays locked until the transaction ends, so that a number is
 * taken back with what was to bear it.
 */
export async function nextNumber(tx: Tx, networkId: string, series: InvoiceSeries, year: number): Promise<number> {
  const counted = await sql<{ last: number }>`insert into invoice_counter (network_id, series, year, last)
    values (${networkId}, ${series}, ${year}, 1)
    on conflict (network_id, series, year) do update set last = invoice_counter.last + 1 returning last`.execute(tx);
  const last = counted.rows[0]?.last;
  if (last === undefined) throw new Error("The invoice counter gave no number");
  return last;
}

export async function insertInvoice(tx: Tx, invoice: Invoice & { year: number; sequence: number }): Promise<void> {
  await sql`insert into invoice (id, network_id, series, year, sequence, number, order_id, contents, issued_at)
    values (${invoice.id}, ${invoice.networkId}, ${invoice.series}, ${invoice.year}, ${invoice.sequence}, ${invoice.number},
      ${invoice.orderId}, ${JSON.stringify(invoice.contents)}, ${invoice.issuedAt})`.execute(tx);
}

/** A document that its customer may have; those in the archive are for accounting staff alone. */
export async function readInvoice(
  db: Database | Tx,
  orderId: string,
  series: InvoiceSeries,
): Promise<(Invoice & { pdf: Uint8Array | null }) | undefined> {
  const found = await sql<Invoice & { pdf: Uint8Array | null }>`
    select id, network_id as "networkId", series, number, order_id as "orderId", contents, issued_at as "issuedAt", pdf
    from invoice where order_id = ${orderId} and series = ${series} and archived_at is null`.execute(db);
  return found.rows[0];
}

/** Keeps the document as it was first drawn; of two drawings the first stays. Answers the one that is kept. */
export async function keepPdf(db: Database, id: string, pdf: Uint8Array): Promise<Uint8Array> {
  const kept = await sql<{ pdf: Uint8Array }>`update invoice set pdf = coalesce(pdf, ${Buffer.from(pdf)})
    where id = ${id} returning pdf`.execute(db);
  return kept.rows[0]?.pdf ?? pdf;
}
