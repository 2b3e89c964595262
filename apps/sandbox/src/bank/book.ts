import type { BankDebit, BankLedgerEntry } from "@guichet/contract/integrations/sandbox-bank.ts";
import { openJournal } from "../journal.ts";

/** A debit with its scheduled steps, which the merchant does not see. */
export interface DebitRecord {
  debit: BankDebit;
  /** Scheduled steps, in order. */
  ahead: { at: string; step: Pick<BankDebit, "state" | "reason"> }[];
}

/** An atomic change of the bank's records. */
interface Change {
  /** `at` and `content` are absent in records from before files were listed. */
  file?: { messageId: string; asked: string; at?: string; content?: string };
  /** How many changes the merchant was told of in files. */
  reported?: number;
  debits?: DebitRecord[];
  entries?: BankLedgerEntry[];
}

/** A file as it was submitted. */
export interface BookedFile {
  messageId: string;
  at: string;
  content: string;
}

export interface Book {
  /** The fingerprint of a submitted file. */
  file(messageId: string): string | undefined;
  /** The submitted files, the newest first. */
  files(): BookedFile[];
  /** The debits of a file, as they are now. */
  debitsOf(messageId: string): BankDebit[];
  /** How many changes the merchant was told of in files. */
  reported(): number;
  debit(endToEndId: string): DebitRecord | undefined;
  /** Debits with scheduled steps. */
  underWay(): Iterable<DebitRecord>;
  changedAfter(position: number, limit: number): { items: BankDebit[]; position: number; more: boolean };
  entries(): readonly BankLedgerEntry[];
  /** Applies a change in memory immediately; the promise resolves when it is stored. */
  commit(change: Change): Promise<void>;
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the bank's journal and replays it. Each change of a debit is numbered, so that changes can be read after a cursor. */
export async function openBook(path: string, broken?: (cause: unknown) => void): Promise<Book> {
  const files = new Map<string, NonNullable<Change["file"]>>();
  const debits = new Map<string, DebitRecord>();
  const underWay = new Set<string>();
  const entries: BankLedgerEntry[] = [];
  const steps: BankDebit[] = [];
  let reported = 0;

  function apply(change: Change): void {
    if (change.file !== undefined) files.set(change.file.messageId, change.file);
    reported = change.reported ?? reported;
    for (const record of change.debits ?? []) {
      const { endToEndId } = record.debit;
      debits.set(endToEndId, record);
      steps.push(record.debit);
      if (record.ahead.length > 0) underWay.add(endToEndId);
      else underWay.delete(endToEndId);
    }
    entries.push(...(change.entries ?? []));
  }

  const journal = await openJournal(path, (line) => apply(JSON.parse(line)), broken);
  return {
    file: (messageId) => files.get(messageId)?.asked,
    files: () =>
      [...files.values()].reverse().map(({ messageId, at = "", content = "" }) => ({ messageId, at, content })),
    debitsOf: (messageId) =>
      [...debits.values()].flatMap(({ debit }) => (debit.messageId === messageId ? [debit] : [])),
    reported: () => reported,
    debit: (endToEndId) => debits.get(endToEndId),
    underWay: () => [...underWay].flatMap((id) => debits.get(id) ?? []),
    changedAfter(position, limit) {
      const items: BankDebit[] = [];
      let reached = position;
      for (; reached < steps.length && items.length < limit; reached += 1) {
        const step = steps[reached];
        // Only the latest change of each debit.
        if (step !== undefined && debits.get(step.endToEndId)?.debit === step) items.push(step);
      }
      return { items, position: reached, more: reached < steps.length };
    },
    entries: () => entries,
    commit(change) {
      apply(change);
      return journal.append(JSON.stringify(change));
    },
    settled: () => journal.settled(),
    close: () => journal.close(),
  };
}
