import type { Money } from "@guichet/contract/values.ts";
import type { Element } from "@xmldom/xmldom";
import { MessageFault, readDocument } from "./message-document.ts";
import {
  amountOf,
  childrenOf,
  codeOf,
  instantAt,
  onlyChild,
  optionalText,
  textAt,
  textLength,
} from "./message-fields.ts";
import { directions, type ReportEntry, readEntry } from "./report-entry.ts";

const kinds = [
  { kind: "statement", format: "camt.053", message: "BkToCstmrStmt", report: "Stmt" },
  { kind: "notification", format: "camt.054", message: "BkToCstmrDbtCdtNtfctn", report: "Ntfctn" },
] as const;
const versions = ["001.02", "001.08"] as const;
const prefix = "urn:iso:std:iso:20022:tech:xsd:";

export const accountReportNamespaces: readonly string[] = kinds.flatMap(({ format }) =>
  versions.map((version) => `${prefix}${format}.${version}`),
);

/** The report of one account. */
export interface AccountReport {
  id: string;
  createdAt: string;
  account: { iban: string | undefined; other: string | undefined; currency: string | undefined };
  entries: ReportEntry[];
}

/** A bank's statement (camt.053) or notification (camt.054). */
export interface AccountReports {
  kind: (typeof kinds)[number]["kind"];
  messageId: string;
  createdAt: string;
  reports: AccountReport[];
}

/** Reads a camt.053 or camt.054, version 001.02 or 001.08. Throws `MessageFault`. */
export function readAccountReports(content: Uint8Array): AccountReports {
  const document = readDocument(content, accountReportNamespaces);
  const known = kinds.find(({ format }) => document.namespaceURI?.startsWith(`${prefix}${format}.`));
  if (known === undefined) throw new MessageFault("neither a statement nor a notification");
  const message = onlyChild(document, known.message);
  const header = onlyChild(message, "GrpHdr");
  const reports = childrenOf(message, known.report);
  if (reports.length === 0) throw new MessageFault(`${known.message}: ${known.report} is missing`);
  return {
    kind: known.kind,
    messageId: textAt(header, "MsgId", textLength.id),
    createdAt: instantAt(header, "CreDtTm"),
    reports: reports.map((report) => readReport(report)),
  };
}

function readReport(report: Element): AccountReport {
  const account = onlyChild(report, "Acct");
  const id = onlyChild(account, "Id");
  const iban = optionalText(id, "IBAN", 34);
  const other = optionalText(id, "Othr/Id", textLength.id);
  if (iban === undefined && other === undefined) throw new MessageFault("Acct/Id: neither IBAN nor Othr/Id");
  const read: AccountReport = {
    id: textAt(report, "Id", textLength.id),
    createdAt: instantAt(report, "CreDtTm"),
    account: { iban, other, currency: optionalText(account, "Ccy", 3) },
    entries: childrenOf(report, "Ntry").map(readEntry),
  };
  checkBalances(report, read);
  return read;
}

/**
 * The opening balance plus the booked entries is the closing balance. Checked where both are stated once (a statement of several pages has
 * interim ones).
 */
function checkBalances(report: Element, { id, entries }: AccountReport): void {
  const balances = childrenOf(report, "Bal").map(readBalance);
  const one = (...codes: string[]) => {
    const found = balances.filter(({ code }) => codes.includes(code));
    return found.length === 1 ? found[0] : undefined;
  };
  const opening = one("OPBD") ?? one("PRCD");
  const closing = one("CLBD");
  if (opening === undefined || closing === undefined || opening.isInterim || closing.isInterim) return;
  const booked = entries.filter(({ status }) => status === "BOOK");
  const foreign = booked.find(({ amount }) => amount.currency !== opening.money.currency);
  if (foreign !== undefined || closing.money.currency !== opening.money.currency)
    throw new MessageFault(`statement ${id}: entries and balances have different currencies`);
  const moved = booked.reduce(
    (sum, { direction, amount }) => sum + (direction === "CRDT" ? amount.amount : -amount.amount),
    0,
  );
  if (opening.money.amount + moved !== closing.money.amount)
    throw new MessageFault(`statement ${id}: opening balance and entries do not give the closing balance`);
}

function readBalance(balance: Element): { code: string; isInterim: boolean; money: Money } {
  const money = amountOf(onlyChild(balance, "Amt"));
  const direction = codeOf(textAt(balance, "CdtDbtInd", textLength.code), directions, "CdtDbtInd");
  return {
    code: optionalText(balance, "Tp/CdOrPrtry/Cd", textLength.code) ?? "",
    isInterim: optionalText(balance, "Tp/SubTp/Cd", textLength.code) === "INTM",
    money: direction === "DBIT" ? { ...money, amount: -money.amount } : money,
  };
}
