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
