import { cartKey } from "./cart-state.ts";

/**
 * Inline script that marks the document before the first paint if this browser's cart is not empty: the cart page then shows a
 * loading state, not an empty cart. A value that does not parse counts as empty, as everywhere. The script runs in the head: in
 * the body it would wait for the style sheets and delay all content after it.
 */
export const filledCartScript =
  `try{if(JSON.parse(localStorage.getItem(${JSON.stringify(cartKey)})).lines.length)` +
  "document.documentElement.dataset.cart='filled'}catch(e){}";
