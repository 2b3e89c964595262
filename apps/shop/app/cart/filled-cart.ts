import { cartKey } from "./cart-state.ts";

/**
 * Says on the document, before the first paint, that something lies in this browser's cart: the cart page then shows that it is
 * being fetched, and not that the cart is empty. What does not parse counts as empty, as everywhere. Runs in the head: among
 * the words it would wait for the styles, and all that stands after it too.
 */
export const filledCartScript =
  `try{if(JSON.parse(localStorage.getItem(${JSON.stringify(cartKey)})).lines.length)` +
  "document.documentElement.dataset.cart='filled'}catch(e){}";
