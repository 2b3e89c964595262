import { useCartQuote } from "./use-cart-quote.ts";

/** Quotes the cart after each change, even when it is not visible: on phones, outside the cart page (§4). */
export function QuoteChanges() {
  useCartQuote();
  return null;
}
