import type { ShopItem, Support } from "@guichet/contract/catalogue.ts";
import { cartLinesMax } from "@guichet/contract/limits/cart-limits.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { type PaymentOffer, sharedOptions } from "./payments/payment-options.ts";

/** A line of the cart as stored in the browser (§3 "Cart item"). */
export interface CartLine {
  /** Random id, chosen by the caller. */
  id: string;
  shopItemId: string;
  quantity: number;
  /** The traveller; null while nobody is signed in. */
  profileId: string | null;
  support: Support;
  /** An extra article bought with each piece. */
  optionId: string | null;
  mediaId: string | null;
  startingAt: string | null;
  startMonth: string | null;
  fields: Readonly<Record<string, string>>;
}

/** The part of the cart's state changed by these rules; other properties of the caller stay unchanged. */
export interface CartContent {
  lines: readonly CartLine[];
  vouchers: readonly string[];
}

export type CartArticle = Pick<
  ShopItem,
  | "shopItemId"
  | "supports"
  | "options"
  | "isRenewable"
  | "articleQuantityMin"
  | "articleQuantityMax"
  | "maxBuyAtOnce"
  | "paymentOptions"
>;

export type AddRefusal =
  | "ARTICLE_UNKNOWN"
  | "ARTICLE_OPTION_UNKNOWN"
  | "QUANTITY_WRONG"
  | "SUPPORT_NOT_OFFERED"
  | "SUBSCRIPTION_NOT_ALONE"
  | "PAYMENT_OPTIONS_INCOMPATIBLE"
  | "MAX_BUY_AT_ONCE";

/** Whether two lines are identical: traveller, article, option, support, card, start, fields. */
export function sameLine(a: CartLine, b: CartLine): boolean {
  return lineKey(a) === lineKey(b);
}

function lineKey(line: CartLine): string {
  const fields = Object.entries(line.fields).sort(([a], [b]) => Number(a > b) - Number(a < b));
  const start = line.startingAt === null ? line.startMonth : Date.parse(line.startingAt);
  return JSON.stringify([line.profileId, line.shopItemId, line.optionId, line.support, line.mediaId, start, fields]);
}

/**
 * Adds a line to the cart (§4, §5). An identical line takes the quantity that its article's maximum allows; the remainder becomes a
 * new line. Refuses what could not be ordered: quantity, support, option, a subscription with other articles, payment options
 * without a common one, more than `maxBuyAtOnce` of the article or option for the traveller.
 */
export function addLine<C extends CartContent>(
  cart: C,
  line: CartLine,
  articles: readonly CartArticle[],
  offer: PaymentOffer,
): Result<C, AddRefusal> {
  const article = articleOf(articles, line.shopItemId);
  if (article === undefined) return err("ARTICLE_UNKNOWN", { shopItemId: line.shopItemId });
  if (!isQuantityAllowed(article, line.quantity)) return err("QUANTITY_WRONG", quantityRange(article));
  if (!article.supports.includes(line.support)) return err("SUPPORT_NOT_OFFERED", { support: line.support });
  if (line.optionId !== null && !article.options.includes(line.optionId)) {
    return err("ARTICLE_OPTION_UNKNOWN", { shopItemId: line.optionId });
  }
  if (isSubscriptionMixed([...cart.lines, line], articles)) return err("SUBSCRIPTION_NOT_ALONE");
  if (!canBePaidTogether([...cart.lines, line], articles, offer)) return err("PAYMENT_OPTIONS_INCOMPATIBLE");
  const exceeded = exceededLimit([...cart.lines, line], line, articles);
  if (exceeded !== null) return err("MAX_BUY_AT_ONCE", { maxBuyAtOnce: exceeded });
  const lines = merged(cart.lines, line, article);
  if (lines.length > cartLinesMax) return err("QUANTITY_WRONG", { linesMax: cartLinesMax });
  return ok({ ...cart, lines });
}

function merged(lines: readonly CartLine[], line: CartLine, article: CartArticle): CartLine[] {
  const max = article.articleQuantityMax;
  const twin = lines.find((other) => sameLine(other, line) && other.quantity < max);
  if (twin === undefined) return [...lines, line];
  const over = twin.quantity + line.quantity - max;
  // A remainder below the minimum could not be ordered, so the new line takes at least the minimum.
  const rest = over > 0 ? Math.max(over, article.articleQuantityMin) : 0;
  const grown = lines.map((other) =>
    other === twin ? { ...twin, quantity: twin.quantity + line.quantity - rest } : other,
  );
  return rest > 0 ? [...grown, { ...line, quantity: rest }] : grown;
}

