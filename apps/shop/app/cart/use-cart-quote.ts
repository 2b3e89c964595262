import { useEffect, useSyncExternalStore } from "react";
import { useFrame, useLanguagePrefix } from "../page/frame.tsx";
import { usePageContext } from "../page/page-context.tsx";
import { type CartQuote, type CartQuoteAnswer, isCartQuoteAnswer } from "./cart-quote.ts";
import { type CartState, cart, useCart } from "./cart-state.ts";
import { fetchCartQuote } from "./fetch-cart-quote.ts";
import { createLatestQuote, type QuoteState } from "./latest-quote.ts";

interface Question {
  cart: CartState;
  url: string;
}

/** Quote shared by the whole page, so that sidebar, drawer and cart show the same result. */
const latestQuote = createLatestQuote<Question>(askServer, (_key, question, { discounts, total, articles, lines }) => {
  const noted = discounts.map(({ sourceCode, error }) => ({ sourceCode, error: error?.code ?? null }));
  const prices = Object.fromEntries(
    lines.filter(({ errors }) => errors.length === 0).map(({ id, price }) => [id, price.amount]),
  );
  cart.noteQuote(question.cart.idempotencyKey, noted, total, articles, prices);
});

async function askServer({ cart: asked, url }: Question, signal: AbortSignal): Promise<CartQuote> {
  const answer = await fetchCartQuote<Partial<CartQuoteAnswer> | null>(asked, url, signal);
  if (!isCartQuoteAnswer(answer, asked.lines.length)) throw new Error("What was answered is no quote of a cart");
  const lines = answer.lines.map((line, place) => ({ ...line, id: asked.lines[place]?.id ?? "" }));
  return { ...answer, lines };
}

/** Returns the server's quote of the cart; requests a new one when the cart, the signed-in user or the language changes. */
export function useCartQuote(): QuoteState & { retry: () => void } {
  const state = useCart();
  const { language } = useFrame();
  const url = useLanguagePrefix()("/cart/verify");
  const { user } = usePageContext();
  const { lines, idempotencyKey } = state;
  const key = `${idempotencyKey} ${language} ${user?.userId ?? ""}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key represents the content; a recorded quote must not trigger another request
  useEffect(() => {
    if (lines.length === 0) latestQuote.rest();
    else latestQuote.request(key, { cart: state, url });
  }, [key, lines.length, url]);
  const quote = useSyncExternalStore(latestQuote.subscribe, latestQuote.read, latestQuote.read);
  return { ...quote, retry: latestQuote.retry };
}
