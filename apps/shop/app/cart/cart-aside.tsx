import { Button } from "@guichet/ui/button.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Receipt } from "@guichet/ui/receipt.tsx";
import { Total } from "@guichet/ui/total.tsx";
import { href } from "../paths.ts";
import { useFormats } from "../shell/formats.ts";
import { useT } from "../shell/texts.tsx";
import { CartLines } from "./cart-lines.tsx";
import { useCart } from "./cart-state.ts";
import { useVerification } from "./verification.ts";
import { VoucherBox } from "./voucher-box.tsx";

/** The cart beside the shop, where there is room for it (§2 "cart sidebar with voucher box"). */
export function CartAside() {
  const t = useT();
  const { articleCount } = useCart();
  const verification = useVerification();
  const count = { value: articleCount, label: t("shell.cart.count", { count: articleCount }) };
  return (
    <Receipt id="basket" title={t("cart.yours")} count={count}>
      <CartLines verification={verification} />
      <VoucherBox place="aside" verification={verification} />
      <CartSum verification={verification} />
      <LinkButton look="main" big href={href("cart")}>
        {t("cart.view")}
      </LinkButton>
    </Receipt>
  );
}

/** The verified total; while it is not known, says so. */
export function CartSum({ verification }: { verification: ReturnType<typeof useVerification> }) {
  const t = useT();
  const { money } = useFormats();
  const { state, last, retry } = verification;
  if (state === "failed") {
    return (
      <Notice tone="bad" role="status" title={t("cart.unverified.title")}>
        <p>{t("cart.unverified.short")}</p>
        <Button type="button" onClick={retry}>
          {t("cart.retry")}
        </Button>
      </Notice>
    );
  }
  return (
    <div aria-busy={state !== "verified"} className={state === "verified" ? undefined : "opacity-60"}>
      <Total label={t("cart.total")} amount={last === null ? "…" : money(last.total)} />
    </div>
  );
}
