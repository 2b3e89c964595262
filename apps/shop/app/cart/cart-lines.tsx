import { Joined } from "@guichet/ui/joined.tsx";
import { Lines } from "@guichet/ui/lines.tsx";
import { Amount } from "../formats/amount.tsx";
import { useT } from "../texts/texts.tsx";
import { useCart } from "./cart-state.ts";
import type { QuoteState } from "./latest-quote.ts";
import { useLineWords } from "./line-words.ts";

/** Short list of the cart's articles, travellers and prices, for the sidebar and the drawer after adding. */
export function CartLines({ quote }: { quote: QuoteState }) {
  const t = useT();
  const { lines, articles } = useCart();
  const { state, last } = quote;
  const words = useLineWords(last?.travellers ?? [], articles);
  const rows = lines.map((line) => {
    const article = articles.find(({ shopItemId }) => shopItemId === line.shopItemId);
    const name = article?.name ?? t("cart.line.unnamed");
    const verified = state === "failed" ? undefined : last?.lines.find(({ id }) => id === line.id);
    const subtotal = verified?.subtotal;
    return {
      id: line.id,
      strong: true,
      name: line.quantity > 1 ? t("cart.line.times", { count: `${line.quantity}`, name }) : name,
      note: <Joined parts={words(line, article, verified?.journey).main} />,
      value: subtotal ? <Amount money={subtotal} /> : "…",
    };
  });
  return <Lines lines={rows} />;
}
