import type { LineError, LineWarning } from "@guichet/contract/cart.ts";
import type { Journey } from "@guichet/contract/travel.ts";
import type { Money } from "@guichet/contract/values.ts";
import type { StoredArticle } from "./stored-article.ts";

/** What the server said of a cart: what it costs, and what stands in its way. */
export interface CartQuote {
  /** In the order that was asked; an option is priced with its line. */
  lines: readonly QuotedLine[];
  /** Names of the articles that a voucher gives. */
  gifts: readonly string[];
  discounts: readonly QuotedDiscount[];
  subtotal: Money;
  discount: Money;
  shipping: Money | null;
  total: Money;
  errors: readonly LineError[];
  articles: readonly StoredArticle[];
  travellers: readonly { userId: string; name: string }[];
}

export interface QuotedLine {
  /** The cart's own id of the line; the server answers by place. */
  id: string;
  subtotal: Money;
  /** What a piece costs, without its options. */
  price: Money;
  /** Names of the documents that are missing for it. */
  documents?: readonly string[];
  /** From where to where, of an article that is sold so. */
  journey?: Journey;
  errors: readonly LineError[];
  /** What its traveller has already on the same days. */
  warnings: readonly LineWarning[];
}

export interface QuotedDiscount {
  sourceCode: string;
  amount: Money;
  error: LineError | null;
}

/** The same as the server answers it: lines have no ids there. */
export type CartQuoteAnswer = Omit<CartQuote, "lines"> & { lines: readonly Omit<QuotedLine, "id">[] };

const lists = ["lines", "gifts", "discounts", "errors", "articles", "travellers"] as const;

/**
 * Is this the server's word on a cart of so many lines? Another build's or a stranger's answer that reads as JSON must
 * not be shown as one.
 */
export function isCartQuoteAnswer(
  answer: Partial<CartQuoteAnswer> | null,
  lineCount: number,
): answer is CartQuoteAnswer {
  return lists.every((name) => Array.isArray(answer?.[name])) && answer?.lines?.length === lineCount && !!answer.total;
}
