import { decimalText } from "@guichet/texts/decimal-money.ts";
import { type CsvField, csvFile } from "../csv-file.ts";
import type { Database } from "../database/database.ts";
import { listCompensations } from "./compensation-store.ts";

/** Rows read at once. */
const pageSize = 1_000;

const header = [
  ...["order", "ticket", "article", "name", "days", "amount", "currency", "status", "refunded", "voucher", "problem"],
  ...["credit_note", "done_at"],
];

/** The compensations of a campaign as CSV; amounts as decimals. Voucher codes are not in it: whoever has one can use it. */
export async function compensationsCsv(db: Database, campaignId: string): Promise<Uint8Array> {
  const rows: CsvField[][] = [];
  for (let after: string | undefined; ; ) {
    const page = await listCompensations(db, { campaignId, after, limit: pageSize });
    rows.push(...page.map(fieldsOf));
    after = page.at(-1)?.id;
    if (page.length < pageSize) break;
  }
  return csvFile(header, rows);
}

function fieldsOf(row: Awaited<ReturnType<typeof listCompensations>>[number]): CsvField[] {
  const { orderNumber, serial, articleId, name, days, currency, status, problem, creditNoteNumber, doneAt } = row;
  const decimal = (minor: number) => decimalText(minor, currency);
  const [amount, refunded, voucher] = [row.amount, row.refundedAmount, row.voucherAmount].map(decimal);
  return [
    ...[orderNumber, serial, articleId, name, days, amount ?? "", currency, status, refunded ?? "", voucher ?? ""],
    ...[problem, creditNoteNumber, doneAt],
  ];
}
