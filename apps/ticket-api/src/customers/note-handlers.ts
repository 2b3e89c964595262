import { pageSize } from "@guichet/contract/limits/request-limits.ts";
import type { AuditChange } from "@guichet/contract/office/audit-log.ts";
import type {
  addCustomerNote,
  correctCustomerNote,
  listCustomerNotes,
  NoteRefusal,
  withdrawCustomerNote,
} from "@guichet/contract/office/customer-service/notes.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Handler, ModuleHandlers } from "../http/call-handler.ts";
import { cursorAfter, readCursor } from "../http/cursor.ts";
import { isUuid } from "../ids.ts";
import { recordAuditEntry } from "../staff/audit-entry-store.ts";
import { listNotes, type NoteRow, noteActs, noteOf } from "../staff/note-store.ts";
import { lockCustomer } from "./lock-customer.ts";

/** Handlers of what the staff note about a customer. */
export const customerNoteHandlers: ModuleHandlers<
  "listCustomerNotes" | "addCustomerNote" | "correctCustomerNote" | "withdrawCustomerNote"
> = {
  listCustomerNotes: (ctx) => listHandler(ctx),
  addCustomerNote: (ctx) => addHandler(ctx),
  correctCustomerNote: (ctx) => correctHandler(ctx),
  withdrawCustomerNote: (ctx) => withdrawHandler(ctx),
};

const listHandler: Handler<typeof listCustomerNotes> = async ({ deps, network, request, session }) => {
  const after = readCursor(request.cursor);
  if (!after.ok) return after;
  const { customerId: accountId, limit = pageSize } = request;
  if (!isUuid(accountId)) return ok({ items: [] });
  const filter = { networkId: network.id, accountId, after: after.value, limit: limit + 1 };
  const { page, nextCursor } = cursorAfter(await listNotes(deps.db, filter), limit);
  const items = page.map(({ id: noteId, text, by, staffId, at, correctedAt, version }) => ({
    ...{ noteId, text, by, at, correctedAt, version },
    isOwn: staffId === session.staffId,
  }));
  return ok({ items, ...(nextCursor === undefined ? {} : { nextCursor }) });
};

const addHandler: Handler<typeof addCustomerNote> = ({ deps, network, request, session }) => {
  const { customerId, text: reason } = request;
  return runTransaction<Record<string, never>, "NOT_FOUND">(deps.db, async (tx) => {
    const account = await lockCustomer(tx, network.id, customerId);
    if (account === undefined) return err("NOT_FOUND");
    const of = { thing: account.id, accountId: account.id, reason };
    await recordAuditEntry(tx, deps, { networkId: network.id, staffId: session.staffId, act: noteActs.add, ...of });
    return ok({});
  });
};

interface NoteChange {
  networkId: string;
  customerId: string;
  noteId: string;
  version: number;
}

const because = (reason: NoteRefusal) => err("TRANSITION_NOT_ALLOWED", { reason });
type NoteError = "NOT_FOUND" | "TRANSITION_NOT_ALLOWED";

/** The note of a change, in the version that its author saw. The account is locked: of two changes of one version, the first counts. */
async function noteToChange(
  tx: Tx,
  { networkId, customerId, noteId, version }: NoteChange,
): Promise<Result<NoteRow & { accountId: string }, NoteError>> {
  const account = await lockCustomer(tx, networkId, customerId);
  if (account === undefined || !isUuid(noteId)) return err("NOT_FOUND");
  const note = await noteOf(tx, { networkId, accountId: account.id, id: noteId });
  if (note === undefined) return err("NOT_FOUND");
  if (note.isWithdrawn) return because("withdrawn");
  return note.version === version ? ok({ ...note, accountId: account.id }) : because("changed");
}

const textChange = (before: string, after: string | null): AuditChange[] => [{ field: "note", before, after }];

const correctHandler: Handler<typeof correctCustomerNote> = ({ deps, network, request, session }) =>
  runTransaction<Record<string, never>, NoteError>(deps.db, async (tx) => {
    const found = await noteToChange(tx, { networkId: network.id, ...request });
    if (!found.ok) return found;
    const { id: thing, accountId, staffId, text } = found.value;
    if (staffId !== session.staffId) return because("of-another");
    if (text === request.text) return because("same");
    const by = { networkId: network.id, staffId: session.staffId, thing, accountId };
    await recordAuditEntry(tx, deps, { ...by, act: noteActs.correct, changes: textChange(text, request.text) });
    return ok({});
  });

const withdrawHandler: Handler<typeof withdrawCustomerNote> = ({ deps, network, request, session }) =>
  runTransaction<Record<string, never>, NoteError>(deps.db, async (tx) => {
    const found = await noteToChange(tx, { networkId: network.id, ...request });
    if (!found.ok) return found;
    const { id: thing, accountId, text } = found.value;
    const by = { networkId: network.id, staffId: session.staffId, thing, accountId, reason: request.reason };
    await recordAuditEntry(tx, deps, { ...by, act: noteActs.withdraw, changes: textChange(text, null) });
    return ok({});
  });
