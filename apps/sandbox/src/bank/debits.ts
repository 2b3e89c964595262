import { createHash } from "node:crypto";
import {
  type BankBehaviourKind,
  type BankConduct,
  type BankDebit,
  type BankLedgerEntry,
  type BankRefusal,
  bankConducts,
  type TransferRequest,
  testIbans,
} from "@guichet/contract/integrations/sandbox-bank.ts";
import type { Behaviour } from "../behaviour.ts";
import type { Clock } from "../clock.ts";
import type { Book, DebitRecord } from "./book.ts";
import { readDebitFile, type SubmittedDebit } from "./pain008.ts";

/** Dependencies of the bank's operations. */
export interface BankContext {
  book: Book;
  clock: Clock;
  behaviour: Behaviour<BankBehaviourKind>;
}

export type Answered<Value> = { value: Value } | { refusal: BankRefusal; message?: string };

/** Time of day (UTC) at which a debit is booked. */
const bookingHour = "05:00:00.000Z";
const returnDays = 2;
/** Days after which a debtor claims the money back, within the allowed eight weeks. */
const claimDays = 21;
const dayMs = 86_400_000;

/** Accepts a file of debits, idempotent by message id and per debit by end-to-end id; atomic. */
export async function submitDebits(
  context: BankContext,
  xml: string,
): Promise<Answered<{ messageId: string; debits: number }>> {
  const { book, clock } = context;
  const file = readDebitFile(xml);
  if ("fault" in file) return { refusal: "file_invalid", message: file.fault };
  const { messageId, debits } = file;
  const asked = fingerprint(xml);
  const known = book.file(messageId);
  if (known !== undefined) {
    return known === asked ? { value: { messageId, debits: debits.length } } : { refusal: "message_reused" };
  }
  const today = clock.now().toISOString().slice(0, 10);
  const late = debits.find(({ collectOn }) => collectOn < today);
  if (late !== undefined) return { refusal: "file_invalid", message: `ReqdColltnDt ${late.collectOn} is past` };
  const reused = debits.find(({ endToEndId }) => book.debit(endToEndId) !== undefined);
  if (reused !== undefined) return { refusal: "debit_reused", message: reused.endToEndId };
  const at = clock.now().toISOString();
  await book.commit({
    file: { messageId, asked, at, content: xml },
    debits: debits.map((debit) => recordOf(context, debit, messageId, at)),
  });
  return { value: { messageId, debits: debits.length } };
}

/** Executes the scheduled steps that are due, in order. */
export async function runDueSteps({ book, clock }: Pick<BankContext, "book" | "clock">): Promise<void> {
  const now = clock.now().toISOString();
  const written: Promise<void>[] = [];
  for (const record of book.underWay()) {
    let { debit, ahead } = record;
    const entries: BankLedgerEntry[] = [];
    for (let next = ahead[0]; next !== undefined && next.at <= now; next = ahead[0]) {
      debit = { ...debit, ...next.step, changedAt: next.at };
      entries.push(...moneyOf(debit, next.at));
      ahead = ahead.slice(1);
    }
    if (debit !== record.debit) written.push(book.commit({ debits: [{ debit, ahead }], entries }));
  }
  // Nothing is awaited before, so that concurrent requests see the result.
  await Promise.all(written);
}

/** Sends money of a booked debit back to its debtor by credit transfer, once per key and never more than collected. */
export async function transferBack(
  { book, clock }: BankContext,
  endToEndId: string,
  { key, amount }: TransferRequest,
): Promise<Answered<BankDebit>> {
  const record = book.debit(endToEndId);
  if (record === undefined) return { refusal: "debit_unknown" };
  const { debit } = record;
  if (debit.transfers.some((transfer) => transfer.key === key)) return { value: debit };
  if (debit.state !== "booked") return { refusal: "debit_not_booked" };
  const sent = debit.transfers.reduce((sum, transfer) => sum + transfer.amount.amount, amount.amount);
  if (sent > debit.amount.amount || amount.currency !== debit.amount.currency) return { refusal: "transfer_too_high" };
  const at = clock.now().toISOString();
  const moved = { ...debit, transfers: [...debit.transfers, { key, amount, at }], changedAt: at };
  await book.commit({ debits: [{ ...record, debit: moved }], entries: [entryOf(debit, "refund", amount, at)] });
  return { value: moved };
}

