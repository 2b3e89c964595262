import { Receipt } from "@guichet/ui/receipt.tsx";
import { lazy, Suspense } from "react";
import { useCart } from "../cart/cart-state.ts";
import { useWideScreen } from "../cart/use-wide-screen.ts";
import { useT } from "../texts/texts.tsx";

// Lazy, because phones have no room for the sidebar and an empty cart does not need it.
const CartAside = lazy(() =>
  import("../cart/cart-aside.tsx")
    .then((module) => ({ default: module.CartAside }))
    .catch(() => ({ default: EmptyAside })),
);

/** Cart sidebar of the shop, or its placeholder. */
export function HomeAside() {
  const { articleCount } = useCart();
  const isWide = useWideScreen();
  if (!isWide || articleCount === 0) return <EmptyAside />;
  return (
    <Suspense fallback={<EmptyAside />}>
      <CartAside />
    </Suspense>
  );
}

function EmptyAside() {
  const t = useT();
  return (
    <Receipt id="basket" title={t("home.cart")}>
      <p className="soft">{t("home.cart.empty")}</p>
    </Receipt>
  );
}
