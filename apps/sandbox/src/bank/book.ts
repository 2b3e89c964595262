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
  file?: { messageId: string; asked: string };
  debits?: DebitRecord[];
  entries?: BankLedgerEntry[];
}

export interface Book {
  file(messageId: string): string | undefined;
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
  const files = new Map<string, string>();
  const debits = new Map<string, DebitRecord>();
  const underWay = new Set<string>();
  const entries: BankLedgerEntry[] = [];
  const steps: BankDebit[] = [];

  function apply(change: Change): void {
    if (change.file !== undefined) files.set(change.file.messageId, change.file.asked);
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
    file: (messageId) => files.get(messageId),
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
