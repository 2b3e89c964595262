import { Button } from "@guichet/ui/button.tsx";
import { Lines } from "@guichet/ui/lines.tsx";
import { Receipt } from "@guichet/ui/receipt.tsx";
import type { ReactNode } from "react";
import { Amount } from "../formats/amount.tsx";
import { useOrderingClosed } from "../maintenance/flag-alert.tsx";
import { T, useT } from "../texts/texts.tsx";
import { useCart } from "./cart-state.ts";
import { CartTotal } from "./cart-total.tsx";
import type { useCartQuote } from "./use-cart-quote.ts";

interface CartReceiptProps {
  quote: ReturnType<typeof useCartQuote>;
  children: ReactNode;
}

/** Receipt with the quoted amounts, the acceptance checkboxes and the checkout button. */
export function CartReceipt({ quote, children }: CartReceiptProps) {
  const t = useT();
  const { articleCount } = useCart();
  const closed = useOrderingClosed();
  const { state, last } = quote;
  const checking = state === "checking" || state === "idle";
  const rows =
    last === null
      ? []
      : [
          { id: "subtotal", name: t("cart.titles", { count: articleCount }), value: <Amount money={last.subtotal} /> },
          ...last.gifts.map((name) => ({ id: `gift ${name}`, name: t("cart.gift", { name }), value: t("cart.free") })),
          ...last.discounts
            .filter(({ error, amount }) => error === null && amount.amount > 0)
            .map(({ sourceCode, amount }) => ({
              id: sourceCode,
              name: <T id="cart.discount" components={{ code: <bdi dir="ltr">{sourceCode}</bdi> }} />,
              value: <Amount money={{ ...amount, amount: -amount.amount }} />,
            })),
          ...(last.shipping === null
            ? []
            : [{ id: "shipping", name: t("cart.shipping"), value: <Amount money={last.shipping} /> }]),
        ];
  return (
    <Receipt id="summary" title={t("cart.summary")}>
      <div aria-busy={checking} className={checking ? "opacity-60" : undefined}>
        {rows.length > 0 && state !== "failed" && <Lines lines={rows} />}
      </div>
      <CartTotal quote={quote} />
      {!closed && children}
      {!closed && state !== "failed" && (
        <Button
          variant="main"
          big
          busy={checking && t("cart.checking")}
          end={last === null ? undefined : <Amount money={last.total} />}
        >
          {t("cart.continue")}
        </Button>
      )}
      {!closed && <p className="small soft">{t("cart.next")}</p>}
    </Receipt>
  );
}
