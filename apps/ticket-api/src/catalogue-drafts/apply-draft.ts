import { CatalogueItemKind, type DraftItemKind } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { type ItemValues, mergeItem, mergeOrder } from "@guichet/rules/catalogue-drafts/merge-item.ts";
import { inOrderOf, itemsOf, parseItem, sameValueOf, withItem } from "../networks/catalogue-items.ts";
import type { DraftedPack } from "../networks/network-items.ts";
import type { DraftChangeRow, ItemChangeRow, OrderChangeRow } from "./draft-change-store.ts";

/** A change of an item as it meets the live one. */
export interface AppliedItem {
  row: ItemChangeRow;
  live: ItemValues | null;
  values: ItemValues | null;
  conflicts: string[];
}
/** A change of a sequence as it meets the live one: it never contradicts that. */
export interface AppliedOrder {
  row: OrderChangeRow;
  live: string[];
  values: string[];
  conflicts: [];
}
export type AppliedChange = AppliedItem | AppliedOrder;

export const isOrder = (change: AppliedChange): change is AppliedOrder => change.row.kind === "order";

/** What is live with the changes of a draft. */
export interface AppliedDraft {
  pack: DraftedPack;
  changes: AppliedChange[];
}

/** Applies a draft to what is live: what the draft does not change stays as it is live. */
export function applyDraft(live: DraftedPack, rows: readonly DraftChangeRow[]): AppliedDraft {
  let pack = live;
  const changes: AppliedChange[] = [];
  for (const row of rows) {
    if (row.kind === "order") continue;
    const applied = applyItem(live, row);
    pack = withItem(pack, row.kind, row.itemId, applied.values);
    changes.push(applied);
  }
  for (const row of rows) {
    if (row.kind !== "order") continue;
    const kind = CatalogueItemKind.parse(row.itemId);
    const values = mergeOrder(row.after, idsOf(pack, kind));
    changes.push({ row, live: idsOf(live, kind), values, conflicts: [] });
    pack = inOrderOf(pack, kind, values);
  }
  return { pack, changes };
}

/** Applies one change of an item to what is live. */
export function applyItem(live: DraftedPack, row: ItemChangeRow): AppliedItem {
  const item = itemsOf(live, row.kind).find(({ id }) => id === row.itemId) ?? null;
  return { row, live: item, ...mergeItem(parsedChange(row), item, sameValueOf(row.kind)) };
}

/** A change with the defaults of today's schema, which an earlier version may not have known. */
const parsedChange = ({ kind, before, after }: ItemChangeRow) => ({
  before: before === null ? null : parseItem(kind, before),
  after: after === null ? null : parseItem(kind, after),
});

export const idsOf = (pack: DraftedPack, kind: DraftItemKind): string[] => itemsOf(pack, kind).map(({ id }) => id);