/** Changes a quantity. One outside the article's range is ignored (§5); one above `maxBuyAtOnce` is refused. */
export function setQuantity<C extends CartContent>(
  cart: C,
  lineId: string,
  quantity: number,
  articles: readonly CartArticle[],
): Result<C, "MAX_BUY_AT_ONCE"> {
  const line = cart.lines.find(({ id }) => id === lineId);
  const article = line && articleOf(articles, line.shopItemId);
  if (line === undefined || article === undefined || !isQuantityAllowed(article, quantity)) return ok(cart);
  const changed = { ...line, quantity };
  const lines = cart.lines.map((other) => (other === line ? changed : other));
  const exceeded = quantity > line.quantity ? exceededLimit(lines, changed, articles) : null;
  if (exceeded !== null) return err("MAX_BUY_AT_ONCE", { maxBuyAtOnce: exceeded });
  return ok({ ...cart, lines });
}

/** Removes a line; removing the last one also clears the vouchers (§4). */
export function removeLine<C extends CartContent>(cart: C, lineId: string): C {
  const lines = cart.lines.filter(({ id }) => id !== lineId);
  return { ...cart, lines, vouchers: lines.length === 0 ? [] : cart.vouchers };
}

/** Assigns a visitor's lines to the holder at sign-in; the quote checks their eligibility. */
export function takeHolder<C extends CartContent>(cart: C, holderId: string): C {
  return {
    ...cart,
    lines: cart.lines.map((line) => (line.profileId === null ? { ...line, profileId: holderId } : line)),
  };
}

export function isQuantityAllowed(article: CartArticle, quantity: number): boolean {
  return Number.isInteger(quantity) && quantity >= article.articleQuantityMin && quantity <= article.articleQuantityMax;
}

export function quantityRange({ articleQuantityMin, articleQuantityMax }: CartArticle): { min: number; max: number } {
  return { min: articleQuantityMin, max: articleQuantityMax };
}

/** Whether a subscription is combined with another article (§5); extra articles of its own line do not count. */
export function isSubscriptionMixed(
  lines: readonly Pick<CartLine, "shopItemId">[],
  articles: readonly CartArticle[],
): boolean {
  return lines.length > 1 && lines.some(({ shopItemId }) => articleOf(articles, shopItemId)?.isRenewable);
}

/** Quantity of an article for a traveller in these lines, as item or as option. */
export function countFor(
  lines: readonly Pick<CartLine, "shopItemId" | "optionId" | "profileId" | "quantity">[],
  profileId: string | null,
  shopItemId: string,
): number {
  return lines
    .filter((line) => line.profileId === profileId && (line.shopItemId === shopItemId || line.optionId === shopItemId))
    .reduce((count, { quantity }) => count + quantity, 0);
}

/** The `maxBuyAtOnce` exceeded by a line's article or option; null when none. */
function exceededLimit(lines: readonly CartLine[], line: CartLine, articles: readonly CartArticle[]): number | null {
  const bought = line.optionId === null ? [line.shopItemId] : [line.shopItemId, line.optionId];
  for (const shopItemId of bought) {
    const max = articleOf(articles, shopItemId)?.maxBuyAtOnce ?? null;
    if (max !== null && countFor(lines, line.profileId, shopItemId) > max) return max;
  }
  return null;
}

function canBePaidTogether(lines: readonly CartLine[], articles: readonly CartArticle[], offer: PaymentOffer): boolean {
  const ids = lines.flatMap(({ shopItemId, optionId }) => (optionId === null ? [shopItemId] : [shopItemId, optionId]));
  const bought = [...new Set(ids)].flatMap((id) => articleOf(articles, id) ?? []);
  return (
    sharedOptions(
      bought,
      offer,
      bought.some(({ isRenewable }) => isRenewable),
    ).length > 0
  );
}

function articleOf(articles: readonly CartArticle[], shopItemId: string): CartArticle | undefined {
  return articles.find((article) => article.shopItemId === shopItemId);
}
