import type { Support } from "@guichet/contract/catalogue.ts";
import type { CatalogueFilter } from "@guichet/rules/catalogue.ts";

const supports: readonly Support[] = ["DEMATERIALIZED", "MEDIA", "SHIPPING", "COLLECT", "PHYSICAL"];
const searchMaxLength = 80;
const shape = /^[A-Za-z0-9_-]{1,64}$/;

/** The filters of the shop as its address holds them: `?category=..&support=..&tariff=..&q=..`; what is none is left out. */
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

/** The address of the shop under these filters, to give to `href`: only what is set. */
export function writeFilter({ category, support, tariff, search }: CatalogueFilter): Record<string, string> {
  return {
    ...(category ? { category } : {}),
    ...(support ? { support } : {}),
    ...(tariff ? { tariff } : {}),
    ...(search ? { q: search } : {}),
  };
}

export const isFiltered = (filter: CatalogueFilter): boolean => Object.keys(writeFilter(filter)).length > 0;
