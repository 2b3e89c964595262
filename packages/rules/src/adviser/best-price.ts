import type { ShopItem } from "@guichet/contract/catalogue.ts";
import { type AlternativeTraveller, suitsTraveller } from "../catalogue/alternatives.ts";
import { isShown } from "../catalogue.ts";
import { unitPrice } from "../pricing.ts";

/** What one traveller paid for an article, in minor units. */
export interface Purchase {
  article: ShopItem;
  amount: number;
}

/** A pass that costs less than purchases it would have covered; `spent` in minor units. */
export interface CheaperPass {
  pass: ShopItem;
  spent: number;
}

/** Sections of articles that a monthly pass can replace. */
const replaced: ReadonlySet<string> = new Set(["single", "day-week"]);

/** Whether a pass may replace the article: a ticket or a day pass, at a price of its own (decision 133). */
export const isReplaceable = ({ section, isJourney }: ShopItem): boolean => replaced.has(section) && !isJourney;

/**
 * The monthly pass that would have saved this traveller most of the cost of the purchases; undefined if none is
 * cheaper. A pass
 * covers purchases of its zone, or of every zone if it has none. Articles that need more than a payment are not proposed.
 */
export function cheaperPass(
  purchases: readonly Purchase[],
  articles: readonly ShopItem[],
  traveller: AlternativeTraveller,
  now: string,
): CheaperPass | undefined {
  const covered = purchases.filter(({ article }) => isReplaceable(article));
  return articles
    .filter((article) => isProposed(article, now) && suitsTraveller(article, traveller))
    .map((pass) => ({ pass, spent: sumOf(covered.filter(({ article }) => covers(pass, article))) }))
    .filter((one) => savingOf(one) > 0)
    .sort((a, b) => savingOf(b) - savingOf(a) || a.pass.shopItemId.localeCompare(b.pass.shopItemId))[0];
}

const isProposed = (article: ShopItem, now: string): boolean =>
  article.section === "month" &&
  article.trips === null &&
  !article.isJourney &&
  article.articleQuantityMin === 1 &&
  article.fields.every(({ required }) => !required) &&
  isShown(article, now);

const covers = (pass: ShopItem, { zone }: ShopItem): boolean => pass.zone === null || pass.zone === zone;
const sumOf = (purchases: readonly Purchase[]): number => purchases.reduce((sum, { amount }) => sum + amount, 0);
const savingOf = ({ pass, spent }: CheaperPass): number => spent - unitPrice(pass).amount;
