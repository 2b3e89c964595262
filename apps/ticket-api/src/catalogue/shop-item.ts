import type { ShopItem } from "@guichet/contract/catalogue.ts";
import { type Language, type Texts, textIn } from "@guichet/contract/locales.ts";
import type { PackArticle } from "@guichet/contract/network-pack.ts";
import { soldByMonth } from "@guichet/rules/catalogue/remaining-price.ts";
import { sectionOf } from "@guichet/rules/catalogue/sections.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { type LoadedNetwork, productsOf } from "../network-registry/registry.ts";
import { lowestFare } from "../travel/journeys.ts";
import { refundTerms } from "./refund-terms.ts";

/** An article in the wire format in one language (§3); missing texts come in the network's first language. */
export function shopItem(network: LoadedNetwork, article: PackArticle, language: Language): ShopItem {
  const { currency, languages, paymentMethods, switches } = network.definition;
  const text = (texts: Texts) => textIn(texts, language, languages);
  const optional = (texts: Texts | undefined) => (texts === undefined ? null : text(texts));
  const category = network.categories.find((candidate) => candidate.id === article.category);
  if (category === undefined) throw new Error(`Article ${article.id} of ${network.id} has no category`);
  const named = <T extends { id: string; name: Texts }>(list: readonly T[], ids: readonly string[]) =>
    list.filter((entry) => ids.includes(entry.id)).map((entry) => ({ id: entry.id, name: text(entry.name) }));
  const group = network.groups.find(({ id }) => id === article.group);
  const paymentOptions = article.paymentOptions
    .filter((option) => switches.multipleInstallments || option.installments === 1)
    .map((option) => ({
      ...option,
      paymentMethods: option.paymentMethods.filter((method) => paymentMethods.includes(method)),
    }))
    .filter((option) => option.paymentMethods.length > 0);
  return {
    shopItemId: article.id,
    type: article.type,
    name: text(article.name),
    summary: text(article.summary),
    description: optional(article.description),
    category: {
      productTypeIndex: category.productTypeIndex,
      id: category.id,
      name: text(category.name),
      ink: category.ink,
      icon: category.icon,
    },
    section: sectionOf(article, category.section),
    group: group === undefined ? null : { id: group.id, name: text(group.name), summary: text(group.summary) },
    zone: optional(article.zone),
    price: { amount: lowestFare(network, article) ?? article.price, currency },
    shopItemPromoPrice: article.promoPrice === undefined ? null : { amount: article.promoPrice, currency },
    vatRate: article.vatRate,
    supports: article.supports,
    tags: article.tags,
    tariffs: named(network.tariffs, article.tariffs),
    fields: article.fields.map((field) => ({
      id: field.id,
      type: field.type,
      label: text(field.label),
      hint: optional(field.hint),
      required: field.required,
      confirm: field.confirm,
      minLength: field.minLength ?? null,
      maxLength: field.maxLength ?? null,
      choices: field.choices.map((choice) => ({ value: choice.value, label: text(choice.label) })),
    })),
    paymentOptions,
    installments: Math.max(1, ...paymentOptions.map((option) => option.installments)),
    isRenewable: article.renewalInterval !== undefined,
    renewalInterval: article.renewalInterval ?? null,
    articleQuantityMin: article.quantityMin,
    articleQuantityMax: article.quantityMax,
    maxBuyAtOnce: article.maxBuyAtOnce ?? null,
    pivotType: article.pivot?.type ?? null,
    pivotValue: article.pivot?.value ?? null,
    startProposals: article.pivot?.proposals ?? null,
    products: productsOf(article).map((product) => ({ productId: product.id, dematerialized: product.dematerialized })),
    requiredDocuments: named(network.documentTypes, article.requiredDocuments).map(({ id, name }) => ({
      documentTypeId: id,
      name,
    })),
    pictureRequired: article.pictureRequired,
    options: article.options,
    ageFrom: article.ageFrom ?? null,
    ageTo: article.ageTo ?? null,
    audience: optional(article.audience),
    statuses: switches.profiling ? article.statuses : [],
    salesFrom: article.salesFrom ?? null,
    salesEndsAt: article.salesEndsAt ?? null,
    validity: article.validity,
    remaining: null,
    refundBasis: article.refund?.basis ?? "none",
    refundTerms: refundTerms(article.refund, currency),
    refundReasons: (article.refund?.withEvidence ?? []).map(({ name, evidence }) => ({
      name: text(name),
      evidence: text(evidence),
    })),
    useWithin: article.useWithin ?? null,
    trips: article.trips ?? null,
    transferMinutes: article.transferMinutes ?? null,
    figure: article.figure === undefined ? null : { value: article.figure.value, unit: text(article.figure.unit) },
    extraInfo: optional(article.extraInfo),
    searchWords: searchWordsOf(network, article, language),
    isJourney: article.originDestination !== undefined,
  };
}

/** Its name and target group in the network's other languages, and the words of the pack for it and its category. */
function searchWordsOf({ definition, categories }: LoadedNetwork, article: PackArticle, language: Language): string[] {
  const { languages } = definition;
  const category = categories.find(({ id }) => id === article.category);
  const translated = languages
    .filter((other) => other !== language)
    .flatMap((other) => [article.name[other], article.audience?.[other]]);
  const words = languages.flatMap((each) => [article.searchWords, category?.searchWords].flatMap((of) => of?.[each]));
  return [...new Set([...translated, ...words].filter((text) => text !== undefined))];
}

const itemCache = new WeakMap<LoadedNetwork, Map<Language, ReadonlyMap<string, ShopItem>>>();

/** Every article of a network in one language at the price of its whole period, by id; computed once per version. */
export function listedItems(network: LoadedNetwork, language: Language): ReadonlyMap<string, ShopItem> {
  const byLanguage = itemCache.get(network) ?? new Map<Language, ReadonlyMap<string, ShopItem>>();
  itemCache.set(network, byLanguage);
  const cached = byLanguage.get(language);
  if (cached !== undefined) return cached;
  const items = new Map(
    [...network.articles.values()].map((article) => [article.id, shopItem(network, article, language)]),
  );
  byLanguage.set(language, items);
  return items;
}

const soldCache = new WeakMap<ReadonlyMap<string, ShopItem>, { day: string; items: ReadonlyMap<string, ShopItem> }>();

/** Every article for sale of a network in one language at the price of today, by id; computed once per version and day. */
export function shopItems(network: LoadedNetwork, language: Language, now: string): ReadonlyMap<string, ShopItem> {
  const listed = listedItems(network, language);
  const byMonth = [...network.articles.values()].filter(({ remainingPrice }) => remainingPrice === "by-month");
  if (byMonth.length === 0) return listed;
  const day = dayIn(now, network.definition.timeZone);
  const cached = soldCache.get(listed);
  if (cached?.day === day) return cached.items;
  const items = new Map(listed);
  for (const { id } of byMonth) {
    const item = listed.get(id);
    if (item !== undefined) items.set(id, soldByMonth(item, day));
  }
  soldCache.set(listed, { day, items });
  return items;
}
