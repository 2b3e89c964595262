import type {
  addCatalogueDraft,
  getCatalogueDraft,
  listCatalogueDrafts,
  revertCatalogueDraft,
} from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { draftMachine } from "@guichet/rules/catalogue-drafts/draft-states.ts";
import { born } from "@guichet/rules/state-machine.ts";
import { z } from "zod";
import type { CallContext, Handler, ModuleHandlers } from "../http/call-handler.ts";
import { keysetCursor, readKeysetCursor } from "../http/cursor.ts";
import { isUuid } from "../ids.ts";
import { isItem } from "../networks/catalogue-items.ts";
import { actsOn, recordAuditEntry } from "../staff/audit-entry-store.ts";
import { type AppliedChange, applyDraft } from "./apply-draft.ts";
import { authorsOf, type DraftChangeRow, readChanges, saveChange } from "./draft-change-store.ts";
import { type DraftRow, insertDraft, listDrafts, readDraft } from "./draft-store.ts";
import { changesView, draftView, faultsOf, livePack, readDraftView, warningsOf } from "./draft-view.ts";
import {
  because,
  changeItemHandler,
  changeSettingsHandler,
  discardDraftHandler,
  renameDraftHandler,
  restoreItemHandler,
  sortItemsHandler,
  withdrawItemHandler,
} from "./edit-draft.ts";
import { getItemHandler, listItemsHandler } from "./item-view.ts";
import { decideHandler, publishHandler, reopenHandler } from "./publish-draft.ts";
import { simulateHandler } from "./simulate-draft.ts";

/** Handlers of drafts of the catalogue, the settings and the legal texts. */
export const catalogueDraftsOfficeHandlers: ModuleHandlers<
  | "listCatalogueDrafts"
  | "getCatalogueDraft"
  | "addCatalogueDraft"
  | "renameCatalogueDraft"
  | "discardCatalogueDraft"
  | "listDraftItems"
  | "getDraftItem"
  | "changeDraftItem"
  | "changeDraftSettings"
  | "withdrawDraftItem"
  | "restoreDraftItem"
  | "sortDraftItems"
  | "publishCatalogueDraft"
  | "decideCatalogueDraft"
  | "reopenCatalogueDraft"
  | "revertCatalogueDraft"
  | "simulateCatalogueDraft"
> = {
  listCatalogueDrafts: (ctx) => listHandler(ctx),
  getCatalogueDraft: (ctx) => getHandler(ctx),
  addCatalogueDraft: (ctx) => addHandler(ctx),
  renameCatalogueDraft: renameDraftHandler,
  discardCatalogueDraft: discardDraftHandler,
  listDraftItems: listItemsHandler,
  getDraftItem: getItemHandler,
  changeDraftItem: changeItemHandler,
  changeDraftSettings: changeSettingsHandler,
  withdrawDraftItem: withdrawItemHandler,
  restoreDraftItem: restoreItemHandler,
  sortDraftItems: sortItemsHandler,
  publishCatalogueDraft: publishHandler,
  decideCatalogueDraft: decideHandler,
  reopenCatalogueDraft: reopenHandler,
  revertCatalogueDraft: (ctx) => revertHandler(ctx),
  simulateCatalogueDraft: simulateHandler,
};

const Position = z.object({ at: z.iso.datetime(), id: z.uuid() });
const pageDefault = 50;

