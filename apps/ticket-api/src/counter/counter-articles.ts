import type { LineError, OrderLine } from "@guichet/contract/cart.ts";
import type { ShopItem, Support } from "@guichet/contract/catalogue.ts";
import { counterStartsMax } from "@guichet/contract/limits/counter-limits.ts";
import type { CounterArticle } from "@guichet/contract/office/counter.ts";
import { proposedStarts } from "@guichet/rules/calendar.ts";
import { onSale } from "@guichet/rules/catalogue.ts";
import { articleNamed } from "@guichet/rules/pricing.ts";
import { cardWork } from "@guichet/rules/transport-card-articles.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";

/** Supports that the customer takes away at once; the others need an address or a time slot. */
const takenAway: ReadonlySet<Support> = new Set(["DEMATERIALIZED", "MEDIA", "PHYSICAL"]);

/**
 * Articles that the counter sells now. Subscriptions need the customer's own sign-in, journeys a timetable; a card is replaced on
 * its own page, and an article that only accompanies another one is chosen with that one.
 */
function soldItems(items: ReadonlyMap<string, ShopItem>, now: string): ShopItem[] {
  const accompanying = new Set([...items.values()].flatMap(({ options }) => options));
  const isSold = (item: ShopItem): boolean =>
    !item.isRenewable &&
    !item.isJourney &&
    cardWork(item.tags) !== "duplicate" &&
    onSale(item, now) &&
    item.supports.some((support) => takenAway.has(support));
  return [...items.values()].filter(
    (item) => isSold(item) && !(accompanying.has(item.shopItemId) && item.tags.includes("hidden")),
  );
}

/** What is wrong with a line of which the counter does not offer the article or the support; the quote has every other error. */
export function notOffered(
  { productId, support }: Pick<OrderLine, "productId" | "support">,
  items: ReadonlyMap<string, ShopItem>,
  now: string,
): LineError[] {
  const item = articleNamed([...items.values()], productId);
  if (item === undefined) return [];
  const { shopItemId } = item;
  if (!soldItems(items, now).includes(item)) {
    const reason = item.isRenewable ? "subscription" : "not-sold-here";
    return [{ code: "ARTICLE_NOT_ON_SALE", details: { shopItemId, reason } }];
  }
  return takenAway.has(support) ? [] : [{ code: "SUPPORT_NOT_OFFERED", details: { support } }];
}

/** Articles that renew: a renewal is paid by a mandate or a saved card, which only the customer gives (decision 198). */
export const subscriptionsOnSale = (
  items: ReadonlyMap<string, ShopItem>,
  now: string,
): Pick<CounterArticle, "shopItemId" | "name" | "searchWords">[] =>
  [...items.values()]
    .filter((item) => item.isRenewable && onSale(item, now))
    .map(({ shopItemId, name, searchWords }) => ({ shopItemId, name, searchWords }));

/** What the counter sells now, as its screen shows it. */
export function counterArticles(
  network: LoadedNetwork,
  items: ReadonlyMap<string, ShopItem>,
  now: string,
): CounterArticle[] {
  return soldItems(items, now).map((item) => ({
    shopItemId: item.shopItemId,
    ...{ name: item.name, summary: item.summary, audience: item.audience, zone: item.zone },
    price: item.shopItemPromoPrice ?? item.price,
    supports: item.supports.filter((support) => takenAway.has(support)),
    ...{ quantityMin: item.articleQuantityMin, quantityMax: item.articleQuantityMax },
    startKind: item.pivotType,
    starts: startsOf(item, now, network.definition.timeZone),
    options: item.options.flatMap((id) => {
      const option = items.get(id);
      return option === undefined || !onSale(option, now)
        ? []
        : [{ shopItemId: id, name: option.name, price: option.shopItemPromoPrice ?? option.price }];
    }),
    ...{ fields: item.fields, searchWords: item.searchWords },
    makesCard: cardWork(item.tags) === "new",
  }));
}

function startsOf(item: ShopItem, now: string, timeZone: string): CounterArticle["starts"] {
  const { pivotType } = item;
  if (pivotType === null) return [];
  const proposed = proposedStarts({ ...item, pivotType }, now, timeZone);
  return proposed.ok
    ? proposed.value.slice(0, counterStartsMax).map(({ startingAt, day }) => ({ startingAt, day }))
    : [];
}
