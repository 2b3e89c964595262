import {
  type CatalogueItemKind,
  DraftableItem,
  type DraftItem,
  type DraftItemKind,
  type getDraftItem,
  type listDraftItems,
} from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { err, ok } from "@guichet/contract/result.ts";
import type { ItemValues } from "@guichet/rules/catalogue-drafts/merge-item.ts";
import type { z } from "zod";
import type { Database } from "../database/database.ts";
import type { Handler } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { itemsOf } from "../networks/catalogue-items.ts";
import type { DraftedPack } from "../networks/network-items.ts";
import { type AppliedDraft, type AppliedItem, applyDraft, applyItem, isOrder } from "./apply-draft.ts";
import { type DraftChangeRow, readChanges } from "./draft-change-store.ts";
import { type DraftRow, readDraft } from "./draft-store.ts";
import { itemName, livePack, readDraftView } from "./draft-view.ts";
import { readItem } from "./edit-draft.ts";

export const listItemsHandler: Handler<typeof listDraftItems> = async ({ deps, network, language, request }) => {
  const { draftId, kind } = request;
  if (!isUuid(draftId)) return err("NOT_FOUND");
  const draft = await readDraft(deps.db, network.id, draftId);
  if (draft === undefined) return err("NOT_FOUND");
  const live = await livePack(deps.db, network.id);
  const applied = applyDraft(live, await pendingChanges(deps.db, draft));
  return ok({ items: listedItems(live, applied, kind, { ...network, language }) });
};

/**
 * The changes of a draft that can still meet the live catalogue. Those of a final one are history: the page of the draft shows them, and its items
 * are the live ones.
 */
const pendingChanges = async (db: Database, { id, status }: DraftRow): Promise<DraftChangeRow[]> =>
  status === "published" || status === "discarded" ? [] : readChanges(db, id);

/** The items of a kind as a draft leaves them, then those that it withdraws. */
function listedItems(
  live: DraftedPack,
  { pack, changes }: AppliedDraft,
  kind: CatalogueItemKind,
  network: LoadedNetwork,
): z.input<typeof DraftItem>[] {
  const changed = new Map(
    changes.flatMap((change) =>
      isOrder(change) || change.row.kind !== kind ? [] : [[change.row.itemId, change] as const],
    ),
  );
  const liveItems = new Map(itemsOf(live, kind).map((item) => [item.id, item]));
  const withdrawn = [...changed.values()].flatMap(({ live: item, values }) =>
    values === null && item !== null ? [item] : [],
  );
  return [...itemsOf(pack, kind), ...withdrawn].map((item) => {
    const id = String(item.id);
    return listedItem(item, { live: liveItems.get(id) ?? null, change: changed.get(id) }, network);
  });
}

function listedItem(
  item: ItemValues,
  { live, change }: { live: ItemValues | null; change: AppliedItem | undefined },
  { language, definition: { languages, currency } }: LoadedNetwork,
): z.input<typeof DraftItem> {
  const price = (of: ItemValues | null) => (typeof of?.price === "number" ? { amount: of.price, currency } : null);
  return {
    itemId: String(item.id),
    name: itemName(item, language, languages),
    change: change === undefined ? null : changeOf(change),
    category: typeof item.category === "string" ? item.category : null,
    price: price(item),
    livePrice: price(live),
  };
}

const changeOf = ({ live, values }: AppliedItem) =>
  values === null ? "withdrawn" : live === null ? "added" : "changed";

export const getItemHandler: Handler<typeof getDraftItem> = async ({ deps, network, language, request }) => {
  const { draftId, kind, itemId } = request;
  if (!isUuid(draftId)) return err("NOT_FOUND");
  const inDraft = await readDraft(deps.db, network.id, draftId);
  if (inDraft === undefined) return err("NOT_FOUND");
  const pack = await livePack(deps.db, network.id);
  const { currency, languages } = network.definition;
  const rows = await pendingChanges(deps.db, inDraft);
  const applied = applyDraft(pack, rows);
  const shared = {
    ...{ inDraft: await readDraftView(deps.db, network.id, draftId), currency, languages },
    choices: choicesOf(applied.pack, { ...network, language }),
  };
  if (itemId === undefined) return ok({ live: null, draft: null, conflicts: [], basis: "", ...shared });
  const { live, row, basis } = readItem(pack, rows, kind, itemId);
  if (live === null && row === undefined) return err("NOT_FOUND");
  const merged = row === undefined ? { values: live, conflicts: [] } : applyItem(pack, row);
  return ok({
    live: itemOf(kind, live),
    draft: itemOf(kind, merged.values),
    ...{ conflicts: merged.conflicts, basis, ...shared },
  });
};

const itemOf = (kind: DraftItemKind, definition: ItemValues | null): DraftableItem | null =>
  definition === null ? null : DraftableItem.parse({ kind, definition });

/** What an item of a catalogue may refer to. */
function choicesOf(pack: DraftedPack, { language, definition }: LoadedNetwork) {
  const named = (items: readonly ItemValues[]) =>
    items.map((item) => ({ id: String(item.id), name: itemName(item, language, definition.languages) }));
  const of = (kind: CatalogueItemKind) => named(itemsOf(pack, kind));
  return {
    ...{ category: of("category"), group: of("group"), tariff: of("tariff"), "document-type": of("document-type") },
    ...{ status: of("status"), article: of("article"), "fare-zone": named(definition.fareZones) },
  };
}
