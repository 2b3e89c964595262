import { PackArticle, PackCatalogue } from "@guichet/contract/network-pack.ts";
import type { CatalogueItemKind } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import type { ItemValues, SameValue } from "@guichet/rules/catalogue-drafts/merge-item.ts";
import { z } from "zod";
import { canonicalJson } from "./canonical.ts";

/** The list of `catalogue.json` that has the items of a kind. */
export const itemLists = {
  article: "articles",
  category: "categories",
  group: "groups",
  tariff: "tariffs",
  "document-type": "documentTypes",
  status: "statuses",
} as const satisfies Record<CatalogueItemKind, keyof PackCatalogue>;

const lists = PackCatalogue.shape;
const schemas: Readonly<Record<CatalogueItemKind, z.ZodObject>> = {
  article: PackArticle,
  category: lists.categories.element,
  group: lists.groups.unwrap().element,
  tariff: lists.tariffs.unwrap().element,
  "document-type": lists.documentTypes.unwrap().element,
  status: lists.statuses.unwrap().element,
};

type CatalogueEntry = ItemValues & { id: string };

export const itemsOf = (catalogue: PackCatalogue, kind: CatalogueItemKind): readonly CatalogueEntry[] =>
  catalogue[itemLists[kind]];

/** An item with the defaults of its schema; throws if it is not one of this kind. */
export const parseItem = (kind: CatalogueItemKind, values: unknown): ItemValues => schemas[kind].parse(values);

/** Whether values are an item of this kind by today's schema. */
export const isItem = (kind: CatalogueItemKind, values: unknown): boolean => schemas[kind].safeParse(values).success;

/** Whether two values of a key are the same, whatever the sequence of their keys. */
export const sameValueOf =
  (kind: CatalogueItemKind): SameValue =>
  (key, one, other) => {
    const schema: z.ZodType = schemas[kind].shape[key] ?? z.json();
    return textOf(schema, one) === textOf(schema, other);
  };

const textOf = (schema: z.ZodType, value: unknown): string => (value === undefined ? "" : canonicalJson(schema, value));

/** A text that is the same for the same item, whatever the sequence of its keys; empty: there is none. */
export const itemText = (kind: CatalogueItemKind, values: ItemValues | null): string =>
  values === null ? "" : canonicalJson(schemas[kind], values);

/** The catalogue with an item replaced, added as the last one, or (null) taken out. */
export function withItem(
  catalogue: PackCatalogue,
  kind: CatalogueItemKind,
  id: string,
  values: ItemValues | null,
): PackCatalogue {
  const items: ItemValues[] = [...itemsOf(catalogue, kind)];
  const index = items.findIndex((item) => item.id === id);
  if (values === null && index < 0) return catalogue;
  const replacing = values === null ? [] : [parseItem(kind, values)];
  items.splice(index < 0 ? items.length : index, index < 0 ? 0 : 1, ...replacing);
  return { ...catalogue, [itemLists[kind]]: items };
}

/** The catalogue with the items of a kind in the sequence of these ids, which are all of them. */
export function inOrderOf(catalogue: PackCatalogue, kind: CatalogueItemKind, ids: readonly string[]): PackCatalogue {
  const items = new Map(itemsOf(catalogue, kind).map((item) => [item.id, item]));
  return { ...catalogue, [itemLists[kind]]: ids.flatMap((id) => items.get(id) ?? []) };
}
