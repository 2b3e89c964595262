import { termsKinds } from "@guichet/contract/network-pack.ts";
import {
  type CatalogueItemKind,
  catalogueItemKinds,
  type DraftItemKind,
  draftItemKinds,
} from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { type NetworkItemKind, settingKinds, settingsId } from "@guichet/contract/office/catalogue/network-items.ts";
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

const isListed = (kind: DraftItemKind): kind is CatalogueItemKind => catalogueItemKinds.some((one) => one === kind);
const addressOf = (kind: DraftItemKind): string => (isListed(kind) ? lists[kind].address : kind);

/** The kind of a list of `catalogue.json`; undefined: there is none. */
export const kindInFile = (list: string | undefined): CatalogueItemKind | undefined =>
  catalogueItemKinds.find((kind) => lists[kind].file === list);

/** The kind of a list of the catalogue at an address; undefined: there is none. */
export const kindAt = (address = ""): CatalogueItemKind | undefined =>
  catalogueItemKinds.find((kind) => lists[kind].address === address);

/** The kind of an item at an address; undefined: there is none. */
export const itemKindAt = (address = ""): DraftItemKind | undefined =>
  draftItemKinds.find((kind) => addressOf(kind) === address);

/** An item of a draft: where it is in the office. */
export interface ItemPlace {
  network: string;
  draft: string;
  kind: DraftItemKind;
}

/** The list of the items of this kind; of settings and legal texts, all of those. */
export const itemsHref = ({ network, draft, kind }: ItemPlace): string =>
  isListed(kind)
    ? href("catalogueItems", { network, id: draft, kind: lists[kind].address })
    : href("draftSettings", { network, id: draft });

/** The settings and legal texts, in the sequence of their lists. */
export const networkItems: readonly { kind: NetworkItemKind; itemId: string }[] = [
  ...settingKinds.map((kind) => ({ kind, itemId: settingsId })),
  ...termsKinds.map((itemId) => ({ kind: "legal-text" as const, itemId })),
];

export const itemHref = ({ network, draft, kind }: ItemPlace, item: string): string =>
  href("catalogueItem", { network, id: draft, kind: addressOf(kind), item });

/** The place of a field in the form, for a link to it. */
export const fieldPlace = (key: string): string => `field-${key}`;

/** The form of an item at one of its fields; null: at its beginning. */
export const fieldHref = (place: ItemPlace, item: string, key: string | null): string =>
  key === null ? itemHref(place, item) : `${itemHref(place, item)}#${fieldPlace(key)}`;

/** The form of a new item; `copied`: with the values of another. */
export const newItemHref = (
  { network, draft, kind }: ItemPlace & { kind: CatalogueItemKind },
  copied?: string,
): string => {
  const address = href("newCatalogueItem", { network, id: draft, kind: lists[kind].address });
  return copied === undefined ? address : `${address}?${new URLSearchParams({ copy: copied })}`;
};
