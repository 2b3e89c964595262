import { Ink, PaymentMethod, PivotType, Section, Support } from "@guichet/contract/catalogue.ts";
import type { PackArticle, PackCatalogue } from "@guichet/contract/network-pack.ts";
import type { CatalogueItemKind } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";

/** The lists of `getDraftItem` from which a field chooses. */
export type ChoiceList = CatalogueItemKind | "fare-zone";

/** How a value is typed. */
export type Control =
  /** One line; `id`: an id of the catalogue, which is typed once. */
  | { is: "text"; id?: true }
  /** A text in each language; `lines`: of a field with several lines. */
  | { is: "texts"; lines?: number; markdown?: true }
  /** A list of words, one a line. */
  | { is: "words" }
  /** The same in each language. */
  | { is: "search-words" }
  | { is: "money" | "percent" | "integer" | "boolean" | "instant" }
  /** One of these, or of the items of a list; `number`: its values are numbers. */
  | { is: "one"; of: readonly string[]; number?: true }
  | { is: "one-item"; of: ChoiceList }
  | { is: "many"; of: readonly string[] }
  | { is: "many-items"; of: ChoiceList }
  | { is: "duration" | "validity" | "pivot" | "figure" | "products" | "payment-options" }
  /** A rare structured value, as in `catalogue.json`. */
  | { is: "json" };

/** The parts of the form. */
export const formSections = ["what", "price", "who", "when", "how", "advanced"] as const;
export type FormSection = (typeof formSections)[number];

export interface ItemField {
  section: FormSection;
  control: Control;
}

type FieldsOf<Item> = { [Key in keyof Required<Item>]: ItemField };

const what = (control: Control): ItemField => ({ section: "what", control });
const price = (control: Control): ItemField => ({ section: "price", control });
const who = (control: Control): ItemField => ({ section: "who", control });
const when = (control: Control): ItemField => ({ section: "when", control });
const how = (control: Control): ItemField => ({ section: "how", control });
const advanced = (control: Control): ItemField => ({ section: "advanced", control });

const id = what({ is: "text", id: true });
const name = what({ is: "texts" });

/** The fields of each kind in the sequence of the form. A key of the pack without a field does not compile. */
export const itemFields = {
  article: {
    id,
    name,
    summary: what({ is: "texts" }),
    category: what({ is: "one-item", of: "category" }),
    type: what({ is: "one", of: ["2", "1"], number: true }),
    description: what({ is: "texts", lines: 4, markdown: true }),
    extraInfo: what({ is: "texts", lines: 3, markdown: true }),
    audience: what({ is: "texts" }),
    section: what({ is: "one", of: Section.options }),
    group: what({ is: "one-item", of: "group" }),
    zone: what({ is: "texts" }),
    figure: what({ is: "figure" }),
    tags: what({ is: "words" }),
    searchWords: what({ is: "search-words" }),
    price: price({ is: "money" }),
    promoPrice: price({ is: "money" }),
    vatRate: price({ is: "percent" }),
    remainingPrice: price({ is: "one", of: ["full", "by-month"] }),
    paymentOptions: price({ is: "payment-options" }),
    ageFrom: who({ is: "integer" }),
    ageTo: who({ is: "integer" }),
    statuses: who({ is: "many-items", of: "status" }),
    requiredDocuments: who({ is: "many-items", of: "document-type" }),
    tariffs: who({ is: "many-items", of: "tariff" }),
    pictureRequired: who({ is: "boolean" }),
    salesFrom: when({ is: "instant" }),
    salesEndsAt: when({ is: "instant" }),
    validity: when({ is: "validity" }),
    pivot: when({ is: "pivot" }),
    useWithin: when({ is: "duration" }),
    supports: how({ is: "many", of: Support.options }),
    options: how({ is: "many-items", of: "article" }),
    products: how({ is: "products" }),
    quantityMin: how({ is: "integer" }),
    quantityMax: how({ is: "integer" }),
    maxBuyAtOnce: how({ is: "integer" }),
    trips: how({ is: "integer" }),
    transferMinutes: how({ is: "integer" }),
    renewalInterval: how({ is: "one", of: ["P7D", "P14D", "P1M", "P6M", "P1Y"] }),
    refund: advanced({ is: "json" }),
    fields: advanced({ is: "json" }),
    originDestination: advanced({ is: "json" }),
    advice: advanced({ is: "json" }),
  } satisfies FieldsOf<PackArticle>,
  category: {
    id,
    name,
    section: what({ is: "one", of: Section.options }),
    ink: what({ is: "one", of: Ink.options }),
    icon: what({ is: "text" }),
    productTypeIndex: what({ is: "integer" }),
    searchWords: what({ is: "search-words" }),
  } satisfies FieldsOf<PackCatalogue["categories"][number]>,
  group: { id, name, summary: what({ is: "texts" }) } satisfies FieldsOf<PackCatalogue["groups"][number]>,
  tariff: { id, name } satisfies FieldsOf<PackCatalogue["tariffs"][number]>,
  "document-type": {
    id,
    name,
    description: what({ is: "texts", lines: 3 }),
    validFor: when({ is: "duration" }),
    qualifiedBy: advanced({ is: "json" }),
  } satisfies FieldsOf<PackCatalogue["documentTypes"][number]>,
  status: { id, name } satisfies FieldsOf<PackCatalogue["statuses"][number]>,
} as const satisfies Record<CatalogueItemKind, Readonly<Record<string, ItemField>>>;

/** The key of a field of any kind. */
export type FieldKey = { [Kind in CatalogueItemKind]: keyof (typeof itemFields)[Kind] & string }[CatalogueItemKind];

/** The fields of a kind with their keys. */
export const fieldsOf = (kind: CatalogueItemKind): (ItemField & { key: FieldKey })[] =>
  Object.entries(itemFields[kind]).map(([key, field]) => ({ ...field, key: key as FieldKey }));

/** Payment methods and kinds of a start, in the sequence of the form. */
export const paymentMethods = PaymentMethod.options;
export const pivotTypes = PivotType.options;
