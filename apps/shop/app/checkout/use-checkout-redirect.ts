import { dayIn } from "@guichet/rules/dates/days.ts";
import { useState } from "react";
import { readCart, useCart } from "../cart/cart-state.ts";
import { usePageContext } from "../page/page-context.tsx";
import { checkoutRedirect } from "./checkout-guard.ts";

/** Returns the redirect of the browser's guards before anything renders. Orders placed on this page redirect separately. */
export function useCheckoutRedirect(): string | undefined {
  const cart = useCart();
  const { user, network } = usePageContext();
  const [orderId] = useState(() => (typeof localStorage === "undefined" ? null : readCart().orderId));
  const today = dayIn(new Date().toISOString(), network.timeZone);
  return checkoutRedirect({ cart: { ...cart, orderId }, user, today, hideBirthDate: network.specific.hideBirthDate });
}
