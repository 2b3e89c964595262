import type { PackCatalogue } from "@guichet/contract/network-pack.ts";
import { CatalogueItemKind } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { type ItemValues, mergeItem, mergeOrder } from "@guichet/rules/catalogue-drafts/merge-item.ts";
import { inOrderOf, itemsOf, parseItem, sameValueOf, withItem } from "../networks/catalogue-items.ts";
import type { DraftChangeRow, ItemChangeRow, OrderChangeRow } from "./draft-change-store.ts";

/** A change of an item as it meets the live catalogue. */
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

/** The live catalogue with the changes of a draft. */
export interface AppliedDraft {
  catalogue: PackCatalogue;
  changes: AppliedChange[];
}

/** Applies a draft to the live catalogue: what the draft does not change stays as it is live. */
export function applyDraft(live: PackCatalogue, rows: readonly DraftChangeRow[]): AppliedDraft {
  let catalogue = live;
  const changes: AppliedChange[] = [];
  for (const row of rows) {
    if (row.kind === "order") continue;
    const applied = applyItem(live, row);
    catalogue = withItem(catalogue, row.kind, row.itemId, applied.values);
    changes.push(applied);
  }
  for (const row of rows) {
    if (row.kind !== "order") continue;
    const kind = CatalogueItemKind.parse(row.itemId);
    const values = mergeOrder(row.after, idsOf(catalogue, kind));
    changes.push({ row, live: idsOf(live, kind), values, conflicts: [] });
    catalogue = inOrderOf(catalogue, kind, values);
  }
  return { catalogue, changes };
}

/** Applies one change of an item to the live catalogue. */
export function applyItem(live: PackCatalogue, row: ItemChangeRow): AppliedItem {
  const item = itemsOf(live, row.kind).find(({ id }) => id === row.itemId) ?? null;
  return { row, live: item, ...mergeItem(parsedChange(row), item, sameValueOf(row.kind)) };
}

/** A change with the defaults of today's schema, which an earlier version may not have known. */
const parsedChange = ({ kind, before, after }: ItemChangeRow) => ({
  before: before === null ? null : parseItem(kind, before),
  after: after === null ? null : parseItem(kind, after),
});

export const idsOf = (catalogue: PackCatalogue, kind: CatalogueItemKind): string[] =>
  itemsOf(catalogue, kind).map(({ id }) => id);
