import type { ArticleGroup, Category, ShopItem } from "@guichet/contract/catalogue.ts";
import { type MonthlyPrice, monthlyPrice } from "@guichet/rules/catalogue/monthly-price.ts";
import { searchTexts } from "@guichet/rules/catalogue/search-words.ts";
import { type ExpressContext, isExpress } from "@guichet/rules/express.ts";
import { unitPrice } from "@guichet/rules/pricing.ts";

/** Article data that the home page shows and filters. */
export type HomeItem = Pick<
  ShopItem,
  "name" | "summary" | "audience" | "figure" | "supports" | "price" | "isJourney" | "section" | "zone"
> & {
  id: string;
  /** Id of its group. */
  group: string | null;
  monthly: MonthlyPrice | null;
  category: { id: string };
  tariffs: { id: string }[];
  /** Texts by which it is found apart from its name and summary. */
  searchWords: readonly string[];
  /** Promotional price, if it is lower than the regular price. */
  promo: ShopItem["price"] | null;
  /** Whether it is sold from its card in the list (decision 129). */
  isExpress: boolean;
};

export type HomeCategory = Pick<Category, "id" | "name" | "ink" | "icon">;

/** Reduces an article to the data that the home page needs; `context`: null where nothing is sold from its card. */
export function homeItem(item: ShopItem, context: ExpressContext | null): HomeItem {
  const price = unitPrice(item);
  return {
    id: item.shopItemId,
    name: item.name,
    summary: item.summary,
    audience: item.audience,
    figure: item.figure,
    supports: item.supports,
    section: item.section,
    group: item.group?.id ?? null,
    zone: item.zone,
    monthly: monthlyPrice(item),
    price: item.price,
    isJourney: item.isJourney,
    promo: price.amount < item.price.amount ? price : null,
    isExpress: context !== null && isExpress(item, context),
    category: { id: item.category.id },
    tariffs: item.tariffs.map(({ id }) => ({ id })),
    searchWords: searchTexts(item),
  };
}

export const homeCategory = ({ id, name, ink, icon }: Category): HomeCategory => ({ id, name, ink, icon });

/** Lists the groups of the articles, in order of first occurrence. */
export function groupsOf(items: readonly ShopItem[]): ArticleGroup[] {
  return [...new Map(items.flatMap(({ group }) => group ?? []).map((group) => [group.id, group])).values()];
}

/** Lists the distinct tariffs of the articles, in order of first occurrence. */
export function tariffsOf(items: readonly ShopItem[]): { id: string; name: string }[] {
  return [...new Map(items.flatMap(({ tariffs }) => tariffs).map((tariff) => [tariff.id, tariff])).values()];
}
