import { createHash } from "node:crypto";
import type { Database, Tx } from "../../database/database.ts";
import { isUuid } from "../../ids.ts";
import { type AccountReport, type AccountReports, readAccountReports } from "../bank-messages/account-report.ts";
import { MessageFault } from "../bank-messages/message-document.ts";
import { type PaymentStatusReport, readPaymentStatusReport } from "../bank-messages/payment-status-report.ts";
import type { ReportEntry } from "../bank-messages/report-entry.ts";
import { ownId } from "../debit-message.ts";
import { applyStatement, type Importing } from "./apply-statements.ts";
import { type BankEntry, insertEntry } from "./entry-store.ts";
import { accountsOfFiles, findOutgoingMessage, type IncomingKind, insertIncoming } from "./file-store.ts";
import { findInstruction, lockInstructions } from "./instruction-store.ts";
import { type Statement, saidByEntry, saidByStatusReport } from "./said-by-bank.ts";

export type ImportResult =
  | { outcome: "imported"; fileId: string; kind: IncomingKind; entries: BankEntry[]; ignored: number }
  /** The same content was imported before: nothing changed. */
  | { outcome: "known" }
  /** Nothing was changed: the file is broken, or for another creditor. */
  | { outcome: "refused"; reason: string };

export interface ImportNeeds {
  db: Database;
  now: () => string;
  newId: () => string;
  /** The accounts of the installation's creditors, without spaces. */
  creditorAccounts: () => Promise<string[]>;
}

/** Nothing that is imported is large enough to need more; the reader has the same limit. */
type Read =
  | { kind: "status"; messageId: string; report: PaymentStatusReport }
  | { kind: "statement" | "notification"; messageId: string; report: AccountReports };

class Refusal extends Error {}

/**
 * Imports a pain.002, camt.053 or camt.054 in one transaction: each of its statements about our debits and transfers is applied once, and
 * stored. The same file again changes nothing; a broken file, and one that is only about other creditors, is refused as a whole.
 */
export async function importBankFile(needs: ImportNeeds, content: Uint8Array): Promise<ImportResult> {
  try {
    const read = readMessage(content);
    const accounts = await needs.creditorAccounts();
    const digest = createHash("sha256").update(content).digest("hex");
    return await needs.db.transaction().execute((tx) => importRead(tx, needs, read, { digest, accounts }));
  } catch (error) {
    if (error instanceof MessageFault || error instanceof Refusal) return { outcome: "refused", reason: error.message };
    throw error;
  }
}

function readMessage(content: Uint8Array): Read {
  // The namespace is at the beginning of a message; the readers check it exactly.
  const head = Buffer.from(content.subarray(0, 2_000)).toString("latin1");
  if (/:pain\.002\./.test(head)) {
    const report = readPaymentStatusReport(content);
    return { kind: "status", messageId: report.messageId, report };
  }
  const report = readAccountReports(content);
  return { kind: report.kind, messageId: report.messageId, report };
}

async function importRead(
  tx: Tx,
  { now, newId }: ImportNeeds,
  read: Read,
  { digest, accounts }: { digest: string; accounts: readonly string[] },
): Promise<ImportResult> {
  await lockInstructions(tx);
  const about = read.kind === "status" ? await fileOf(tx, read.report) : undefined;
  const reports = read.kind === "status" ? [] : await ownReports(tx, read.report, accounts);
  const at = now();
  const fileId = newId();
  if (!(await insertIncoming(tx, { id: fileId, kind: read.kind, messageId: read.messageId, digest, at })))
    return { outcome: "known" };
  const importing: Importing = { fileId, about, at, newId };
  const { statements, ignored, unclear } = await statementsOf(tx, read, reports);
  const entries: BankEntry[] = [];
  for (const statement of statements) entries.push(...(await applyStatement(tx, statement, importing)));
  for (const entry of unclear) entries.push(await storeUnclear(tx, importing, entry));
  return { outcome: "imported", fileId, kind: read.kind, entries, ignored };
}

/** Our file that a report is about. */
async function fileOf(tx: Tx, { original }: PaymentStatusReport): Promise<string> {
  const file = await findOutgoingMessage(tx, original.messageId);
  if (file === undefined)
    throw new Refusal(`it is about the file ${original.messageId}, which this installation did not write`);
  return file.id;
}

/**
 * The reports of a file about our creditors' accounts: a bank may put all accounts of a customer into one file. Without any, the file is
 * refused.
 */
async function ownReports(tx: Tx, { reports }: AccountReports, accounts: readonly string[]): Promise<AccountReport[]> {
  const ours = new Set([...accounts, ...(await accountsOfFiles(tx))]);
  const own = reports.filter(({ account }) => account.iban !== undefined && ours.has(account.iban));
  if (own.length > 0) return own;
  const named = reports.map(({ account }) => account.iban ?? account.other).join(", ");
  throw new Refusal(`it is about the account ${named}, which is no creditor's account of this installation`);
}

interface Statements {
  statements: Statement[];
  /** Entries about something else: other payments of the account, or not booked yet. */
  ignored: number;
  /** Entries about direct debits that say too little. */
  unclear: { entry: ReportEntry; attention: string }[];
}

async function statementsOf(tx: Tx, read: Read, reports: readonly AccountReport[]): Promise<Statements> {
  if (read.kind === "status") return { statements: saidByStatusReport(read.report), ignored: 0, unclear: [] };
  const all: Statements = { statements: [], ignored: 0, unclear: [] };
  for (const entry of reports.flatMap(({ entries }) => entries)) {
    if (entry.status !== "BOOK" || !(await concernsUs(tx, entry))) all.ignored += 1;
    else if (entry.isReversal)
      all.unclear.push({ entry, attention: "reverses an entry of the bank: compare the account" });
    else {
      const said = saidByEntry(entry);
      if (said.length === 0)
        all.unclear.push({ entry, attention: "has neither transactions nor the reference of a file" });
      all.statements.push(...said);
      if (entry.unexplained !== undefined && entry.unexplained !== 0)
        all.unclear.push({
          entry,
          attention: `is ${entry.unexplained} (minor units) more than its transactions and charges`,
        });
    }
  }
  return all;
}

/** Whether an entry is about our debits or transfers: an account also has other payments. */
async function concernsUs(tx: Tx, { transactionCode, details, batch }: ReportEntry): Promise<boolean> {
  // Issued direct debits (ISO 20022 bank transaction codes).
  if (transactionCode.startsWith("PMNT/IDDT/")) return true;
  const messageId = batch?.messageId ?? batch?.paymentInformationId?.replace(/\.\d+$/, "");
  if (messageId !== undefined && (await findOutgoingMessage(tx, messageId)) !== undefined) return true;
  for (const { endToEndId, mandateId } of details) {
    if (mandateId !== undefined) return true;
    const id = endToEndId === undefined ? undefined : ownId(endToEndId.toLowerCase());
    if (id !== undefined && isUuid(id) && (await findInstruction(tx, id)) !== undefined) return true;
  }
  return false;
}

async function storeUnclear(
  tx: Tx,
  { fileId, at, newId }: Importing,
  { entry, attention }: { entry: ReportEntry; attention: string },
): Promise<BankEntry> {
  const stored: BankEntry = {
    id: newId(),
    fileId,
    instructionId: null,
    says: "other",
    amount: entry.amount.amount,
    currency: entry.amount.currency,
    endToEndId: null,
    mandateReference: null,
    reason: null,
    attention,
    createdAt: at,
  };
  await insertEntry(tx, stored);
  return stored;
}
