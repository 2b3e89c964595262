import { Ink, PaymentMethod, PivotType, Section, Support } from "@guichet/contract/catalogue.ts";
import type { PackArticle, PackCatalogue } from "@guichet/contract/network-pack.ts";
import type { CatalogueItemKind, DraftItemKind } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import type { NetworkItem, NetworkItemKind } from "@guichet/contract/office/catalogue/network-items.ts";

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
  | { is: "money" | "boolean" | "instant" }
  /** `required`: an empty field is no default of the pack, of which nobody was told. */
  | { is: "percent" | "integer"; required?: true }
  /** One of these, or of the items of a list; `number`: its values are numbers. */
  | { is: "one"; of: readonly string[]; number?: true }
  | { is: "one-item"; of: ChoiceList }
  | { is: "many"; of: readonly string[] }
  | { is: "many-items"; of: ChoiceList }
  | { is: "duration" | "validity" | "pivot" | "figure" | "products" | "payment-options" | "refund" }
  /** The id of what there is one of: nobody types it. */
  | { is: "fixed" }
  | { is: "colour" | "day" }
  /** A rare structured value, as in `catalogue.json`. */
  | { is: "json" };

/** The parts of the form. */
export const formSections = ["what", "price", "who", "when", "how", "advanced", "values"] as const;
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

const values = (control: Control): ItemField => ({ section: "values", control });

const id = what({ is: "text", id: true });
const name = what({ is: "texts" });

type DefinitionOf<Kind extends NetworkItemKind> = Extract<NetworkItem, { kind: Kind }>["definition"];
const fixed = values({ is: "fixed" });
const on = values({ is: "boolean" });

/** The fields of settings and legal texts. */
const networkFields = {
  appearance: { id: fixed, name: values({ is: "text" }), accent: values({ is: "colour" }) } satisfies FieldsOf<
    DefinitionOf<"appearance">
  >,
  messages: {
    id: fixed,
    banner: values({ is: "texts", lines: 3, markdown: true }),
    dataProtection: values({ is: "texts", lines: 3, markdown: true }),
  } satisfies FieldsOf<DefinitionOf<"messages">>,
  contact: {
    id: fixed,
    email: values({ is: "text" }),
    phone: values({ is: "text" }),
    hours: values({ is: "texts" }),
  } satisfies FieldsOf<DefinitionOf<"contact">>,
  accessibility: {
    id: fixed,
    state: values({ is: "one", of: ["fully", "partly", "not"] }),
    auditedOn: values({ is: "day" }),
    auditor: values({ is: "text" }),
    contact: values({ is: "text" }),
  } satisfies FieldsOf<DefinitionOf<"accessibility">>,
  switches: {
    id: fixed,
    ...{ guestOrders: on, mediaSignin: on, mediaTunnel: on, mediaTunnelPairing: on },
    ...{ profiling: on, multipleInstallments: on, fareAdviser: on, consentBoxes: on },
  } satisfies FieldsOf<DefinitionOf<"switches">>,
  limits: {
    id: fixed,
    guestMaxAmount: values({ is: "money" }),
    suspendUnpaidAfterDays: values({ is: "integer", required: true }),
    debitRetryAfterDays: values({ is: "integer" }),
  } satisfies FieldsOf<DefinitionOf<"limits">>,
  "legal-text": {
    id: fixed,
    updatedOn: values({ is: "day" }),
    texts: values({ is: "texts", lines: 20, markdown: true }),
  } satisfies FieldsOf<DefinitionOf<"legal-text">>,
} as const satisfies Record<NetworkItemKind, Readonly<Record<string, ItemField>>>;

/** The fields of each kind in the sequence of the form. A key of the pack without a field does not compile. */
export const itemFields = {
  ...networkFields,
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
    vatRate: price({ is: "percent", required: true }),
    remainingPrice: price({ is: "one", of: ["full", "by-month"] }),
    paymentOptions: price({ is: "payment-options" }),
    refund: price({ is: "refund" }),
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
    quantityMin: how({ is: "integer", required: true }),
    quantityMax: how({ is: "integer", required: true }),
    maxBuyAtOnce: how({ is: "integer" }),
    trips: how({ is: "integer" }),
    transferMinutes: how({ is: "integer" }),
    renewalInterval: how({ is: "one", of: ["P7D", "P14D", "P1M", "P6M", "P1Y"] }),
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
} as const satisfies Record<DraftItemKind, Readonly<Record<string, ItemField>>>;

/** The key of a field of any kind. */
export type FieldKey = { [Kind in DraftItemKind]: keyof (typeof itemFields)[Kind] & string }[DraftItemKind];

/** The fields of a kind with their keys. */
export const fieldsOf = (kind: DraftItemKind): (ItemField & { key: FieldKey })[] =>
  Object.entries(itemFields[kind]).map(([key, field]) => ({ ...field, key: key as FieldKey }));

/** Payment methods and kinds of a start, in the sequence of the form. */
export const paymentMethods = PaymentMethod.options;
export const pivotTypes = PivotType.options;
