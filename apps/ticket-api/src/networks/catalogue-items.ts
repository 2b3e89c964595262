import { PackArticle, PackCatalogue } from "@guichet/contract/network-pack.ts";
import { CatalogueItemKind, type DraftItemKind } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import type { ItemValues, SameValue } from "@guichet/rules/catalogue-drafts/merge-item.ts";
import { z } from "zod";
import { canonicalJson } from "./canonical.ts";
import {
  type DraftedPack,
  type NetworkEntry,
  networkItemSchema,
  networkItemsOf,
  parseNetworkItem,
  withNetworkItem,
} from "./network-items.ts";

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
const catalogueSchemas: Readonly<Record<CatalogueItemKind, z.ZodObject>> = {
  article: PackArticle,
  category: lists.categories.element,
  group: lists.groups.unwrap().element,
  tariff: lists.tariffs.unwrap().element,
  "document-type": lists.documentTypes.unwrap().element,
  status: lists.statuses.unwrap().element,
};

const isCatalogueKind = (kind: DraftItemKind): kind is CatalogueItemKind => CatalogueItemKind.safeParse(kind).success;

const schemaOf = (kind: DraftItemKind): z.ZodObject =>
  isCatalogueKind(kind) ? catalogueSchemas[kind] : networkItemSchema(kind);

/** The items of a kind, in their sequence. */
export const itemsOf = (pack: DraftedPack, kind: DraftItemKind): readonly NetworkEntry[] =>
  isCatalogueKind(kind) ? pack.catalogue[itemLists[kind]] : networkItemsOf(pack, kind);

/** An item with the defaults of its schema; throws if it is not one of this kind. */
export const parseItem = (kind: DraftItemKind, values: unknown): ItemValues =>
  isCatalogueKind(kind) ? catalogueSchemas[kind].parse(values) : parseNetworkItem(kind, values);

/** Whether values are an item of this kind by today's schema. */
export const isItem = (kind: DraftItemKind, values: unknown): boolean => schemaOf(kind).safeParse(values).success;

/** Whether two values of a key are the same, whatever the sequence of their keys. */
export const sameValueOf =
  (kind: DraftItemKind): SameValue =>
  (key, one, other) => {
    const schema: z.ZodType = schemaOf(kind).shape[key] ?? z.json();
    return textOf(schema, one) === textOf(schema, other);
  };

const textOf = (schema: z.ZodType, value: unknown): string => (value === undefined ? "" : canonicalJson(schema, value));

/** A text that is the same for the same item, whatever the sequence of its keys; empty: there is none. */
export const itemText = (kind: DraftItemKind, values: ItemValues | null): string =>
  values === null ? "" : canonicalJson(schemaOf(kind), values);

/**
 * The pack with an item replaced, added as the last one, or (null) taken out. Settings and legal texts are never taken out: every network
 * has them.
 */
export function withItem(pack: DraftedPack, kind: DraftItemKind, id: string, values: ItemValues | null): DraftedPack {
  if (!isCatalogueKind(kind)) return values === null ? pack : withNetworkItem(pack, kind, values);
  const items: ItemValues[] = [...itemsOf(pack, kind)];
  const index = items.findIndex((item) => item.id === id);
  if (values === null && index < 0) return pack;
  const replacing = values === null ? [] : [parseItem(kind, values)];
  items.splice(index < 0 ? items.length : index, index < 0 ? 0 : 1, ...replacing);
  return withList(pack, kind, items);
}

/** The pack with the items of a kind in the sequence of these ids, which are all of them. */
export function inOrderOf(pack: DraftedPack, kind: CatalogueItemKind, ids: readonly string[]): DraftedPack {
  const items = new Map(itemsOf(pack, kind).map((item) => [item.id, item]));
  return withList(
    pack,
    kind,
    ids.flatMap((id) => items.get(id) ?? []),
  );
}

const withList = (pack: DraftedPack, kind: CatalogueItemKind, items: readonly ItemValues[]): DraftedPack => ({
  ...pack,
  catalogue: { ...pack.catalogue, [itemLists[kind]]: items },
});
