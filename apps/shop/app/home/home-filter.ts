import type { Support } from "@guichet/contract/catalogue.ts";
import type { CatalogueFilter } from "@guichet/rules/catalogue/filter.ts";

const supports: readonly Support[] = ["DEMATERIALIZED", "MEDIA", "SHIPPING", "COLLECT", "PHYSICAL"];
const searchMaxLength = 80;
const shape = /^[A-Za-z0-9_-]{1,64}$/;

/** Reads the shop's filters from the query: `?category=..&support=..&tariff=..&q=..`; invalid values are ignored. */
export function readFilter(query: URLSearchParams): CatalogueFilter {
  const id = (name: string) => {
    const value = query.get(name) ?? "";
    return shape.test(value) ? value : undefined;
  };
  return {
    category: id("category"),
    support: supports.find((support) => support === query.get("support")),
    tariff: id("tariff"),
    search: query.get("q")?.trim().slice(0, searchMaxLength) || undefined,
  };
}

/** Converts the filters to query parameters for `href`; filters that are not set are omitted. */
export function writeFilter({ category, support, tariff, search }: CatalogueFilter): Record<string, string> {
  return {
    ...(category ? { category } : {}),
    ...(support ? { support } : {}),
    ...(tariff ? { tariff } : {}),
    ...(search ? { q: search } : {}),
  };
}

export const isFiltered = (filter: CatalogueFilter): boolean => Object.keys(writeFilter(filter)).length > 0;
