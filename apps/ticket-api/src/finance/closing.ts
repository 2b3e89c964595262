import { createHash } from "node:crypto";
import { monthClosableAfterHours } from "@guichet/contract/limits/finance-limits.ts";
import type { Closable, MonthClosing } from "@guichet/contract/office/finance.ts";
import { addMonths } from "@guichet/rules/dates/days.ts";
import { instantsOf } from "../audit/month-end.ts";
import { hoursMs } from "../clock.ts";
import type { Database, Tx } from "../database/database.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { JournalSettings, journalSettingsOf } from "./chart-of-accounts.ts";
import { type ClosingRow, listClosings, readClosing } from "./closing-store.ts";
import { fecFile } from "./fec-file.ts";
import { type JournalTotals, journalOf, noTotals } from "./journal.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The chain of a closing: that of the month before, if there is one, and its own digest, as one text. */
export const chainOf = (previousChain: string | undefined, digest: string): string =>
  sha256(`${previousChain ?? ""}${digest}`);

/** SHA-256 of a month's FEC file, as `sha256sum` computes it, and what the journal contains. */
export async function journalDigest(
  db: Database | Tx,
  networkId: string,
  month: string,
  settings: JournalSettings,
): Promise<JournalTotals & { digest: string }> {
  const totals = noTotals();
  const hash = createHash("sha256");
  const entries = journalOf(db, networkId, month, settings, totals);
  for await (const chunk of fecFile(entries, settings.currency)) hash.update(chunk);
  return { ...totals, digest: hash.digest("hex") };
}

/** The settings of a month's journal: those of its closing, otherwise those of today. */
export async function settingsOfMonth(db: Database, network: LoadedNetwork, month: string): Promise<JournalSettings> {
  const closing = await readClosing(db, network.id, month);
  return closing === undefined ? journalSettingsOf(network.definition) : JournalSettings.parse(closing.settings);
}

const monthAfter = (month: string): string => addMonths(`${month}-01`, 1).slice(0, 7);

/** Where the closings of a network stand for one month. */
export interface ClosingState {
  closing: ClosingRow | undefined;
  last: ClosingRow | undefined;
  /** The month that is closed next; null: none is closed yet, and any can be the first. */
  firstOpenMonth: string | null;
  closable: Closable;
}

export async function closingState(
  db: Database | Tx,
  network: LoadedNetwork,
  month: string,
  now: Date,
): Promise<ClosingState> {
  const closing = await readClosing(db, network.id, month);
  const [last] = await listClosings(db, { networkId: network.id, limit: 1 });
  const firstOpenMonth = last === undefined ? null : monthAfter(last.month);
  const { before } = instantsOf(month, network.definition.timeZone);
  // A booking that began in the month may be written a moment later.
  const isOver = now.getTime() >= Date.parse(before) + hoursMs(monthClosableAfterHours);
  const closable = (): Closable => {
    if (closing !== undefined) return "closed";
    if (!isOver) return "not-over";
    return firstOpenMonth === null || firstOpenMonth === month ? "yes" : "first-open";
  };
  return { closing, last, firstOpenMonth, closable: closable() };
}

/** A closing as the office shows it. */
export function closingView(row: ClosingRow): MonthClosing {
  const { month, entryCount, lineCount, digest, chain, previousMonth, differenceCount, reason, closedBy, closedAt } =
    row;
  const { currency } = JournalSettings.parse(row.settings);
  return {
    ...{ month, entryCount, lineCount, digest, chain, previousMonth, differenceCount, reason, closedBy, closedAt },
    turnover: { amount: row.debitAmount, currency },
  };
}
