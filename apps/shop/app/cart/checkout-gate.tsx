import { mayCheckOut } from "@guichet/rules/permissions.ts";
import { useHydrated } from "@guichet/ui/hydrated.ts";
import type { ReactNode } from "react";
import { Navigate } from "react-router";
import { useToday } from "../identity/today.ts";
import { href } from "../paths.ts";
import { useShell } from "../shell/shell.tsx";
import { useCart } from "./cart-state.ts";

/**
 * Shows its children for a cart that may go on: not empty, terms accepted, of age or certified; else leads back to the
 * cart (§2 guards). The cart lives in the browser, so the server sends the frame alone.
 */
export function CheckoutGate({ children }: { children: ReactNode }) {
  const hydrated = useHydrated();
  const cart = useCart();
  const today = useToday();
  const { user, network } = useShell();
  if (!hydrated) return null;
  const { hideBirthDate } = network.specific;
  const birthday = user && !user.isGuest ? user.birthday : null;
  const may = cart.lines.length > 0 && mayCheckOut(cart, { birthday, today: today(), hideBirthDate }).ok;
  return may ? children : <Navigate to={href("cart")} replace />;
}
