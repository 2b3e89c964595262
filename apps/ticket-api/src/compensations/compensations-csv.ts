import type { Database } from "../database/database.ts";
import { listCompensations } from "./compensation-store.ts";

/** Rows read at once. */
const pageSize = 1_000;

const header = [
  ...["order", "ticket", "article", "name", "days", "amount", "currency", "status", "refunded", "voucher", "problem"],
  ...["credit_note", "done_at"],
];

/**
 * The compensations of a campaign as CSV (RFC 4180), in UTF-8 with a byte-order mark, by which spreadsheets recognise it;
 * amounts as decimals. Voucher codes are not in it: whoever has one can use it.
 */
export async function compensationsCsv(db: Database, campaignId: string): Promise<Uint8Array> {
  const lines = [csvLine(header)];
  for (let after: string | undefined; ; ) {
    const page = await listCompensations(db, { campaignId, after, limit: pageSize });
    lines.push(...page.map((row) => csvLine(fieldsOf(row))));
    after = page.at(-1)?.id;
    if (page.length < pageSize) break;
  }
  return new TextEncoder().encode(`\uFEFF${lines.join("")}`);
}

function fieldsOf(row: Awaited<ReturnType<typeof listCompensations>>[number]): (string | number | null)[] {
  const { orderNumber, serial, articleId, name, days, currency, status, problem, creditNoteNumber, doneAt } = row;
  const decimal = decimalIn(currency);
  const [amount, refunded, voucher] = [row.amount, row.refundedAmount, row.voucherAmount].map(decimal);
  return [
    ...[orderNumber, serial, articleId, name, days, amount ?? "", currency, status, refunded ?? "", voucher ?? ""],
    ...[problem, creditNoteNumber, doneAt],
  ];
}

function decimalIn(currency: string): (minor: number) => string {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
  }).resolvedOptions();
  return (minor) => (minor / 10 ** digits).toFixed(digits);
}

/** One line of CSV. A text that a spreadsheet would compute as a formula begins with an apostrophe (OWASP "CSV injection"). */
export function csvLine(fields: readonly (string | number | null)[]): string {
  const texts = fields.map((field) => {
    const text = typeof field === "string" && /^[=+\-@\t\r]/.test(field) ? `'${field}` : String(field ?? "");
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${texts.join(",")}\r\n`;
}
