import type { NetworkPack, PackArticle } from "@guichet/contract/network-pack.ts";
import { productsOf } from "../network-registry/registry.ts";
import type { CatalogueFault } from "./catalogue-fault.ts";
import { checkGroups } from "./group-checks.ts";
import { checkTicket } from "./ticket-checks.ts";

const pivotRange = { DAY_PIVOT: [0, 23], WEEK_PIVOT: [1, 7], MONTH_PIVOT: [1, 31] } as const;

/** Checks what the catalogue's schema cannot: references, the order of values, what the network allows. */
export function checkCatalogue({ network, catalogue }: NetworkPack, fault: CatalogueFault): void {
  const known = {
    category: new Set(catalogue.categories.map(({ id }) => id)),
    tariffs: new Set(catalogue.tariffs.map(({ id }) => id)),
    requiredDocuments: new Set(catalogue.documentTypes.map(({ id }) => id)),
    statuses: new Set(catalogue.statuses.map(({ id }) => id)),
    options: new Set(catalogue.articles.map(({ id }) => id)),
  };
  for (const list of ["categories", "groups", "tariffs", "documentTypes", "statuses", "articles"] as const) {
    for (const index of repeated(catalogue[list].map(({ id }) => id))) fault(`${list}.${index}.id`, "used twice");
  }
  const types = catalogue.categories.map(({ productTypeIndex }) => String(productTypeIndex));
  for (const index of repeated(types)) fault(`categories.${index}.productTypeIndex`, "used twice");
  catalogue.categories.forEach((category, index) => {
    checkSearchWords(category, network, (key, message) => fault(`categories.${index}.${key}`, message));
  });
  const owners = new Map<string, string>();
  if (network.shippingFee !== undefined) owners.set(network.shippingFee.productId, "the shipping fee");

  checkGroups({ network, catalogue }, fault);
  catalogue.documentTypes.forEach(({ qualifiedBy }, index) => {
    qualifiedBy.forEach(({ provider, quotientBelow }, position) => {
      const at = `documentTypes.${index}.qualifiedBy.${position}`;
      const found = network.qualificationProviders.find(({ id }) => id === provider);
      if (found === undefined) fault(`${at}.provider`, `there is no ${provider}`);
      else if (quotientBelow !== undefined && found.right !== "family-quotient")
        fault(`${at}.quotientBelow`, "belongs to a provider of the family quotient");
    });
  });

  catalogue.articles.forEach((article, index) => {
    const at = (key: string, message: string) => fault(`articles.${index}.${key}`, message);
    if (!known.category.has(article.category)) at("category", `no category ${article.category}`);
    for (const list of ["tariffs", "requiredDocuments", "statuses", "options"] as const) {
      for (const id of article[list]) if (!known[list].has(id)) at(list, `there is no ${id}`);
    }
    if (article.options.includes(article.id)) at("options", "an article is no option of itself");
    for (const product of productsOf(article)) {
      const owner = owners.get(product.id);
      if (owner !== undefined && owner !== article.id) at("products", `product ${product.id} belongs to ${owner}`);
      owners.set(product.id, article.id);
    }
    checkArticle(article, at);
    checkSearchWords(article, network, at);
    checkTicket(network.id, article, at);
    checkAgainstNetwork(article, network, at);
  });
}

/** Search words are in languages of the network, each once. */
function checkSearchWords(
  { searchWords = {} }: Pick<PackArticle, "searchWords">,
  { languages }: NetworkPack["network"],
  at: CatalogueFault,
): void {
  for (const [language, words] of Object.entries(searchWords)) {
    const isOffered = languages.some((offered) => offered === language);
    if (!isOffered) at(`searchWords.${language}`, "not a language of the network");
    for (const index of repeated(words.map((word) => word.toLowerCase()))) {
      at(`searchWords.${language}.${index}`, "named twice");
    }
  }
}

function checkArticle(article: PackArticle, at: CatalogueFault): void {
  const { pivot, validity } = article;
  if (article.promoPrice !== undefined && article.promoPrice >= article.price) at("promoPrice", "not below the price");
  if (article.quantityMin > article.quantityMax) at("quantityMin", "above quantityMax");
  if ((article.ageFrom ?? 0) > (article.ageTo ?? Number.POSITIVE_INFINITY)) at("ageFrom", "above ageTo");
  if (notBefore(article.salesFrom, article.salesEndsAt)) at("salesEndsAt", "not after salesFrom");
  if (pivot !== undefined) {
    const [least, most] = pivotRange[pivot.type];
    if (pivot.value < least || pivot.value > most) at("pivot.value", `${pivot.type} takes ${least} to ${most}`);
  }
  if ("from" in validity && validity.from === "start" && pivot === undefined)
    at("pivot", "needed where validity counts from the start");
  checkRemainingPrice(article, at);
  checkRefund(article, at);
  if (article.supports.includes("DEMATERIALIZED") && !productsOf(article).some((product) => product.dematerialized))
    at("supports", "DEMATERIALIZED needs a dematerialized product");
  for (const index of repeated(article.fields.map(({ id }) => id))) at(`fields.${index}.id`, "used twice");
  article.fields.forEach((field, index) => {
    if (field.type === "select" && field.choices.length === 0) at(`fields.${index}.choices`, "select needs choices");
    if ((field.minLength ?? 0) > (field.maxLength ?? Number.POSITIVE_INFINITY))
      at(`fields.${index}.minLength`, "above maxLength");
  });
}

