import { Currency, Day } from "@guichet/contract/values.ts";
import { z } from "zod";
import { type CsvRow, csvRows, separatorOf } from "../../transit-feed/csv.ts";
import { readBankReport } from "./lyra-bank-report.ts";
import type { FileMovement, ReportFile, ReportNote } from "./report-content.ts";

/** Bytes of a file; a report of a year is smaller. */
export const reportBytesMax = 50_000_000;
const linesMax = 500_000;
const faultsMax = 20;

/**
 * Reads a report of a bank about an account at Lyra: Lyra's bank reconciliation report, or the neutral file of `docs/lyra.md`. Amounts are in
 * minor units. Answers what is wrong with it, a line each, if anything is.
 */
export function readReport(name: string, bytes: Uint8Array): ReportFile | { faults: ReportNote[] } {
  if (bytes.length > reportBytesMax) return failed(0, `the file has more than ${reportBytesMax} bytes`);
  if (bytes.includes(0)) return failed(0, "the file is no text");
  const text = textOf(bytes);
  const rows: CsvRow[] = [];
  for (const row of csvRows(text, separatorOf(text))) {
    if ("fault" in row) return failed(row.line, row.fault);
    if (rows.length === linesMax) return failed(row.line, `the file has more than ${linesMax} lines`);
    if (row.fields.some((field) => field !== "")) rows.push(row);
  }
  const [first, ...lines] = rows;
  if (first === undefined) return failed(0, "the file is empty");
  return first.fields[0] === "TITRE" ? readBankReport(name, rows) : readNeutral(first, lines);
}

/** A text in UTF-8, or as banks write it in France; names of shops are not read. */
function textOf(bytes: Uint8Array): string {
  const text = new TextDecoder("utf-8").decode(bytes);
  return text.includes("\uFFFD") ? new TextDecoder("windows-1252").decode(bytes) : text;
}

const failed = (line: number, text: string): { faults: ReportNote[] } => ({ faults: [{ line, text }] });

/** The columns of a neutral file, in any sequence. */
const columns = {
  shop: z.string().regex(/^\d{8}$/, "is no number of a shop, which has eight digits"),
  kind: z.enum(["payment", "refund", "chargeback", "chargeback-returned"]),
  reference: z.string().min(1, "is empty").max(200),
  payment: z.string().min(1, "is empty").max(200),
  amount: z.string().regex(/^[1-9]\d{0,12}$/, "is no amount in minor units, such as 450 for 4.50"),
  currency: Currency,
  day: Day,
  fee: z.string().regex(/^-?\d{1,12}$|^$/, "is no amount in minor units"),
  dispute: z.string().max(200),
  payout: z.string().max(200),
  paid: z.union([z.literal(""), Day]),
  reason: z.string().max(100),
};
type Column = keyof typeof columns;
/** Columns that may be missing or empty. */
const optional: ReadonlySet<string> = new Set<Column>(["fee", "dispute", "payout", "paid", "reason"]);
const isColumn = (name: string): name is Column => Object.hasOwn(columns, name);
const neutralLine = z.object(columns);

function readNeutral(header: CsvRow, rows: readonly CsvRow[]): ReportFile | { faults: ReportNote[] } {
  const names = header.fields.map((name) => name.trim().toLowerCase());
  const wrong = names.filter((name, place) => !isColumn(name) || names.indexOf(name) !== place);
  const missing = Object.keys(columns).filter((name) => !optional.has(name) && !names.includes(name));
  if (wrong.length > 0) return failed(header.line, `unknown or repeated columns: ${wrong.join(", ")}`);
  if (missing.length > 0) return failed(header.line, `these columns are missing: ${missing.join(", ")}`);
  const faults: ReportNote[] = [];
  const movements: FileMovement[] = [];
  const shops = new Set<string>();
  for (const { line, fields } of rows) {
    if (faults.length === faultsMax) break;
    const empty = Object.fromEntries([...optional].map((name) => [name, ""]));
    const read = neutralLine.safeParse({
      ...empty,
      ...Object.fromEntries(names.map((name, at) => [name, fields[at]])),
    });
    if (fields.length !== names.length)
      faults.push({ line, text: `has ${fields.length} fields instead of ${names.length}` });
    else if (!read.success)
      faults.push(...read.error.issues.map(({ path, message }) => ({ line, text: `${path.join(".")}: ${message}` })));
    else {
      shops.add(read.data.shop);
      movements.push(movementOf(line, read.data));
      faults.push(...incomplete(line, read.data));
    }
  }
  if (shops.size > 1) faults.push({ line: 0, text: `the file is about several shops: ${[...shops].join(", ")}` });
  if (faults.length > 0) return { faults };
  return { shop: [...shops][0] ?? "", isTest: undefined, movements, notes: [] };
}

function incomplete(line: number, { kind, dispute, payout, paid, reason }: z.infer<typeof neutralLine>): ReportNote[] {
  return [
    ...((payout === "") === (paid === "") ? [] : [{ line, text: "payout and paid are given together, or neither" }]),
    ...(kind === "chargeback-returned" && dispute === ""
      ? [{ line, text: "dispute is empty: it names the chargeback that is returned" }]
      : []),
    ...(kind.startsWith("chargeback") || (dispute === "" && reason === "")
      ? []
      : [{ line, text: "dispute and reason belong to a chargeback" }]),
  ];
}

function movementOf(line: number, read: z.infer<typeof neutralLine>): FileMovement {
  const { kind, reference, payment, dispute, amount, fee, currency, day, payout, paid, reason } = read;
  return {
    ...{ line, kind, reference, payment, currency, madeOn: day },
    dispute: kind.startsWith("chargeback") ? dispute || reference : null,
    amount: Number(amount),
    fee: Number(fee),
    payout: payout || null,
    paidOn: paid || null,
    reasonCode: reason || null,
  };
}