const listHandler: Handler<typeof listCatalogueDrafts> = async ({ deps, network, request }) => {
  const { state, cursor, limit = pageDefault } = request;
  const after = readKeysetCursor(cursor, Position);
  if (!after.ok) return after;
  const rows = await listDrafts(deps.db, { networkId: network.id, state, after: after.value, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const nextCursor =
    rows.length > limit && last !== undefined ? keysetCursor({ at: last.createdAt, id: last.id }) : undefined;
  return ok({ items: page.map(draftView), ...(nextCursor === undefined ? {} : { nextCursor }) });
};

/** How many actions the page of a draft shows; the audit log has all of them. */
const historyMax = 20;

const getHandler: Handler<typeof getCatalogueDraft> = async ({ deps, network, language, request, session }) => {
  const { draftId } = request;
  if (!isUuid(draftId)) return err("NOT_FOUND");
  const row = await readDraft(deps.db, network.id, draftId);
  if (row === undefined) return err("NOT_FOUND");
  const rows = await readChanges(deps.db, draftId);
  const isFinal = row.status === "published" || row.status === "discarded";
  // A final one is shown as it was: its items may be those of an earlier version.
  const live = isFinal ? undefined : await livePack(deps.db, network.id);
  const applied = live === undefined ? undefined : applyDraft(live, rows);
  const found =
    live === undefined || applied === undefined
      ? { faults: [], warnings: [] }
      : { faults: await faultsOf(deps.db, live, applied), warnings: warningsOf(live, applied, deps.clock.iso()) };
  return ok({
    draft: await readDraftView(deps.db, network.id, draftId),
    changes: changesView(applied?.changes ?? asTheyWere(rows), await authorsOf(deps.db, draftId), {
      ...network,
      language,
    }),
    ...found,
    needsApproval: network.definition.catalogueApproval,
    mayDecide: row.status === "awaiting" && row.requestedBy !== session.staffId,
    history: await actsOn(deps.db, network.id, { kind: "catalogue", thing: draftId }, historyMax),
  });
};

/** The changes of a draft that meets no live catalogue any more: what each replaced, and by what. */
const asTheyWere = (rows: readonly DraftChangeRow[]): AppliedChange[] =>
  rows.map((row) =>
    row.kind === "order"
      ? { row, live: row.before, values: row.after, conflicts: [] }
      : { row, live: row.before, values: row.after, conflicts: [] },
  );

const addHandler: Handler<typeof addCatalogueDraft> = async (ctx) => {
  const id = await ctx.deps.db
    .transaction()
    .execute((tx) => addDraft(tx, ctx, { name: ctx.request.name, reverts: null }));
  return ok({ draft: await readDraftView(ctx.deps.db, ctx.network.id, id) });
};

/** Adds an empty draft; returns its id. */
async function addDraft(
  tx: Parameters<typeof insertDraft>[0],
  { deps, network, session }: Pick<CallContext<typeof addCatalogueDraft>, "deps" | "network" | "session">,
  { name, reverts }: Pick<DraftRow, "name" | "reverts">,
): Promise<string> {
  const id = deps.ids.uuid();
  const staff = { networkId: network.id, staffId: session.staffId };
  await insertDraft(tx, {
    ...{ id, networkId: network.id, name, reverts, status: born(draftMachine, "add") },
    ...{ createdBy: session.staffId, createdAt: deps.clock.iso() },
  });
  await recordAuditEntry(tx, deps, {
    ...staff,
    act: reverts === null ? "catalogue.draft" : "catalogue.revert",
    thing: id,
  });
  return id;
}

/** Adds a draft with the changes of a published one turned round: it meets what was changed since like any other draft. */
const revertHandler: Handler<typeof revertCatalogueDraft> = async (ctx) => {
  const { deps, network, session, request } = ctx;
  if (!isUuid(request.draftId)) return err("NOT_FOUND");
  const published = await readDraft(deps.db, network.id, request.draftId);
  if (published === undefined) return err("NOT_FOUND");
  if (published.status !== "published")
    return err("TRANSITION_NOT_ALLOWED", because("state", { state: published.status }));
  const rows = await readChanges(deps.db, published.id);
  const unreadable = rows.find((row) => row.kind !== "order" && row.before !== null && !isItem(row.kind, row.before));
  // Its former values are not possible any more.
  if (unreadable !== undefined) return err("TRANSITION_NOT_ALLOWED", because("faults", { itemId: unreadable.itemId }));
  const author = { changedBy: session.staffId, changedAt: deps.clock.iso() };
  const id = await deps.db.transaction().execute(async (tx) => {
    const draftId = await addDraft(tx, ctx, { name: published.name, reverts: published.id });
    const draft = { id: draftId, networkId: network.id };
    for (const row of revertedChanges(published, rows)) await saveChange(tx, draft, { ...row, ...author });
    return draftId;
  });
  return ok({ draft: await readDraftView(deps.db, network.id, id) });
};

/** The changes of a published draft turned round, with the former places of what it withdrew. */
function revertedChanges({ sequences }: DraftRow, rows: readonly DraftChangeRow[]): DraftChangeRow[] {
  const turned = rows.map(
    (row): DraftChangeRow =>
      row.kind === "order"
        ? { ...row, before: row.after, after: row.before }
        : { ...row, before: row.after, after: row.before },
  );
  const [any] = rows;
  const sorted = new Set(rows.flatMap(({ kind, itemId }) => (kind === "order" ? [itemId] : [])));
  const restored = Object.entries(sequences ?? {}).flatMap(([itemId, ids]): DraftChangeRow[] =>
    any === undefined || sorted.has(itemId) ? [] : [{ ...any, kind: "order", itemId, before: ids, after: ids }],
  );
  return [...turned, ...restored];
}
