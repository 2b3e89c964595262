import type { Discount, LineError, PriceBreakdown, PricedLine } from "@guichet/contract/cart.ts";
import type { ShopItem } from "@guichet/contract/catalogue.ts";
import { type Err, err } from "@guichet/contract/result.ts";
import type { Money } from "@guichet/contract/values.ts";
import { allocate, portion } from "./money.ts";
import { type TypedVoucher, usableVoucher, type VoucherRefusal, type VoucherTerms, voucherCode } from "./vouchers.ts";

/** Article properties needed for pricing. */
export type PricedArticle = Pick<ShopItem, "shopItemId" | "name" | "price" | "shopItemPromoPrice" | "products"> &
  Partial<Pick<ShopItem, "remaining">>;

/** A line to price: `productId` identifies the article or one of its products (§7 "Order line payload"). */
export interface LineToPrice {
  quantity: number;
  productId: string;
  optionLines?: readonly { quantity: number; productId: string }[] | undefined;
  /** Price of a piece, if the line determines it: a journey between two stops. */
  price?: Money | undefined;
}

export interface CartToPrice {
  lines: readonly LineToPrice[];
  articles: readonly PricedArticle[];
  /** In the order of entry by the customer. */
  vouchers: readonly TypedVoucher[];
  /** null: nothing is shipped. */
  shippingFee: Money | null;
  currency: string;
  /** Articles that a GIFT may give, if they are not all in `articles`. */
  gifts?: readonly PricedArticle[];
  /** Checks the eligibility for a gift; its error is reported for the code. */
  refusedGift?: ((gift: PricedArticle) => LineError | undefined) | undefined;
  now: string;
}

export type Prices = Omit<PriceBreakdown, "paymentOptions" | "errors">;

/** A line during the calculation, in minor units, with its remaining amount after the discounts so far. */
interface OpenLine {
  priced: Omit<PricedLine, "discount" | "total">;
  subtotal: number;
  left: number;
}

/**
 * Computes the prices of a cart (§5, §9). Discounts apply in the given order, each to what the previous ones left: AMOUNT and RATIO
 * to the articles of the order, ARTICLE_AMOUNT and ARTICLE_RATIO to the lines of the named articles together; GIFT adds a free
 * line; the shipping fee is never discounted. Nothing becomes negative, and lines plus shipping add up to the total. A line
 * without its article is priced at zero with ARTICLE_UNKNOWN; a discount that is not available has its error.
 */
export function quotePrices(cart: CartToPrice): Prices {
  const { currency } = cart;
  const money = (amount: number): Money => ({ amount, currency });
  const open = cart.lines.flatMap((line, index) => openLines(line, index, cart));
  const subtotal = open.reduce((sofar, line) => sofar + line.subtotal, 0);
  const discounts: Discount[] = [];
  const gifts: OpenLine[] = [];
  const used: VoucherTerms[] = [];

  for (const typed of cart.vouchers) {
    const applied = apply(typed, { cart, open, subtotal, used });
    if (applied.gift) gifts.push(giftLine(applied.gift, cart.lines.length + gifts.length, currency));
    discounts.push({
      sourceCode: voucherCode(typed.code),
      amount: money(applied.amount),
      error: applied.error ?? errorOf(applied.refusal),
    });
  }

  const lines = [...open, ...gifts].map(({ priced, subtotal, left }) => ({
    ...priced,
    discount: money(subtotal - left),
    total: money(left),
  }));
  const left = open.reduce((sofar, line) => sofar + line.left, 0);
  return {
    lines,
    discounts,
    subtotalAmount: money(subtotal),
    discountAmount: money(subtotal - left),
    shippingFee: cart.shippingFee,
    totalAmount: money(left + (cart.shippingFee?.amount ?? 0)),
  };
}

/** The applicable price: the promotional one if it is lower. */
export function unitPrice({ price, shopItemPromoPrice }: Pick<PricedArticle, "price" | "shopItemPromoPrice">): Money {
  return shopItemPromoPrice !== null && shopItemPromoPrice.amount < price.amount ? shopItemPromoPrice : price;
}

/** The article of a line, by its own id or by the id of one of its products. */
export function articleNamed<A extends Pick<PricedArticle, "shopItemId" | "products">>(
  articles: readonly A[],
  productId: string,
): A | undefined {
  return (
    articles.find(({ shopItemId }) => shopItemId === productId) ??
    articles.find(({ products }) => products.some((product) => product.productId === productId))
  );
}

function openLines(line: LineToPrice, index: number, cart: CartToPrice): OpenLine[] {
  return [line, ...(line.optionLines ?? [])].map((part, place) =>
    openLine(part, articleNamed(cart.articles, part.productId), { index, option: place > 0, currency: cart.currency }),
  );
}

