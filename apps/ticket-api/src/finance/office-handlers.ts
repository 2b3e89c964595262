import type { downloadFec, downloadJournal } from "@guichet/contract/office/finance.ts";
import { ok } from "@guichet/contract/result.ts";
import type { Handler, ModuleHandlers } from "../http/call-handler.ts";
import { closeMonthHandler, listMonthClosingsHandler, verifyMonthClosingHandler } from "./close-month.ts";
import { settingsOfMonth } from "./closing.ts";
import { compareBooksHandler } from "./compare-books.ts";
import { fecFile, fecName } from "./fec-file.ts";
import { journalOf } from "./journal.ts";
import { csvName, journalCsv } from "./journal-csv.ts";
import { getFinanceMonthHandler } from "./month-view.ts";

/** Handlers of a network's finances: months, journal, closings. */
export const financeOfficeHandlers: ModuleHandlers<
  | "getFinanceMonth"
  | "downloadFec"
  | "downloadJournal"
  | "closeMonth"
  | "listMonthClosings"
  | "verifyMonthClosing"
  | "compareBooks"
> = {
  getFinanceMonth: getFinanceMonthHandler,
  downloadFec: (ctx) => downloadFecHandler(ctx),
  downloadJournal: (ctx) => downloadJournalHandler(ctx),
  closeMonth: closeMonthHandler,
  listMonthClosings: listMonthClosingsHandler,
  verifyMonthClosing: verifyMonthClosingHandler,
  compareBooks: compareBooksHandler,
};

const downloadFecHandler: Handler<typeof downloadFec> = async ({ deps, network, request: { month } }) => {
  const settings = await settingsOfMonth(deps.db, network, month);
  const entries = journalOf(deps.db, network.id, month, settings);
  const filename = fecName(network.definition.seller.identifiers.siret, month);
  return ok({ bytes: fecFile(entries, settings.currency), filename });
};

const downloadJournalHandler: Handler<typeof downloadJournal> = async ({ deps, network, request: { month } }) => {
  const settings = await settingsOfMonth(deps.db, network, month);
  const entries = journalOf(deps.db, network.id, month, settings);
  return ok({ bytes: journalCsv(entries, settings.currency), filename: csvName(network.id, month) });
};
