import { Button } from "@guichet/ui/button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Total } from "@guichet/ui/total.tsx";
import { useFormats } from "../formats/formats.ts";
import { useT } from "../texts/texts.tsx";
import type { useCartQuote } from "./use-cart-quote.ts";

/** Verified total of the cart; a placeholder or an error while it is unknown. */
export function CartTotal({ quote }: { quote: ReturnType<typeof useCartQuote> }) {
  const t = useT();
  const { money } = useFormats();
  const { state, last, retry } = quote;
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
