import { pageSize } from "@guichet/contract/limits/request-limits.ts";
import type { addCustomerNote, listCustomerNotes } from "@guichet/contract/office/customers.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { lockAccount } from "../account-records/account-store.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Handler, ModuleHandlers } from "../http/call-handler.ts";
import { cursorAfter, readCursor } from "../http/cursor.ts";
import { isUuid } from "../ids.ts";
import { listNotes, noteAct, recordAuditEntry } from "../staff/audit-entry-store.ts";

/** Handlers of what the staff note about a customer. */
export const customerNoteHandlers: ModuleHandlers<"listCustomerNotes" | "addCustomerNote"> = {
  listCustomerNotes: (ctx) => listHandler(ctx),
  addCustomerNote: (ctx) => addHandler(ctx),
};

const listHandler: Handler<typeof listCustomerNotes> = async ({ deps, network, request }) => {
  const after = readCursor(request.cursor);
  if (!after.ok) return after;
  const { customerId: accountId, limit = pageSize } = request;
  if (!isUuid(accountId)) return ok({ items: [] });
  const filter = { networkId: network.id, accountId, after: after.value, limit: limit + 1 };
  const { page, nextCursor } = cursorAfter(await listNotes(deps.db, filter), limit);
  const items = page.map(({ id: noteId, text, by, at }) => ({ noteId, text, by, at }));
  return ok({ items, ...(nextCursor === undefined ? {} : { nextCursor }) });
};

const addHandler: Handler<typeof addCustomerNote> = ({ deps, network, request, session }) => {
  const { customerId, text: reason } = request;
  return runTransaction<Record<string, never>, "NOT_FOUND">(deps.db, async (tx) => {
    // An erasure comes before, and leaves no customer to write about, or after, and erases the note.
    const account = isUuid(customerId) ? await lockAccount(tx, network.id, customerId) : undefined;
    if (account === undefined) return err("NOT_FOUND");
    const of = { thing: account.id, accountId: account.id, reason };
    await recordAuditEntry(tx, deps, { networkId: network.id, staffId: session.staffId, act: noteAct, ...of });
    return ok({});
  });
};
