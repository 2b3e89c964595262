import type { ShopItem } from "@guichet/contract/catalogue.ts";
import { askGroup, type GroupAspect } from "@guichet/rules/catalogue/groups.ts";
import type { RequestContext } from "../request-context/request-context.ts";

/** A question of the group of an article: each value with the article that it leads to. */
export interface SiblingQuestion {
  aspect: GroupAspect;
  options: readonly { id: string; value: string; isChosen: boolean }[];
}

/** The questions of an article's group as answered by this article; none if the catalogue cannot be read. */
export async function groupSiblings(ctx: RequestContext, item: ShopItem): Promise<SiblingQuestion[]> {
  const { group } = item;
  if (group === null) return [];
  const answer = await ctx.call("catalog", {}, { previewed: true }).catch((failure: unknown) => {
    if (failure instanceof Response) throw failure;
    return undefined;
  });
  if (!answer?.ok) return [];
  const items = answer.value.categories.flatMap((category) => category.items);
  return siblingsIn(
    items.filter((other) => other.group?.id === group.id),
    item.shopItemId,
  );
}

/** The values of zone and audience in a group, each with the article that differs least from the current one. */
export function siblingsIn(
  group: readonly Pick<ShopItem, "shopItemId" | "zone" | "audience">[],
  current: string,
): SiblingQuestion[] {
  const articles = group.map(({ shopItemId: id, zone, audience }) => ({ id, zone, audience, group: null }));
  const own = { zone: current, audience: current };
  return askGroup(articles, own).questions.map(({ aspect, options }) => ({
    aspect,
    options: options.map((option) => {
      // An article of the other value for the same audience or zone, or the first one of that value.
      const { left } = askGroup(articles, { ...own, [aspect]: option.id });
      const id = option.isChosen ? current : left.length === 1 ? (left[0]?.id ?? option.id) : option.id;
      return { id, value: option.value, isChosen: option.isChosen };
    }),
  }));
}
