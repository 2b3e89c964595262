import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { useSearchParams } from "react-router";
import { href } from "../../paths.ts";
import { useT } from "../../texts/texts.tsx";
import { useCart } from "../cart-state.ts";

/** For a customer whom the e-mail about accepted documents leads to a cart without that article (`item`): the way to the article. */
export function AcceptedItem() {
  const t = useT();
  const { lines } = useCart();
  const item = useSearchParams()[0].get("item");
  if (!item || lines.some(({ shopItemId }) => shopItemId === item)) return null;
  return (
    <Notice tone="ok">
      <p>{t("cart.accepted.elsewhere")}</p>
      <LinkButton variant="main" href={href("product", { id: item })}>
        {t("cart.accepted.choose")}
      </LinkButton>
    </Notice>
  );
}
