import type { Language } from "@guichet/contract/languages.ts";
import { PackArticle, type PackCatalogue } from "@guichet/contract/network-pack.ts";
import { currencyDigits } from "@guichet/texts/money-format.ts";
import { type ProductVariant, variantsOf } from "./draft-products.ts";
import { type FeedServices, noteOtherRules, type ProductRules, rulesOf } from "./draft-rules.ts";
import { draftNames } from "./draft-texts.ts";
import { type FareTables, valueIn } from "./fare-files.ts";
import type { FareNote } from "./fare-note.ts";

/** What a draft needs beyond the tables: the days of services, the language of the feed's texts, the currency of the network. */
export interface DraftFeed {
  services: FeedServices;
  language: Language;
  /** undefined: that of most products. */
  currency?: string;
}

/** A catalogue drafted from a feed, and what the draft cannot express. */
export interface Draft {
  catalogue: PackCatalogue;
  notes: FareNote[];
  /** The product of the feed from which each article is made. */
  productOf: ReadonlyMap<string, string>;
}

/** Drafts a catalogue from the products of Fares v2: an article for each product, rider category and price. Amounts of one currency only. */
export function draftCatalogue(fares: FareTables, feed: DraftFeed): Draft {
  const { language } = feed;
  const notes: FareNote[] = [];
  const currency = feed.currency ?? mainCurrency(fares);
  const variants = variantsOf(fares, currency, currencyDigits(currency), notes);
  const ids = new Map<string, ProductVariant>();
  const catalogue = emptyCatalogue(language);
  const rules = new Map<string, ProductRules>();
  for (const variant of variants) {
    const { product, category } = variant;
    const known = rules.get(product) ?? rulesOf(fares, product, feed.services, notes);
    rules.set(product, known);
    const id = freeId(articleId(variant), (taken) => ids.has(taken));
    ids.set(id, variant);
    const rider = addCategory(catalogue, fares, category, language);
    if (variant.hasCategories) addGroup(catalogue, variant, language);
    catalogue.articles.push(articleOf(id, variant, known, rider, language));
  }
  for (const { id, name } of catalogue.documentTypes)
    notes.push({
      id,
      message: `who belongs to the rider category is not in the feed: the draft asks for the document "${name[language]}"; state the ages instead where they decide`,
    });
  noteOtherRules(fares, notes);
  const productOf = new Map([...ids].map(([id, { product }]) => [id, product]));
  return { catalogue, notes, productOf };
}

/** A catalogue with one category, to which a draft adds its articles. */
export function emptyCatalogue(language: Language): PackCatalogue {
  const name = { [language]: draftNames.tickets[language] };
  return {
    categories: [{ id: "tickets", productTypeIndex: 1, name, ink: "pass", icon: "ticket" }],
    groups: [],
    tariffs: [],
    documentTypes: [],
    statuses: [],
    articles: [],
  };
}

/** What a draft says about the person: words, and a document where it is not the default category. */
interface Rider {
  audience?: { [language: string]: string };
  requiredDocuments: string[];
}

function addCategory(catalogue: PackCatalogue, fares: FareTables, category: string, language: Language): Rider {
  if (category === "") return { requiredDocuments: [] };
  const row = fares["rider_categories.txt"].find((each) => valueIn(each, "rider_category_id") === category);
  const name = { [language]: (row === undefined ? "" : valueIn(row, "rider_category_name")) || category };
  if (row !== undefined && valueIn(row, "is_default_fare_category") === "1")
    return { audience: name, requiredDocuments: [] };
  const id = draftId(category);
  if (!catalogue.documentTypes.some((known) => known.id === id)) {
    const url = row === undefined ? "" : valueIn(row, "eligibility_url");
    catalogue.documentTypes.push({
      id,
      name,
      qualifiedBy: [],
      ...(url === "" ? {} : { description: { [language]: url } }),
    });
  }
  return { audience: name, requiredDocuments: [id] };
}

function addGroup(catalogue: PackCatalogue, { product, name }: ProductVariant, language: Language): void {
  const id = draftId(product);
  if (catalogue.groups.some((group) => group.id === id)) return;
  catalogue.groups.push({ id, name: { [language]: name }, summary: { [language]: name } });
}

function articleOf(
  id: string,
  variant: ProductVariant,
  rules: ProductRules,
  rider: Rider,
  language: Language,
): PackArticle {
  const { product, name, amount, supports, hasCategories, hasPrices } = variant;
  return PackArticle.parse({
    id,
    category: "tickets",
    ...(hasCategories && !hasPrices ? { group: draftId(product) } : {}),
    name: { [language]: name },
    summary: { [language]: rules.places || name },
    ...rider,
    price: amount,
    supports,
    paymentOptions: [{ paymentMethods: ["CARD"] }],
    products: [{ id, dematerialized: supports.includes("DEMATERIALIZED") }],
    validity: { from: "first-use", duration: rules.minutes === undefined ? "PT1H" : `PT${rules.minutes}M` },
    ...(rules.weekdays.length === 0 ? {} : { advice: { weekdays: rules.weekdays } }),
  });
}

function articleId({ product, category, supports, hasCategories, hasPrices }: ProductVariant): string {
  const parts = [product, ...(hasCategories ? [category] : []), ...(hasPrices ? supports.slice(0, 1) : [])];
  return draftId(parts.filter((part) => part !== "").join("-"));
}

/** Longest id of a draft: that of a product in a ticket's code, less a number. */
const draftIdMax = 44;

/** An id of a feed as an id of a catalogue: letters, digits, hyphens and underscores. */
export function draftId(id: string): string {
  const plain = id
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^A-Za-z0-9_-]+/g, "-");
  return plain.replaceAll(/^-+|-+$/g, "").slice(0, draftIdMax) || "product";
}

/** The id, with a number if it is taken. */
export function freeId(id: string, isTaken: (id: string) => boolean): string {
  if (!isTaken(id)) return id;
  for (let number = 2; ; number += 1) if (!isTaken(`${id}-${number}`)) return `${id}-${number}`;
}

function mainCurrency(fares: FareTables): string {
  const counts = [...Map.groupBy(fares["fare_products.txt"], (row) => valueIn(row, "currency"))];
  return counts.sort(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? "EUR";
}
