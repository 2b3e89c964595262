import type { PackCatalogue } from "@guichet/contract/network-pack.ts";
import {
  CatalogueItem,
  type CatalogueItemKind,
  type DraftItem,
  type getDraftItem,
  type listDraftItems,
} from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { err, ok } from "@guichet/contract/result.ts";
import type { ItemValues } from "@guichet/rules/catalogue-drafts/merge-item.ts";
import type { z } from "zod";
import type { Handler } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { itemsOf } from "../networks/catalogue-items.ts";
import { type AppliedDraft, type AppliedItem, applyDraft, applyItem, isOrder } from "./apply-draft.ts";
import { readChanges } from "./draft-change-store.ts";
import { readDraft } from "./draft-store.ts";
import { itemName, livePack, readDraftView } from "./draft-view.ts";
import { readItem } from "./edit-draft.ts";

export const listItemsHandler: Handler<typeof listDraftItems> = async ({ deps, network, request }) => {
  const { draftId, kind } = request;
  if (!isUuid(draftId)) return err("NOT_FOUND");
  if ((await readDraft(deps.db, network.id, draftId)) === undefined) return err("NOT_FOUND");
  const { catalogue: live } = await livePack(deps.db, network.id);
  const applied = applyDraft(live, await readChanges(deps.db, draftId));
  return ok({ items: listedItems(live, applied, kind, network) });
};

/** The items of a kind as a draft leaves them, then those that it withdraws. */
function listedItems(
  live: PackCatalogue,
  { catalogue, changes }: AppliedDraft,
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
  return [...itemsOf(catalogue, kind), ...withdrawn].map((item) => {
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

export const getItemHandler: Handler<typeof getDraftItem> = async ({ deps, network, request }) => {
  const { draftId, kind, itemId } = request;
  if (!isUuid(draftId)) return err("NOT_FOUND");
  if ((await readDraft(deps.db, network.id, draftId)) === undefined) return err("NOT_FOUND");
  const { catalogue } = await livePack(deps.db, network.id);
  const { currency, languages } = network.definition;
  const applied = applyDraft(catalogue, await readChanges(deps.db, draftId));
  const shared = {
    ...{ inDraft: await readDraftView(deps.db, network.id, draftId), currency, languages },
    choices: choicesOf(applied.catalogue, network),
  };
  if (itemId === undefined) return ok({ live: null, draft: null, conflicts: [], basis: "", ...shared });
  const { live, row, basis } = await readItem(deps.db, catalogue, draftId, kind, itemId);
  if (live === null && row === undefined) return err("NOT_FOUND");
  const merged = row === undefined ? { values: live, conflicts: [] } : applyItem(catalogue, row);
  return ok({
    live: itemOf(kind, live),
    draft: itemOf(kind, merged.values),
    ...{ conflicts: merged.conflicts, basis, ...shared },
  });
};

const itemOf = (kind: CatalogueItemKind, definition: ItemValues | null): CatalogueItem | null =>
  definition === null ? null : CatalogueItem.parse({ kind, definition });

/** What an item of a catalogue may refer to. */
function choicesOf(catalogue: PackCatalogue, { language, definition }: LoadedNetwork) {
  const named = (items: readonly ItemValues[]) =>
    items.map((item) => ({ id: String(item.id), name: itemName(item, language, definition.languages) }));
  const of = (kind: CatalogueItemKind) => named(itemsOf(catalogue, kind));
  return {
    ...{ category: of("category"), group: of("group"), tariff: of("tariff"), "document-type": of("document-type") },
    ...{ status: of("status"), article: of("article"), "fare-zone": named(definition.fareZones) },
  };
}
