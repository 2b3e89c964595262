import { dayIn } from "@guichet/rules/dates/days.ts";
import { useState } from "react";
import { readCart, useCart } from "../cart/cart-state.ts";
import { usePageContext } from "../page/page-context.tsx";
import { checkoutRedirect } from "./checkout-guard.ts";

/**
 * Returns the redirect of the browser's guards before anything renders. Orders placed on this page redirect separately;
 * the order that the customer `returned` from with Back does not redirect.
 */
export function useCheckoutRedirect(returned: string | null = null): string | undefined {
  const cart = useCart();
  const { user, network } = usePageContext();
  const [orderId] = useState(() => (typeof localStorage === "undefined" ? null : readCart().orderId));
  const today = dayIn(new Date().toISOString(), network.timeZone);
  const open = orderId === returned ? null : orderId;
  return checkoutRedirect({
    cart: { ...cart, orderId: open },
    user,
    today,
    hideBirthDate: network.specific.hideBirthDate,
  });
}
