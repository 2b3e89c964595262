import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { useCart } from "../cart/cart-state.ts";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";

interface BuyItemProps {
  shopItemId: string;
  userId: string;
}

/** Whether the cart of this browser contains the article for this traveller. */
function useInCart({ shopItemId, userId }: BuyItemProps): boolean {
  const { lines } = useCart();
  return lines.some((line) => line.shopItemId === shopItemId && line.profileId === userId);
}

/**
 * Link to buy an article whose documents are valid: to the cart if it already contains the article for this traveller,
 * otherwise to the article page.
 */
export function BuyItem({ shopItemId, userId }: BuyItemProps) {
  const t = useT();
  const waits = useInCart({ shopItemId, userId });
  return (
    <LinkButton variant="main" big href={waits ? href("cart") : href("product", { id: shopItemId })}>
      {t(waits ? "documents.to-cart" : "documents.buy")}
    </LinkButton>
  );
}

/** While the documents are examined: the cart that waits for the decision, and a link to it; nothing without such a cart. */
export function KeptCart(props: BuyItemProps) {
  const t = useT();
  if (!useInCart(props)) return null;
  return (
    <Notice>
      <p>{t("documents.kept")}</p>
      <LinkButton variant="quiet" href={href("cart")}>
        {t("documents.to-cart")}
      </LinkButton>
    </Notice>
  );
}
