import type { LineWarning } from "@guichet/contract/cart.ts";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { useCart } from "../cart/cart-state.ts";
import { orderLinesOf } from "../cart/order-lines.ts";
import type { VerifyAnswer } from "../cart/verified-cart.ts";
import { useFrame, useLanguagePrefix } from "../page/frame.tsx";
import { HeldPasses } from "../subscriptions/held-pass.tsx";
import { type Choice, lineOf } from "./choice.ts";
import type { Product } from "./product.ts";

/**
 * What the chosen traveller has already on the days that are chosen, the lines of the cart included: asked of the server at every change
 * of the choice. When it cannot be asked nothing is said; the cart asks again.
 */
export function PassesHeldByTraveller({ product, choice }: { product: Product; choice: Choice }) {
  const { language } = useFrame();
  const url = useLanguagePrefix()("/cart/verify");
  const { lines, articles } = useCart();
  const [query] = useSearchParams();
  const changed = query.get("line");
  const [known, setKnown] = useState<{ question: string; warnings: readonly LineWarning[] }>();
  const chosen = choice.travellerId === null ? null : lineOf({ ...choice, optionId: null }, product);
  const others = lines.filter(({ id }) => id !== changed);
  const question = chosen
    ? JSON.stringify({
        articles: orderLinesOf({
          lines: [...others, { ...chosen, id: "" }],
          articles: [product.kept, ...articles.filter(({ shopItemId }) => shopItemId !== product.id)],
        }),
        vouchers: [],
      })
    : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is answered has the names of the page's language
  useEffect(() => {
    if (question === null) return;
    const asking = new AbortController();
    warningsFor(url, question, asking.signal)
      .then((warnings) => setKnown({ question, warnings }))
      .catch(() => undefined);
    return () => asking.abort();
  }, [question, url, language]);
  // While another choice is asked about, what was said of the last one would be wrong.
  return <HeldPasses warnings={known?.question === question ? (known?.warnings ?? []) : []} />;
}

async function warningsFor(url: string, cart: string, signal: AbortSignal): Promise<readonly LineWarning[]> {
  const response = await fetch(url, { method: "POST", body: new URLSearchParams({ cart }), signal });
  if (!response.ok || response.redirected) throw new Error(`The choice could not be verified: ${response.status}`);
  const answer: Partial<VerifyAnswer> | null = await response.json();
  return answer?.lines?.at(-1)?.warnings ?? [];
}
