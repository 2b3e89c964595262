import type { CartState } from "./cart-state.ts";
import { orderLinesOf } from "./order-lines.ts";

type QuotedCart = Pick<CartState, "lines" | "articles" | "vouchers"> & {
  /** Tells this content of the cart from any other: the mandate of a debit is the same for the same key. */
  idempotencyKey?: string;
};

/**
 * Asks the server for the quote of a cart: what it costs, and what stands in its way. `url`: the shop's address that
 * answers it. Rejects when the server cannot be asked or leads elsewhere, and when `signal` ends it.
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
