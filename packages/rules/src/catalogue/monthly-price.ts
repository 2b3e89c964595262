import type { ShopItem } from "@guichet/contract/catalogue.ts";
import type { Money } from "@guichet/contract/values.ts";
import { unitPrice } from "../pricing.ts";
import { cardWork } from "../transport-card-articles.ts";
import { longPassMonthsMin } from "./sections.ts";
import { validityLength } from "./validity-length.ts";

/** Price of an article per month of its validity. */
export interface MonthlyPrice {
  price: Money;
  months: number;
}

/** A price divided by the months that it is for, rounded up to the smallest unit of the currency. */
export function perMonth({ amount, currency }: Money, months: number): Money {
  return { amount: Math.ceil(amount / months), currency };
}

/**
 * Price by month of an article that is valid six months or longer, rounded up to the minor unit, so that it never promises
 * less than is paid; null for shorter ones, counted trips, transport cards, journeys and free articles. A yearly period
 * counts whole, unless it is sold for its remaining months.
 */
export function monthlyPrice(
  item: Pick<ShopItem, "price" | "shopItemPromoPrice" | "validity" | "remaining" | "trips" | "tags" | "isJourney">,
): MonthlyPrice | null {
  if (item.trips !== null || item.isJourney || cardWork(item.tags) !== null) return null;
  const { months } = item.remaining ?? validityLength(item.validity);
  const price = unitPrice(item);
  if (months < longPassMonthsMin || price.amount === 0) return null;
  return { price: perMonth(price, months), months };
}
