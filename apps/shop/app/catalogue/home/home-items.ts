import type { Category, ShopItem } from "@guichet/contract/catalogue.ts";
import { unitPrice } from "@guichet/rules/pricing.ts";

/** An article as the shop's first page shows and filters it. */
export type HomeItem = Pick<
  ShopItem,
  "name" | "summary" | "audience" | "figure" | "supports" | "price" | "isJourney"
> & {
  id: string;
  category: { id: string };
  tariffs: { id: string }[];
  /** The promotional price, where it is the lower one. */
  promo: ShopItem["price"] | null;
};

export type HomeCategory = Pick<Category, "id" | "name" | "ink" | "icon">;

/** The little of an article that the first page needs. */
export function homeItem(item: ShopItem): HomeItem {
  const price = unitPrice(item);
  return {
    id: item.shopItemId,
    name: item.name,
    summary: item.summary,
    audience: item.audience,
    figure: item.figure,
    supports: item.supports,
    price: item.price,
    isJourney: item.isJourney,
    promo: price.amount < item.price.amount ? price : null,
    category: { id: item.category.id },
    tariffs: item.tariffs.map(({ id }) => ({ id })),
  };
}

export const homeCategory = ({ id, name, ink, icon }: Category): HomeCategory => ({ id, name, ink, icon });

/** The rates that articles carry, each once, in the order in which they turn up. */
export function tariffsOf(items: readonly ShopItem[]): { id: string; name: string }[] {
  return [...new Map(items.flatMap(({ tariffs }) => tariffs).map((tariff) => [tariff.id, tariff])).values()];
}
