import type { Category, ShopItem, Support } from "@guichet/contract/catalogue.ts";
import { type SearchedArticle, searchArticles } from "./search.ts";

/** A customer's filters; an absent or empty filter matches everything. */
export interface CatalogueFilter {
  category?: string | undefined;
  support?: Support | undefined;
  tariff?: string | undefined;
  /** Words in any order, ignoring case, accents and a wrong letter (`searchArticles`). */
  search?: string | undefined;
}

type Filtered = SearchedArticle & {
  supports: readonly Support[];
  category: Pick<Category, "id">;
  tariffs: readonly Pick<ShopItem["tariffs"][number], "id">[];
};

/** The articles that match a filter (§2), in their order; those found with a wrong letter come last. */
export function filterItems<A extends Filtered>(articles: readonly A[], filter: CatalogueFilter): A[] {
  const { category, support, tariff, search = "" } = filter;
  const chosen = articles.filter((article) => {
    if (category && article.category.id !== category) return false;
    if (support && !article.supports.includes(support)) return false;
    return !tariff || article.tariffs.some(({ id }) => id === tariff);
  });
  return searchArticles(chosen, search);
}