/**
 * Answers debits as a tester orders, in place of what their account would: one that waits is rejected, a booked one returned. Returns the debits
 * that changed; those that are rejected or returned already do not.
 */
export async function answerDebits(
  { book, clock }: BankContext,
  endToEndIds: readonly string[],
  reason: string,
): Promise<BankDebit[]> {
  const at = clock.now().toISOString();
  const records = endToEndIds.flatMap((id) => book.debit(id) ?? []);
  const answered = records.flatMap(({ debit }): DebitRecord[] => {
    if (debit.state === "waits") return [{ debit: { ...debit, state: "rejected", reason, changedAt: at }, ahead: [] }];
    if (debit.state !== "booked") return [];
    return [{ debit: { ...debit, state: "returned", reason, changedAt: at }, ahead: [] }];
  });
  const debits = answered.map(({ debit }) => debit);
  const entries = debits.flatMap((debit) => moneyOf(debit, at));
  if (answered.length > 0) await book.commit({ debits: answered, entries });
  return debits;
}

function recordOf(context: BankContext, handed: SubmittedDebit, messageId: string, at: string): DebitRecord {
  const { endToEndId, instructionId, mandateId, sequence, signedOn, amount, collectOn } = handed;
  const { creditorId, creditorIban, block } = handed;
  const conduct = bankConducts.find((name) => testIbans[name] === handed.debtor.iban);
  const debit: BankDebit = {
    endToEndId,
    instructionId,
    messageId,
    mandateId,
    sequence,
    signedOn,
    creditorId,
    creditorIban,
    block,
    debtorIban: handed.debtor.iban,
    amount,
    collectOn,
    state: "waits",
    transfers: [],
    changedAt: at,
    ...tampered(context, amount),
  };
  const sentBack = conduct === undefined && context.behaviour.take("return");
  return { debit, ahead: fateOf(conduct, sentBack, collectOn, at) };
}

/** Deviations from a submitted debit, as ordered by a tester. */
function tampered({ behaviour }: BankContext, amount: BankDebit["amount"]): Partial<BankDebit> {
  if (behaviour.take("book-cent")) return { amount: { ...amount, amount: 1 } };
  return behaviour.take("book-currency") ? { amount: { ...amount, currency: "CHF" } } : {};
}

/** Scheduled steps of a debit, by its account. */
function fateOf(
  conduct: BankConduct | undefined,
  sentBack: boolean,
  collectOn: string,
  at: string,
): DebitRecord["ahead"] {
  if (conduct === "closed") return [{ at, step: { state: "rejected", reason: "AC04" } }];
  const bookedAt = `${collectOn}T${bookingHour}`;
  const booked = { at: bookedAt, step: { state: "booked" } } as const;
  const back = (days: number, reason: string) => ({
    at: new Date(Date.parse(bookedAt) + days * dayMs).toISOString(),
    step: { state: "returned", reason } as const,
  });
  if (conduct === "no-money") return [booked, back(returnDays, "AM04")];
  if (conduct === "claimed-back") return [booked, back(claimDays, "MD01")];
  return sentBack ? [booked, back(returnDays, "MS03")] : [booked];
}

function moneyOf(debit: BankDebit, at: string): BankLedgerEntry[] {
  if (debit.state === "booked") return [entryOf(debit, "debit", debit.amount, at)];
  return debit.state === "returned" ? [entryOf(debit, "refund", debit.amount, at)] : [];
}

/** The ledger entry; the instruction id contains the merchant's order id: a UUID without hyphens. */
function entryOf(
  { endToEndId, instructionId }: BankDebit,
  kind: BankLedgerEntry["kind"],
  amount: BankLedgerEntry["amount"],
  at: string,
): BankLedgerEntry {
  const orderId = instructionId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { session: endToEndId, orderId, kind, amount, at };
}

const fingerprint = (content: string): string => createHash("sha256").update(content).digest("base64url");
