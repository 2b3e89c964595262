import type { CartState } from "./cart-state.ts";
import { orderLinesOf } from "./order-lines.ts";

type QuotedCart = Pick<CartState, "lines" | "articles" | "vouchers"> & {
  /** Identifies this content of the cart: the same key gives a direct debit the same mandate. */
  idempotencyKey?: string;
};

/**
 * Fetches the quote of a cart, with its prices and errors, from the shop's URL `url`. Rejects when the server is unreachable or
 * redirects, and when `signal` aborts.
 */
export async function fetchCartQuote<Answer>(
  { lines, articles, vouchers, idempotencyKey }: QuotedCart,
  url: string,
  signal: AbortSignal,
): Promise<Answer> {
  const content = { articles: orderLinesOf({ lines, articles }), vouchers, key: idempotencyKey };
  const body = new URLSearchParams({ cart: JSON.stringify(content) });
  const response = await fetch(url, { method: "POST", body, signal });
  if (!response.ok || response.redirected) throw new Error(`The cart could not be quoted: ${response.status}`);
  return await response.json();
}