function openLine(
  { quantity, productId, price: own }: Omit<LineToPrice, "optionLines">,
  article: PricedArticle | undefined,
  { index, option, currency }: { index: number; option: boolean; currency: string },
): OpenLine {
  const price = own ?? (article === undefined ? { amount: 0, currency } : unitPrice(article));
  if (price.currency !== currency) throw new TypeError(`${productId} is priced in ${price.currency}, not ${currency}`);
  const subtotal = price.amount * Math.max(0, quantity);
  const priced = {
    index,
    option,
    gift: false,
    shopItemId: article?.shopItemId ?? productId,
    productId: productOf(article, productId),
    name: article?.name ?? "",
    quantity,
    unitPrice: price,
    ...(article?.remaining ? { remaining: article.remaining } : {}),
    subtotal: { amount: subtotal, currency },
    errors: article === undefined ? [{ code: "ARTICLE_UNKNOWN" as const }] : [],
  };
  return { priced, subtotal, left: subtotal };
}

function giftLine(article: PricedArticle, index: number, currency: string): OpenLine {
  const free = { ...article, price: { amount: 0, currency }, shopItemPromoPrice: null };
  const line = openLine({ quantity: 1, productId: article.shopItemId }, free, { index, option: false, currency });
  return { ...line, priced: { ...line.priced, gift: true } };
}

function productOf(article: PricedArticle | undefined, asked: string): string {
  const own = article?.products.find(({ productId }) => productId === asked);
  return own?.productId ?? article?.products[0]?.productId ?? asked;
}

interface Applied {
  amount: number;
  gift?: PricedArticle;
  refusal?: Err<VoucherRefusal>;
  /** The recipient's eligibility error. */
  error?: LineError;
}

interface Reached {
  cart: CartToPrice;
  open: OpenLine[];
  subtotal: number;
  used: VoucherTerms[];
}

/** Applies one voucher to what the previous ones left, and records it as used. */
function apply(typed: TypedVoucher, reached: Reached): Applied {
  const { cart, open, subtotal, used } = reached;
  const usable = usableVoucher(typed, cart.now);
  if (!usable.ok) return { amount: 0, refusal: usable };
  const terms = usable.value;
  if (used.some(({ code }) => code === terms.code)) return notApplicable("repeated");
  if (used.length > 0 && !(terms.combinable && used.every(({ combinable }) => combinable))) {
    return notApplicable("not-combinable");
  }
  if (subtotal < (terms.minimumAmount ?? 0)) return notApplicable("minimum-amount", terms.minimumAmount);

  if (terms.type === "GIFT") {
    const gift = [...cart.articles, ...(cart.gifts ?? [])].find(({ shopItemId }) => shopItemId === terms.articles[0]);
    if (gift === undefined) return notApplicable("gift-unavailable");
    const error = cart.refusedGift?.(gift);
    if (error !== undefined) return { amount: 0, error };
    used.push(terms);
    return { amount: 0, gift };
  }

  const onArticles = terms.type === "ARTICLE_AMOUNT" || terms.type === "ARTICLE_RATIO";
  const lines = onArticles ? open.filter(({ priced }) => terms.articles.includes(priced.shopItemId)) : open;
  if (lines.length === 0) return notApplicable("no-matching-article");
  const left = lines.reduce((sofar, line) => sofar + line.left, 0);
  if (left === 0) return notApplicable("nothing-left");
  const amount = Math.min(left, amountOff(terms, left));
  takeOff(amount, lines);
  used.push(terms);
  return { amount };
}

function amountOff(terms: VoucherTerms, left: number): number {
  if (terms.type === "AMOUNT" || terms.type === "ARTICLE_AMOUNT") return terms.amount ?? 0;
  return portion(left, Math.round((terms.ratio ?? 0) * 100), 10_000);
}

/**
 * Allocates a discount to lines. Odd cents go by article, then to the line with the most left, never by position: the order of the
 * lines changes no total, however many discounts follow.
 */
function takeOff(amount: number, lines: readonly OpenLine[]): void {
  const byArticle = [...lines].sort((a, b) => compareText(a.priced.shopItemId, b.priced.shopItemId) || b.left - a.left);
  const shares = allocate(
    amount,
    byArticle.map(({ left }) => left),
  );
  byArticle.forEach((line, place) => {
    line.left -= shares[place] ?? 0;
  });
}

const compareText = (a: string, b: string) => Number(a > b) - Number(a < b);

function notApplicable(reason: string, minimumAmount: number | null = null): Applied {
  const details = minimumAmount === null ? { reason } : { reason, minimumAmount };
  return { amount: 0, refusal: err("VOUCHER_NOT_APPLICABLE", details) };
}

function errorOf(refusal: Err<VoucherRefusal> | undefined): Discount["error"] {
  if (refusal === undefined) return null;
  return refusal.details === undefined ? { code: refusal.code } : { code: refusal.code, details: refusal.details };
}
