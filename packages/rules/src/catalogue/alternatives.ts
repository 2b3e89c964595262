import type { ShopItem } from "@guichet/contract/catalogue.ts";
import { suitsAge } from "../dates/age-limits.ts";
import { unitPrice } from "../pricing.ts";

/** Who an alternative is for: age in years and tariff status; null: unknown, none. */
export interface AlternativeTraveller {
  age: number | null;
  status: string | null;
}

/**
 * Alternatives to an article that does not suit somebody, best first (decision 130): of its group, then with the same validity
 * and trips, then of its section; the cheapest first within each. Articles between stops have no price yet and are left out.
 */
export function alternativesTo(article: ShopItem, items: readonly ShopItem[]): ShopItem[] {
  return items
    .filter((item) => item.shopItemId !== article.shopItemId && !item.isJourney)
    .map((item) => ({ item, distance: distanceOf(article, item) }))
    .filter(({ distance }) => distance < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.distance - b.distance || unitPrice(a.item).amount - unitPrice(b.item).amount)
    .map(({ item }) => item);
}

function distanceOf(article: ShopItem, other: ShopItem): number {
  if (article.group !== null && article.group.id === other.group?.id) return article.zone === other.zone ? 0 : 1;
  if (article.trips === other.trips && isSameValidity(article, other)) return 2;
  return article.section === other.section ? 3 : Number.POSITIVE_INFINITY;
}

const isSameValidity = (one: ShopItem, other: ShopItem): boolean =>
  JSON.stringify(one.validity) === JSON.stringify(other.validity);

/**
 * Whether somebody may buy the article as far as is known: by age and by status. What needs a document suits only those whose
 * status it is for, because nobody else is known to have one.
 */
export function suitsTraveller(item: ShopItem, { age, status }: AlternativeTraveller): boolean {
  if (!suitsAge(age, item)) return false;
  const hasStatus = status !== null && item.statuses.includes(status);
  return hasStatus || (item.statuses.length === 0 && item.requiredDocuments.length === 0);
}
