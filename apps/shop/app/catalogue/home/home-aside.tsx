import { Receipt } from "@guichet/ui/receipt.tsx";
import { lazy, Suspense } from "react";
import { useCart } from "../../cart/cart-state.ts";
import { useWideScreen } from "../../cart/use-wide-screen.ts";
import { useT } from "../../texts/texts.tsx";

// Phones have no room for it and do without its script; so does everybody whose cart is empty.
const CartAside = lazy(() =>
  import("../../cart/cart-aside.tsx")
    .then((module) => ({ default: module.CartAside }))
    .catch(() => ({ default: EmptyAside })),
);

/** The cart beside the shop, or the place where it will be. */
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
    <Receipt id="basket" title={t("catalogue.cart")}>
      <p className="soft">{t("catalogue.cart.empty")}</p>
    </Receipt>
  );
}
