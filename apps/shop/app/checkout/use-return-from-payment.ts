import { useEffect, useState } from "react";
import { useNavigate, useNavigationType } from "react-router";
import { cart, readCart } from "../cart/cart-state.ts";
import { useLanguagePrefix } from "../page/frame.tsx";
import { href } from "../paths.ts";
import { keptSelection } from "./payment-selection.ts";

/** Whether the browser loaded this document again for Back or Forward. */
const isLoadedFromHistory = (): boolean => {
  const [loaded] = performance.getEntriesByType("navigation");
  return loaded instanceof PerformanceNavigationTiming && loaded.type === "back_forward";
};

/**
 * Returns the unpaid order of the cart whose payment page the customer left with Back: checkout is then shown as it was,
 * and the order is paid again or replaced from there (decision 006). null on any other visit. Once opened, the payment's
 * outcome is read: a paid order is shown instead, and a refused or cancelled one is no longer continued.
 */
export function useReturnFromPayment(): string | null {
  const navigate = useNavigate();
  const prefixed = useLanguagePrefix();
  const isPop = useNavigationType() === "POP";
  const [returned, setReturned] = useState(() => (isPop && isLoadedFromHistory() ? openOrder() : null));
  useEffect(() => {
    // The back/forward cache restores the page as it was left.
    const restored = ({ persisted }: PageTransitionEvent) => persisted && setReturned(openOrder());
    addEventListener("pageshow", restored);
    return () => removeEventListener("pageshow", restored);
  }, []);
  useEffect(() => {
    if (returned === null) return;
    const left = new AbortController();
    void outcomeOf(prefixed(`/cart/payment?order=${returned}`), left.signal).then((outcome) => {
      if (left.signal.aborted) return;
      if (outcome === "CONFIRMED") return navigate(href("cart", undefined, { order: returned }), { replace: true });
      const isUnpaid = outcome === "REFUSED" || outcome === "CANCELLED";
      if (isUnpaid && readCart().orderId === returned) cart.renewKey();
    });
    return () => left.abort();
  }, [returned, prefixed, navigate]);
  return returned;
}

/** The order that was placed from this tab for the cart, if it has no result yet. */
function openOrder(): string | null {
  if (typeof localStorage === "undefined") return null;
  const { orderId } = readCart();
  return keptSelection()?.orderId === orderId ? orderId : null;
}

async function outcomeOf(url: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    const response = await fetch(url, { signal });
    return response.ok && !response.redirected ? (await response.json()).outcome : undefined;
  } catch {
    return undefined;
  }
}
