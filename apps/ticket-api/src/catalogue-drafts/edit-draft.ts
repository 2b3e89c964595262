import { createHash } from "node:crypto";
import type { CodeOf } from "@guichet/contract/call.ts";
import type {
  changeDraftItem,
  changeDraftSettings,
  DraftableItem,
  DraftItemKind,
  DraftRefusal,
  discardCatalogueDraft,
  renameCatalogueDraft,
  restoreDraftItem,
  sortDraftItems,
  withdrawDraftItem,
} from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { ItemValues } from "@guichet/rules/catalogue-drafts/merge-item.ts";
import type { Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { CallContext, Handler } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import { itemsOf, itemText, parseItem } from "../networks/catalogue-items.ts";
import type { DraftedPack } from "../networks/network-items.ts";
import { recordAuditEntry } from "../staff/audit-entry-store.ts";
import { applyDraft, idsOf } from "./apply-draft.ts";
import {
  type DraftChangeRow,
  deleteChange,
  type ItemChangeRow,
  readChanges,
  saveChange,
} from "./draft-change-store.ts";
import { type DraftRow, moveDraft, readDraft, touchDraft } from "./draft-store.ts";
import { livePack, readDraftView } from "./draft-view.ts";

/** Calls that change an open draft. */
type EditCall =
  | typeof renameCatalogueDraft
  | typeof discardCatalogueDraft
  | typeof changeDraftItem
  | typeof changeDraftSettings
  | typeof withdrawDraftItem
  | typeof restoreDraftItem
  | typeof sortDraftItems;
type EditCode = CodeOf<EditCall>;
type Edited = Result<true, EditCode>;

/** The details of a refusal: why a draft was not changed or published. */
export const because = (reason: DraftRefusal, more: object = {}): { reason: DraftRefusal } => ({ reason, ...more });

/** Changes an open draft under its lock, and answers it. `version`: that of the draft as the caller saw it, where that matters. */
async function edit(
  { deps, network }: Pick<CallContext<EditCall>, "deps" | "network">,
  { draftId, version }: { draftId: string; version?: number },
  change: (tx: Tx, draft: DraftRow) => Promise<Edited>,
) {
  if (!isUuid(draftId)) return err("NOT_FOUND");
  const edited = await runTransaction<true, EditCode>(deps.db, async (tx) => {
    const draft = await readDraft(tx, network.id, draftId, "update");
    if (draft === undefined) return err("NOT_FOUND");
    if (draft.status !== "open") return err("TRANSITION_NOT_ALLOWED", because("state", { state: draft.status }));
    if (version !== undefined && draft.version !== version) return err("TRANSITION_NOT_ALLOWED", because("changed"));
    return change(tx, draft);
  });
  return edited.ok ? ok({ draft: await readDraftView(deps.db, network.id, draftId) }) : edited;
}

export const renameDraftHandler: Handler<typeof renameCatalogueDraft> = (ctx) =>
  edit(ctx, ctx.request, async (tx, draft) => {
    await touchDraft(tx, draft.id, ctx.request.name);
    return ok(true);
  });

export const discardDraftHandler: Handler<typeof discardCatalogueDraft> = (ctx) =>
  edit(ctx, ctx.request, async (tx, { id, networkId }) => {
    const { deps, session } = ctx;
    await moveDraft(tx, id, "discard", { at: deps.clock.iso() });
    await recordAuditEntry(tx, deps, { networkId, staffId: session.staffId, act: "catalogue.discard", thing: id });
    return ok(true);
  });

export const changeItemHandler: Handler<typeof changeDraftItem> = (ctx) => changeBy(ctx, ctx.request);
export const changeSettingsHandler: Handler<typeof changeDraftSettings> = (ctx) => changeBy(ctx, ctx.request);

function changeBy(
  ctx: Pick<CallContext<EditCall>, "deps" | "network" | "session">,
  { draftId, basis, item }: { draftId: string; basis: string; item: DraftableItem },
) {
  const values = parseItem(item.kind, item.definition);
  const target = { kind: item.kind, itemId: item.definition.id, basis };
  return edit(ctx, { draftId }, (tx, draft) => saveItem(tx, ctx, draft, target, values));
}

export const withdrawItemHandler: Handler<typeof withdrawDraftItem> = (ctx) => {
  const { draftId, basis, kind, itemId } = ctx.request;
  return edit(ctx, { draftId }, (tx, draft) => saveItem(tx, ctx, draft, { kind, itemId, basis }, null));
};

/** Saves the values of an item (null: withdrawn) as a change of what is live now; without a difference the draft does not change it. */
async function saveItem(
  tx: Tx,
  { deps, session }: Pick<CallContext<EditCall>, "deps" | "session">,
  draft: DraftRow,
  { kind, itemId, basis }: { kind: DraftItemKind; itemId: string; basis: string },
  values: ItemValues | null,
): Promise<Edited> {
  const live = await livePack(tx, draft.networkId);
  const found = readItem(live, await readChanges(tx, draft.id), kind, itemId);
  if (values === null && found.live === null && found.row === undefined) return err("NOT_FOUND");
  if (found.basis !== basis) return err("TRANSITION_NOT_ALLOWED", because("changed"));
  if (itemText(kind, values) === itemText(kind, found.live)) await deleteChange(tx, draft.id, kind, itemId);
  else {
    const author = { changedBy: session.staffId, changedAt: deps.clock.iso() };
    await saveChange(tx, draft, { kind, itemId, before: found.live, after: values, ...author });
  }
  await touchDraft(tx, draft.id);
  return ok(true);
}

/** A live item, the change of a draft (`rows`) to it, and the basis of the next change; empty: it is new. */
export function readItem(
  pack: DraftedPack,
  rows: readonly DraftChangeRow[],
  kind: DraftItemKind,
  itemId: string,
): { live: ItemValues | null; row: ItemChangeRow | undefined; basis: string } {
  const live = itemsOf(pack, kind).find(({ id }) => id === itemId) ?? null;
  const row = rows.find((one): one is ItemChangeRow => one.kind === kind && one.itemId === itemId);
  const seen = [itemText(kind, live), ...(row === undefined ? [] : [row.before, row.after])];
  const isNew = live === null && row === undefined;
  const basis = isNew ? "" : createHash("sha256").update(JSON.stringify(seen)).digest("base64url").slice(0, 22);
  return { live, row, basis };
}

export const restoreItemHandler: Handler<typeof restoreDraftItem> = (ctx) => {
  const { kind, itemId } = ctx.request;
  return edit(ctx, ctx.request, async (tx, draft) => {
    if (!(await deleteChange(tx, draft.id, kind, itemId))) return err("NOT_FOUND");
    await touchDraft(tx, draft.id);
    return ok(true);
  });
};

export const sortItemsHandler: Handler<typeof sortDraftItems> = (ctx) => {
  const { kind, itemIds } = ctx.request;
  return edit(ctx, ctx.request, async (tx, draft) => {
    const live = await livePack(tx, draft.networkId);
    const rows = await readChanges(tx, draft.id);
    const unsorted = rows.filter((row) => row.kind !== "order" || row.itemId !== kind);
    const ids = idsOf(applyDraft(live, unsorted).pack, kind);
    // Somebody added or withdrew an item meanwhile.
    if ([...itemIds].sort().join() !== [...ids].sort().join()) return err("TRANSITION_NOT_ALLOWED", because("changed"));
    if (itemIds.join() === ids.join()) await deleteChange(tx, draft.id, "order", kind);
    else {
      const author = { changedBy: ctx.session.staffId, changedAt: ctx.deps.clock.iso() };
      const change = { kind: "order" as const, itemId: kind, before: idsOf(live, kind), after: itemIds };
      await saveChange(tx, draft, { ...change, ...author });
    }
    await touchDraft(tx, draft.id);
    return ok(true);
  });
};
