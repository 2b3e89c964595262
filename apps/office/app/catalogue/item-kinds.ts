import { type CatalogueItemKind, catalogueItemKinds } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { href } from "../paths.ts";

/** The list of each kind in the address, and in `catalogue.json`. */
const lists = {
  article: { address: "articles", file: "articles" },
  category: { address: "categories", file: "categories" },
  group: { address: "groups", file: "groups" },
  tariff: { address: "tariffs", file: "tariffs" },
  "document-type": { address: "document-types", file: "documentTypes" },
  status: { address: "statuses", file: "statuses" },
} as const satisfies Record<CatalogueItemKind, { address: string; file: string }>;

/** The kind of an address; undefined: there is none. */
export const kindAt = (address = ""): CatalogueItemKind | undefined =>
  catalogueItemKinds.find((kind) => lists[kind].address === address);

/** An item of a draft: where it is in the office. */
export interface ItemPlace {
  network: string;
  draft: string;
  kind: CatalogueItemKind;
}

export const itemsHref = ({ network, draft, kind }: ItemPlace): string =>
  href("catalogueItems", { network, id: draft, kind: lists[kind].address });

export const itemHref = ({ network, draft, kind }: ItemPlace, item: string): string =>
  href("catalogueItem", { network, id: draft, kind: lists[kind].address, item });

/** The place of a field in the form, for a link to it. */
export const fieldPlace = (key: string): string => `field-${key}`;

/** The form of an item at one of its fields; null: at its beginning. */
export const fieldHref = (place: ItemPlace, item: string, key: string | null): string =>
  key === null ? itemHref(place, item) : `${itemHref(place, item)}#${fieldPlace(key)}`;

/** The form of a new item; `copied`: with the values of another. */
export const newItemHref = ({ network, draft, kind }: ItemPlace, copied?: string): string => {
  const address = href("newCatalogueItem", { network, id: draft, kind: lists[kind].address });
  return copied === undefined ? address : `${address}?${new URLSearchParams({ copy: copied })}`;
};

/** The item and its key that a path names, as `articles.day-pass.price`; undefined: none. */
export function itemAt(path: string): { kind: CatalogueItemKind; itemId: string; key: string | null } | undefined {
  const [list, itemId, key = null] = path.split(".");
  const kind = catalogueItemKinds.find((one) => lists[one].file === list);
  return kind === undefined || itemId === undefined ? undefined : { kind, itemId, key };
}
