import type { CsvRow } from "../../transit-feed/csv.ts";
import type { FileMovement, ReportFile, ReportNote } from "./report-content.ts";

/*
 * Lyra's bank reconciliation report (journal de rapprochement bancaire), versions TABLE_V1 and TABLE_V2: a record TITRE, a record ENTETE with
 * the labels, one record per transaction that the bank settled, and a record FIN. Only the labels that Lyra documents publicly are read
 * (decision 192); they say nothing of the bank's commission.
 */

const needed = [
  ...["CONTRACT", "PAYMENT_DATE", "TRANSACTION_ID", "CURRENCY_CODE", "ORDER_ID", "OPERATION_TYPE", "OPERATION_NUMBER"],
  ...["REMITTANCE_DATE", "BRUT_AMOUNT", "MATCH_STATUS"],
] as const;
type Label = (typeof needed)[number];

/** Numeric codes of ISO 4217. */
const currencies: Readonly<Record<string, string>> = {
  ...{
    "036": "AUD",
    "124": "CAD",
    "203": "CZK",
    "208": "DKK",
    "344": "HKD",
    "348": "HUF",
    "392": "JPY",
    "504": "MAD",
    "578": "NOK",
  },
  ...{
    "702": "SGD",
    "710": "ZAR",
    "752": "SEK",
    "756": "CHF",
    "764": "THB",
    "788": "TND",
    "826": "GBP",
    "840": "USD",
    "946": "RON",
  },
  ...{ "949": "TRY", "950": "XAF", "952": "XOF", "953": "XPF", "975": "BGN", "978": "EUR", "985": "PLN", "986": "BRL" },
};

const versions = new Set(["TABLE_V1", "TABLE_V2"]);

/** Reads the rows of a report whose first record is TITRE. The file's name has the number of the shop, and says whether it is of the test mode. */
export function readBankReport(name: string, rows: readonly CsvRow[]): ReportFile | { faults: ReportNote[] } {
  const [title, header, ...records] = rows;
  const fault = (line: number, text: string) => ({ faults: [{ line, text }] });
  const version = title?.fields.find((field) => versions.has(field));
  if (title === undefined || version === undefined)
    return fault(
      1,
      "only bank reconciliation reports in the versions TABLE_V1 and TABLE_V2 are read, and the neutral file of docs/lyra.md",
    );
  const file = /^(TEST_)?.*_(\d{8})_[^_]*$/.exec(name.replace(/^.*[/\\]/, ""));
  if (file === null) return fault(0, "the name of the file has no number of a shop: keep the name that Lyra gave it");
  if (header?.fields[0] !== "ENTETE") return fault(2, "there is no record ENTETE");
  const places = new Map(header.fields.map((label, place) => [label, place]));
  const missing = needed.filter((label) => !places.has(label));
  if (missing.length > 0) return fault(header.line, `ENTETE lacks ${missing.join(", ")}`);
  if (records.at(-1)?.fields[0] !== "FIN") return fault(0, "there is no record FIN: the file is not complete");
  const faults: ReportNote[] = [];
  const notes: ReportNote[] = [];
  const movements: FileMovement[] = [];
  for (const { line, fields } of records.slice(0, -1)) {
    const read = (label: Label): string => fields[places.get(label) ?? -1] ?? "";
    const movement = movementOf(line, read);
    if ("line" in movement && "text" in movement) faults.push(movement);
    else if (read("MATCH_STATUS") === "MATCH_OK") movements.push(movement);
    else notes.push({ line, text: `MATCH_STATUS ${read("MATCH_STATUS") || "is empty"}: not settled, not imported` });
  }
  if (faults.length > 0) return { faults };
  return { shop: file[2] ?? "", isTest: file[1] !== undefined, movements, notes };
}

function movementOf(line: number, read: (label: Label) => string): FileMovement | ReportNote {
  const operation = read("OPERATION_TYPE");
  const currency = currencies[read("CURRENCY_CODE").padStart(3, "0")];
  const [madeOn, paidOn] = [dayOf(read("PAYMENT_DATE")), dayOf(read("REMITTANCE_DATE"))];
  const amount = read("BRUT_AMOUNT");
  if (operation !== "DT" && operation !== "CT")
    return { line, text: `OPERATION_TYPE ${operation} is neither DT nor CT` };
  if (currency === undefined) return { line, text: `CURRENCY_CODE ${read("CURRENCY_CODE")} is not known here` };
  if (madeOn === undefined || paidOn === undefined) return { line, text: "PAYMENT_DATE or REMITTANCE_DATE is no day" };
  if (!/^[1-9]\d{0,12}$/.test(amount))
    return {
      line,
      text: `BRUT_AMOUNT ${amount} is no amount in the smallest unit: choose that format in the Back Office`,
    };
  const transaction = [read("CONTRACT"), madeOn, read("TRANSACTION_ID"), read("OPERATION_NUMBER")];
  return {
    ...{ line, reasonCode: null, dispute: null, fee: 0, currency, madeOn, paidOn },
    kind: operation === "DT" ? "payment" : "refund",
    reference: `${transaction.join(" ")} ${operation}`,
    payment: read("ORDER_ID"),
    amount: Number(amount),
    payout: `${read("CONTRACT")} ${paidOn}`,
  };
}

/** The calendar date of `YYYYMMDD`, or of an instant of ISO 8601 in UTC. */
function dayOf(text: string): string | undefined {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})(?:T.*)?$/.exec(text) ?? [];
  return year === undefined ? undefined : `${year}-${month}-${day}`;
}
