import { pageSize } from "@guichet/contract/limits/request-limits.ts";
import type {
  closeMonth,
  listMonthClosings,
  MonthClosing,
  verifyMonthClosing,
} from "@guichet/contract/office/finance.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { z } from "zod";
import { instantsOf } from "../audit/month-end.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Handler } from "../http/call-handler.ts";
import { keysetCursor, readKeysetCursor } from "../http/cursor.ts";
import { recordAuditEntry } from "../staff/audit-entry-store.ts";
import { JournalSettings, journalSettingsOf } from "./chart-of-accounts.ts";
import { chainOf, closingState, closingView, journalDigest } from "./closing.ts";
import { insertClosing, listClosings, readClosing } from "./closing-store.ts";
import { differencesOf } from "./month-differences.ts";

type CloseCode = "TRANSITION_NOT_ALLOWED" | "FIELD_REQUIRED";

/** Closes a month: its digest is computed first, and the row that stores it is inserted once, whoever else closes it. */
export const closeMonthHandler: Handler<typeof closeMonth> = async ({ deps, network, request, session }) => {
  const { month, reason = null } = request;
  const { staffId } = session;
  const networkId = network.id;
  const { closable, last } = await closingState(deps.db, network, month, deps.clock.now());
  if (closable !== "yes") return err("TRANSITION_NOT_ALLOWED", { state: closable });
  const { count } = await differencesOf(deps.db, network, month);
  if (count !== request.differenceCount) return err("TRANSITION_NOT_ALLOWED", { state: "changed" });
  if (count > 0 && reason === null) return err("FIELD_REQUIRED", { field: "reason" });
  const settings = journalSettingsOf(network.definition);
  const computed = await journalDigest(deps.db, networkId, month, settings);
  const { from: fromAt, before: beforeAt } = instantsOf(month, settings.timeZone);
  const row = {
    ...computed,
    ...{ networkId, month, fromAt, beforeAt, settings, differenceCount: count },
    previousMonth: last?.month ?? null,
    chain: chainOf(last?.chain, computed.digest),
    reason: count > 0 ? reason : null,
    closedAt: deps.clock.iso(),
  };
  return runTransaction(deps.db, async (tx): Promise<Result<{ closing: MonthClosing }, CloseCode>> => {
    if (!(await insertClosing(tx, row, staffId))) return err("TRANSITION_NOT_ALLOWED", { state: "closed" });
    const act = { networkId, staffId, act: "month.close", thing: month, reason: row.reason };
    await recordAuditEntry(tx, deps, act);
    const written = await readClosing(tx, networkId, month);
    if (written === undefined) throw new Error(`The closing of ${month} is gone`);
    return ok({ closing: closingView(written) });
  });
};

const After = z.strictObject({ month: z.string() });

export const listMonthClosingsHandler: Handler<typeof listMonthClosings> = async ({ deps, network, request }) => {
  const { limit = pageSize } = request;
  const after = readKeysetCursor(request.cursor, After);
  if (!after.ok) return after;
  const rows = await listClosings(deps.db, { networkId: network.id, before: after.value?.month, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const items = page.map(closingView);
  if (rows.length <= limit || last === undefined) return ok({ items });
  return ok({ items, nextCursor: keysetCursor({ month: last.month }) });
};

/** Computes the journal of a closed month again by the settings of its closing. */
export const verifyMonthClosingHandler: Handler<typeof verifyMonthClosing> = async ({ deps, network, request }) => {
  const closing = await readClosing(deps.db, network.id, request.month);
  if (closing === undefined) return err("NOT_FOUND");
  const { previousMonth } = closing;
  const previous = previousMonth === null ? undefined : await readClosing(deps.db, network.id, previousMonth);
  const settings = JournalSettings.parse(closing.settings);
  const { digest, entryCount, lineCount, debitAmount } = await journalDigest(
    deps.db,
    network.id,
    request.month,
    settings,
  );
  const isChained = chainOf(previous?.chain, closing.digest) === closing.chain;
  return ok({
    closing: closingView(closing),
    ...{ digest, entryCount, lineCount, isChained },
    isSame: isChained && digest === closing.digest,
    turnover: { amount: debitAmount, currency: settings.currency },
  });
};
