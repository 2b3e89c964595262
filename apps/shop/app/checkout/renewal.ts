import type { PriceBreakdown } from "@guichet/contract/cart.ts";
import type { Period } from "@guichet/contract/catalogue.ts";
import type { Money } from "@guichet/contract/values.ts";
import type { StoredArticle } from "../cart/stored-article.ts";

interface BoughtCart {
  articles: readonly Pick<StoredArticle, "shopItemId" | "renewalInterval">[];
  lines: readonly { shopItemId: string }[];
}

/** Returns the recurring amount of a cart: a subscription is the only article, and vouchers apply once. Undefined: no renewal. */
export function renewalOf(
  { articles, lines }: BoughtCart,
  { subtotalAmount }: Pick<PriceBreakdown, "subtotalAmount">,
): { interval: Period; amount: Money } | undefined {
  const bought = articles.find(({ shopItemId }) => lines.some((line) => line.shopItemId === shopItemId));
  const interval = bought?.renewalInterval ?? null;
  return interval === null ? undefined : { interval, amount: subtotalAmount };
}
