import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Receipt } from "@guichet/ui/receipt.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import { CartLines } from "./cart-lines.tsx";
import { useCart } from "./cart-state.ts";
import { CartTotal } from "./cart-total.tsx";
import { useCartQuote } from "./use-cart-quote.ts";
import { VoucherBox } from "./voucher-box.tsx";

/** Cart sidebar on wide screens (§2 "cart sidebar with voucher box"). */
export function CartAside() {
  const t = useT();
  const { articleCount } = useCart();
  const quote = useCartQuote();
  const count = { value: articleCount, label: t("shell.cart.count", { count: articleCount }) };
  return (
    <Receipt id="basket" title={t("cart.yours")} count={count}>
      <CartLines quote={quote} />
      <VoucherBox place="aside" quote={quote} />
      <CartTotal quote={quote} />
      <LinkButton variant="main" big href={href("cart")}>
        {t("cart.view")}
      </LinkButton>
    </Receipt>
  );
}
