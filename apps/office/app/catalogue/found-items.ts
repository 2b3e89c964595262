import type { DraftItem } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import type { z } from "zod";

export type ListedItem = z.output<typeof DraftItem>;

/** Without case and accents. */
const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The items that have all of these words in their name or id, of a category if one is given. */
export function foundItems(
  items: readonly ListedItem[],
  { words, category }: { words: string; category: string },
): ListedItem[] {
  const sought = plain(words).split(/\s+/u).filter(Boolean);
  return items
    .filter((item) => category === "" || item.category === category)
    .filter(({ name, itemId }) => sought.every((word) => plain(`${name} ${itemId}`).includes(word)));
}

/** Items on one page of the list. */
export const itemsPerPage = 50;

/** An item of a page with the neighbours that it can be moved beyond, which may be on another page; null: it is the first or the last. */
export interface PlacedItem extends ListedItem {
  up: string | null;
  down: string | null;
}

/** A page of the items that were found; a number beyond the last page is the last one. */
export interface ItemPage {
  items: PlacedItem[];
  number: number;
  /** Place of its first item among all that were found, from 1. */
  first: number;
  found: number;
}

export function pageOf(found: readonly ListedItem[], asked: number): ItemPage {
  const last = Math.max(1, Math.ceil(found.length / itemsPerPage));
  const number = Number.isInteger(asked) ? Math.min(Math.max(1, asked), last) : 1;
  const from = (number - 1) * itemsPerPage;
  const kept = found.filter(({ change }) => change !== "withdrawn").map(({ itemId }) => itemId);
  const items = found.slice(from, from + itemsPerPage).map((item) => {
    const at = kept.indexOf(item.itemId);
    return { ...item, up: kept[at - 1] ?? null, down: at < 0 ? null : (kept[at + 1] ?? null) };
  });
  return { items, number, first: from + 1, found: found.length };
}

/** The page of the list that has an item. */
export const pageWith = (found: readonly ListedItem[], itemId: string): number =>
  Math.floor(
    Math.max(
      0,
      found.findIndex((item) => item.itemId === itemId),
    ) / itemsPerPage,
  ) + 1;

/**
 * The ids of the items that the draft has, one moved before or after another: the neighbour in the filtered list, so that it
 * visibly moves by one.
 */
export function itemsMoved(
  items: readonly ListedItem[],
  { itemId, by, beyond }: { itemId: string; by: "up" | "down"; beyond: string },
): string[] {
  const ids = items.filter(({ change }) => change !== "withdrawn").map((item) => item.itemId);
  const others = ids.filter((id) => id !== itemId);
  const at = others.indexOf(beyond);
  if (at < 0 || others.length === ids.length) return ids;
  const place = by === "up" ? at : at + 1;
  return [...others.slice(0, place), itemId, ...others.slice(place)];
}
