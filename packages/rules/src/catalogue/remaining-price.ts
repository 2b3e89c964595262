import type { RemainingTime, ShopItem, Validity } from "@guichet/contract/catalogue.ts";
import { addMonths } from "../dates/days.ts";
import { unitPrice } from "../pricing.ts";

/**
 * Price of an article with a yearly period for its remaining time (decision 139). A month of the period begins on
 * the day of its first day; every month that has begun counts whole.
 */

type FixedPeriod = Extract<Validity, { period: unknown }>["period"];

/** The period that contains a day, or the next one: its days, its months, and those that are not over on that day. */
export function periodOn({ from, to }: FixedPeriod, day: string) {
  const year = Number(day.slice(0, 4));
  const crossing = to < from ? 1 : 0;
  for (const begins of [year - 1, year, year + 1]) {
    const lastDay = dayOfYear(to, begins + crossing);
    if (lastDay < day) continue;
    const firstDay = dayOfYear(from, begins);
    const periodMonths = monthsUntil(firstDay, lastDay);
    const monthsOver = day <= firstDay ? 0 : monthsUntil(firstDay, day) - 1;
    return { firstDay, lastDay, periodMonths, months: periodMonths - monthsOver };
  }
  throw new RangeError(`No period from ${from} to ${to} after ${day}`);
}

/** Number of months from `first` that have begun on `day`. */
function monthsUntil(first: string, day: string): number {
  let months = 0;
  while (addMonths(first, months) <= day) months += 1;
  return months;
}

/** `MM-DD` in a year; a day that the month lacks becomes its last. */
const dayOfYear = (text: string, year: number): string =>
  addMonths(`${String(year).padStart(4, "0")}-01-${text.slice(3)}`, Number(text.slice(0, 2)) - 1);

/** The share of an amount for some of its months, rounded up to the minor unit: a month never costs less than its share. */
export const shareOfMonths = (amount: number, { months, periodMonths }: { months: number; periodMonths: number }) =>
  Math.ceil((amount * months) / periodMonths);

/** The article as it is sold on a day: at its price, or from the second month of its period on at the price for the months left. */
export function soldByMonth(item: ShopItem, day: string): ShopItem {
  if (!("period" in item.validity)) return item;
  const { firstDay, lastDay, ...months } = periodOn(item.validity.period, day);
  if (months.months === months.periodMonths) return item;
  const reduced = ({ amount, currency }: ShopItem["price"]) => ({ amount: shareOfMonths(amount, months), currency });
  const remaining: RemainingTime = {
    firstDay: day > firstDay ? day : firstDay,
    lastDay,
    ...months,
    fullPrice: unitPrice(item),
  };
  return {
    ...item,
    price: reduced(item.price),
    shopItemPromoPrice: item.shopItemPromoPrice && reduced(item.shopItemPromoPrice),
    remaining,
  };
}
