import type { ShopItem } from "@guichet/contract/catalogue.ts";
import { isAgeLimited } from "@guichet/rules/dates/age-limits.ts";
import { cardWork } from "@guichet/rules/transport-card-articles.ts";
import type { StoredArticle } from "./stored-article.ts";

/** Reduces an article of the catalogue to the data that the cart stores. */
export function toStoredArticle(item: ShopItem): StoredArticle {
  return {
    shopItemId: item.shopItemId,
    supports: item.supports,
    options: item.options,
    isRenewable: item.isRenewable,
    articleQuantityMin: item.articleQuantityMin,
    articleQuantityMax: item.articleQuantityMax,
    maxBuyAtOnce: item.maxBuyAtOnce,
    paymentOptions: item.paymentOptions,
    name: item.name,
    ink: item.category.ink,
    icon: item.category.icon,
    category: item.category.name,
    audience: item.audience,
    figure: item.figure,
    pivotType: item.pivotType,
    renewalInterval: item.renewalInterval,
    cardWork: cardWork(item.tags),
    isAgeLimited: isAgeLimited(item),
    fields: item.fields.map(({ id, label, choices }) => ({ id, label, choices })),
  };
}
