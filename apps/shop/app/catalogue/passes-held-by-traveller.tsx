import type { LineWarning } from "@guichet/contract/cart.ts";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import type { CartQuoteAnswer } from "../cart/cart-quote.ts";
import { cart as theCart, useCart } from "../cart/cart-state.ts";
import { fetchCartQuote } from "../cart/fetch-cart-quote.ts";
import { orderLinesOf } from "../cart/order-lines.ts";
import { useFrame, useLanguagePrefix } from "../page/frame.tsx";
import { HeldPassQuestion } from "../subscriptions/held-pass-question.tsx";
import { type Choice, lineOf } from "./article-selection.ts";
import type { Product } from "./product.ts";

/**
 * Notice of passes that the selected traveller already has for the selected days, including lines of the cart; a running
 * subscription is asked here, and again in the cart until it is answered. The component queries the
 * server at every change of the selection. If the request fails, it shows nothing; the cart checks again.
 */
export function PassesHeldByTraveller({ product, choice }: { product: Product; choice: Choice }) {
  const { language } = useFrame();
  const url = useLanguagePrefix()("/cart/verify");
  const { lines, articles, duplicatesAccepted } = useCart();
  const [query] = useSearchParams();
  const changed = query.get("line");
  const [known, setKnown] = useState<{ question: string; warnings: readonly LineWarning[] }>();
  const chosen = choice.travellerId === null ? null : lineOf({ ...choice, optionId: null }, product);
  const others = lines.filter(({ id }) => id !== changed);
  const cart = chosen && {
    lines: [...others, { ...chosen, id: "" }],
    articles: [product.kept, ...articles.filter(({ shopItemId }) => shopItemId !== product.id)],
    vouchers: [],
  };
  const question = cart && JSON.stringify(orderLinesOf(cart));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the request represents the cart; the response contains names in the page's language
  useEffect(() => {
    if (cart === null || question === null) return;
    const asking = new AbortController();
    fetchCartQuote<Partial<CartQuoteAnswer> | null>(cart, url, asking.signal)
      .then((answer) => setKnown({ question, warnings: answer?.lines?.at(-1)?.warnings ?? [] }))
      .catch(() => undefined);
    return () => asking.abort();
  }, [question, url, language]);
  // Hide the warnings of the previous selection while a request is pending.
  return (
    <HeldPassQuestion
      scope="product"
      warnings={known?.question === question ? (known?.warnings ?? []) : []}
      accepted={duplicatesAccepted}
      accept={theCart.acceptDuplicate}
    />
  );
}
