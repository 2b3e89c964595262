import type { Category, ShopItem } from "@guichet/contract/catalogue.ts";

/** Tags of articles hidden in the shop (§5), as stored: without prefix. */
export const hiddenTags = ["hidden", "physical-pass", "physical-duplicate"] as const;

const tagPrefix = /^eshop[_-]/u;

/** A tag as stored: `eshop_physical_pass` becomes `physical-pass`. */
export function storedTag(tag: string): string {
  return tag.trim().toLowerCase().replace(tagPrefix, "").replaceAll("_", "-");
}

/** Whether the article is hidden (§5), so that it is only listed by tag or id. */
export function isHidden({ tags }: Pick<ShopItem, "tags">): boolean {
  return tags.some((tag) => hiddenTags.some((hidden) => hidden === storedTag(tag)));
}

/** Whether the article is on sale at `now`: from `salesFrom`, before `salesEndsAt`. */
export function onSale({ salesFrom, salesEndsAt }: Pick<ShopItem, "salesFrom" | "salesEndsAt">, now: string): boolean {
  const at = Date.parse(now);
  if (salesFrom !== null && at < Date.parse(salesFrom)) return false;
  return salesEndsAt === null || at < Date.parse(salesEndsAt);
}

/** Type of articles sold to customers; those of type 1 are sold by staff only. */
export const shopArticleType = 2;

/** Whether the shop lists the article at `now`. */
export function isShown(article: Pick<ShopItem, "type" | "tags" | "salesFrom" | "salesEndsAt">, now: string): boolean {
  return article.type === shopArticleType && !isHidden(article) && onSale(article, now);
}

export type ListedCategory = Category & { items: ShopItem[] };

/** The shop's categories at `now`, by `productTypeIndex`, with their listed articles; empty categories are dropped (§5). */
export function listedCategories(
  categories: readonly Category[],
  articles: readonly ShopItem[],
  now: string,
): ListedCategory[] {
  const shown = articles.filter((article) => isShown(article, now));
  return [...categories]
    .sort((a, b) => a.productTypeIndex - b.productTypeIndex)
    .map((category) => ({ ...category, items: shown.filter((article) => article.category.id === category.id) }))
    .filter(({ items }) => items.length > 0);
}
