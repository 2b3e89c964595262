import type { LineError, LineWarning } from "@guichet/contract/cart.ts";
import type { RemainingTime } from "@guichet/contract/catalogue.ts";
import type { Journey } from "@guichet/contract/travel.ts";
import type { Money } from "@guichet/contract/values.ts";
import type { StoredArticle } from "./stored-article.ts";

/** The server's quote of a cart: prices and errors. */
export interface CartQuote {
  /** Lines in the order of the request; an option is priced with its line. */
  lines: readonly QuotedLine[];
  /** Names of the articles that vouchers give for free. */
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
  /** Id of the line in the cart; the server's response identifies lines by position. */
  id: string;
  subtotal: Money;
  /** Unit price, without options. */
  price: Money;
  /** Names of the missing documents. */
  documents?: readonly string[];
  /** The time that the price is for, if it is not a whole period. */
  remaining?: RemainingTime;
  /** Origin and destination, for articles sold by journey. */
  journey?: Journey;
  errors: readonly LineError[];
  /** Passes that its traveller already has for the same days. */
  warnings: readonly LineWarning[];
}

export interface QuotedDiscount {
  sourceCode: string;
  amount: Money;
  error: LineError | null;
}

/** Quote as the server returns it: its lines have no ids. */
export type CartQuoteAnswer = Omit<CartQuote, "lines"> & { lines: readonly Omit<QuotedLine, "id">[] };

const lists = ["lines", "gifts", "discounts", "errors", "articles", "travellers"] as const;

/**
 * Whether the response is a quote of a cart with `lineCount` lines. JSON from another build or another server must not be shown
 * as a quote.
 */
export function isCartQuoteAnswer(
  answer: Partial<CartQuoteAnswer> | null,
  lineCount: number,
): answer is CartQuoteAnswer {
  return lists.every((name) => Array.isArray(answer?.[name])) && answer?.lines?.length === lineCount && !!answer.total;
}
