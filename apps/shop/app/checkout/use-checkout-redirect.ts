import { dayIn } from "@guichet/rules/dates/days.ts";
import { useState } from "react";
import { readCart, useCart } from "../cart/cart-state.ts";
import { usePageContext } from "../page/page-context.tsx";
import { checkoutRedirect } from "./checkout-guard.ts";

/** Where the browser's guards lead, before anything shows. An order placed on this very page has its own way on. */
export function useCheckoutRedirect(): string | undefined {
  const cart = useCart();
  const { user, network } = usePageContext();
  const [orderId] = useState(() => (typeof localStorage === "undefined" ? null : readCart().orderId));
  const today = dayIn(new Date().toISOString(), network.timeZone);
  return checkoutRedirect({ cart: { ...cart, orderId }, user, today, hideBirthDate: network.specific.hideBirthDate });
}
