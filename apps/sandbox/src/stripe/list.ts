import { missing } from "./refusals.ts";

interface Window {
  limit: number;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
}

export interface ListObject<Item> {
  object: "list";
  data: Item[];
  has_more: boolean;
  url: string;
}

/**
 * A page of a list, the latest object first: the objects after `starting_after`, or those right before
 * `ending_before`. Only objects for which `isListed` is true are returned; the two positions may be any object.
 */
export function pageOf<Item extends { id: string }>(
  items: readonly Item[],
  { limit, starting_after, ending_before }: Window,
  { what, url, isListed = () => true }: { what: string; url: string; isListed?: (item: Item) => boolean },
): ListObject<Item> {
  const at = (id: string, param: string) => {
    const index = items.findIndex((item) => item.id === id);
    if (index === -1) throw missing(what, id, param);
    return index;
  };
  if (ending_before !== undefined) {
    const before = items.slice(0, at(ending_before, "ending_before")).filter(isListed);
    return { object: "list", data: before.slice(-limit), has_more: before.length > limit, url };
  }
  const from = starting_after === undefined ? 0 : at(starting_after, "starting_after") + 1;
  const after = items.slice(from).filter(isListed);
  return { object: "list", data: after.slice(0, limit), has_more: after.length > limit, url };
}
