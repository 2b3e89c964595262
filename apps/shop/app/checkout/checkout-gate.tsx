import { useHydrated } from "@guichet/ui/hydrated.ts";
import type { ReactNode } from "react";
import { Navigate } from "react-router";
import { useCart } from "../cart/cart-state.ts";
import { usePageContext } from "../page/page-context.tsx";
import { href } from "../paths.ts";
import { useToday } from "../request-context/today.ts";
import { checkoutRedirect } from "./checkout-guard.ts";

/**
 * Renders its children if the cart is ready for checkout regardless of the customer; otherwise redirects as the guard requires
 * (§2). The cart is stored in the browser, so the server renders only the frame.
 */
export function CheckoutGate({ children }: { children: ReactNode }) {
  const hydrated = useHydrated();
  const cart = useCart();
  const today = useToday();
  const { hideBirthDate } = usePageContext().network.specific;
  if (!hydrated) return null;
  const to = checkoutRedirect({ cart, user: null, today: today(), hideBirthDate });
  return to === href("inviteLogin") ? children : <Navigate to={to ?? href("checkout")} replace />;
}
