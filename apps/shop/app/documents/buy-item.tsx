import { LinkButton } from "@guichet/ui/link-button.tsx";
import { useCart } from "../cart/cart-state.ts";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";

/**
 * Link to buy an article whose documents are valid: to the cart if it already contains the article for this traveller,
 * otherwise to the article page.
 */
export function BuyItem({ shopItemId, userId }: { shopItemId: string; userId: string }) {
  const t = useT();
  const { lines } = useCart();
  const waits = lines.some((line) => line.shopItemId === shopItemId && line.profileId === userId);
  return (
    <LinkButton variant="main" big href={waits ? href("cart") : href("product", { id: shopItemId })}>
      {t(waits ? "documents.to-cart" : "documents.buy")}
    </LinkButton>
  );
}