/** Only a yearly period has a remaining time; a chosen start or a renewal would need a price of its own. */
function checkRemainingPrice(article: PackArticle, at: CatalogueFault): void {
  const { remainingPrice, validity, pivot, renewalInterval } = article;
  if (remainingPrice === undefined) return;
  if (!("period" in validity)) at("remainingPrice", "only for a yearly period");
  if (remainingPrice === "full") return;
  if (pivot !== undefined) at("remainingPrice", "by-month has no chosen start (pivot)");
  if (renewalInterval !== undefined) at("remainingPrice", "by-month is not renewed (renewalInterval)");
}

/** A subscription is terminated, and trips can only be counted where the ticket has some. */
function checkRefund({ refund, trips, renewalInterval }: PackArticle, at: CatalogueFault): void {
  const { basis, withEvidence = [] } = refund ?? { basis: "none" };
  if (refund === undefined || (basis === "none" && withEvidence.length === 0)) return;
  if (renewalInterval !== undefined) at("refund", "a subscription (renewalInterval) is terminated, not refunded");
  if (refund.basis === "used-value" && refund.usedPrices.trip !== undefined && trips === undefined)
    at("refund.usedPrices.trip", "needs trips");
  withEvidence.forEach(({ terms }, index) => {
    if (terms.basis === "used-value" && terms.usedPrices.trip !== undefined && trips === undefined)
      at(`refund.withEvidence.${index}.terms.usedPrices.trip`, "needs trips");
  });
}

function checkAgainstNetwork(article: PackArticle, network: NetworkPack["network"], at: CatalogueFault): void {
  const { switches } = network;
  const payable = article.paymentOptions.some(
    (option) =>
      option.paymentMethods.some((method) => network.paymentMethods.includes(method)) &&
      (option.installments === 1 || switches.multipleInstallments),
  );
  if (!payable) at("paymentOptions", "none of them is possible in this network");
  if (article.renewalInterval !== undefined && !switches.subscriptions)
    at("renewalInterval", "the network has no subscriptions (switches.subscriptions)");
  if (article.renewalInterval !== undefined) checkRenewable(article, at);
  if (article.renewalInterval === undefined && article.paymentOptions.some((option) => option.allowSubscription))
    at("paymentOptions", "allowSubscription needs a renewalInterval");
  if (article.statuses.length > 0 && !switches.profiling && article.requiredDocuments.length === 0)
    at(
      "statuses",
      "the shop asks nobody for a status (switches.profiling is off), so anybody could buy it: turn it on, or require a document",
    );
  for (const zone of article.advice?.fareZones ?? []) {
    if (!network.fareZones.some(({ id }) => id === zone))
      at("advice.fareZones", `network.json has no fare zone ${zone}`);
  }
  const ageLimited = article.ageFrom !== undefined || article.ageTo !== undefined;
  if (network.specific.hideBirthDate && ageLimited && article.requiredDocuments.length === 0)
    at("requiredDocuments", "an age limit needs a document where birth dates are hidden");
}

/** A subscription renews and is issued automatically: on the phone or a card, for a period that is known at the purchase. */
function checkRenewable({ validity, supports, originDestination }: PackArticle, at: CatalogueFault): void {
  if ("from" in validity && validity.from === "first-use")
    at("validity", "a subscription counts from purchase or start");
  if (supports.some((support) => support !== "MEDIA" && support !== "DEMATERIALIZED"))
    at("supports", "a subscription is MEDIA or DEMATERIALIZED");
  if (originDestination !== undefined) at("originDestination", "a subscription is not sold from one stop to another");
}

/** The indexes of values that occur earlier in the list. */
export function repeated(values: readonly string[]): number[] {
  return values.flatMap((value, index) => (values.indexOf(value) < index ? [index] : []));
}

export function notBefore(from: string | undefined, to: string | undefined): boolean {
  return from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to);
}
