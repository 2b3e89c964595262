import { addDays, addMonths } from "@guichet/rules/dates/days.ts";
import { dayBegins } from "@guichet/rules/dates/instants.ts";
import type { Database, Tx } from "../database/database.ts";
import type { JournalSettings } from "./chart-of-accounts.ts";
import { documentEntry, type JournalCode, type JournalEntry, journalNames, movementEntry } from "./journal-entries.ts";
import { documentsOf, movementsOf } from "./journal-store.ts";

/** An entry with its number, without gaps within journal and month: `VE202610000001`. */
export interface NumberedEntry extends JournalEntry {
  number: string;
}

/** What was read for a journal: counts, and sums in minor units. */
export interface JournalTotals {
  entryCount: number;
  lineCount: number;
  debitAmount: number;
  documentCount: number;
  /** Gross amounts of invoices, less those of credit notes. */
  documentAmount: number;
  movementCount: number;
  movementAmount: number;
}

export const noTotals = (): JournalTotals => ({
  ...{ entryCount: 0, lineCount: 0, debitAmount: 0, documentCount: 0, documentAmount: 0 },
  ...{ movementCount: 0, movementAmount: 0 },
});

/**
 * The entries of a month `YYYY-MM` by day, documents first, each in the order of its booking. The same rows and settings give the same
 * entries. Reads page by page; adds what it reads to `totals`.
 */
export async function* journalOf(
  db: Database | Tx,
  networkId: string,
  month: string,
  settings: JournalSettings,
  totals: JournalTotals = noTotals(),
): AsyncGenerator<NumberedEntry> {
  const number = numbering(month);
  const firstOfNext = addMonths(`${month}-01`, 1);
  const begins = (day: string) => dayBegins(day, settings.timeZone).toISOString();
  for (let day = `${month}-01`; day < firstOfNext; day = addDays(day, 1)) {
    const read = { networkId, from: begins(day), before: begins(addDays(day, 1)) };
    for await (const document of documentsOf(db, read)) {
      const amount = document.vat.reduce((sum, { gross }) => sum + gross, 0);
      totals.documentCount += 1;
      totals.documentAmount += document.series === "invoice" ? amount : -amount;
      const entry = documentEntry(settings, document, day);
      if (entry !== undefined) yield counted(number(entry), totals);
    }
    for await (const movement of movementsOf(db, read)) {
      totals.movementCount += 1;
      totals.movementAmount += movement.amount;
      yield counted(number(movementEntry(settings, movement, day)), totals);
    }
  }
}

const numberDigits = 6;
/** Numbers entries by journal; more than a million get longer numbers. */
function numbering(month: string): (entry: JournalEntry) => NumberedEntry {
  const last = new Map<JournalCode, number>((Object.keys(journalNames) as JournalCode[]).map((code) => [code, 0]));
  return (entry) => {
    const next = (last.get(entry.journal) ?? 0) + 1;
    last.set(entry.journal, next);
    return { ...entry, number: `${entry.journal}${month.replace("-", "")}${String(next).padStart(numberDigits, "0")}` };
  };
}

/** Counts an entry. Throws if its debits and credits differ: such a journal is worth nothing. */
function counted(entry: NumberedEntry, totals: JournalTotals): NumberedEntry {
  const debit = entry.lines.reduce((sum, line) => sum + line.debit, 0);
  const credit = entry.lines.reduce((sum, line) => sum + line.credit, 0);
  if (debit !== credit)
    throw new Error(`Entry ${entry.number} of ${entry.piece} does not balance: ${debit}, ${credit}`);
  totals.entryCount += 1;
  totals.lineCount += entry.lines.length;
  totals.debitAmount += debit;
  return entry;
}
