import { useCartQuote } from "./use-cart-quote.ts";

/** Has the server verify the cart after each change, also where nothing of it is shown: on phones, away from its page (§4). */
export function QuoteChanges() {
  useCartQuote();
  return null;
}
