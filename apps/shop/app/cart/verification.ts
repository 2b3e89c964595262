import { useEffect, useSyncExternalStore } from "react";
import { useFrame, useLanguagePrefix } from "../page/frame.tsx";
import { useShell } from "../page/page-context.tsx";
import { type CartState, cart, useCart } from "./cart-state.ts";
import { orderLinesOf } from "./order-lines.ts";
import { isVerifyAnswer, type VerifiedCart } from "./verified-cart.ts";
import { createVerifier, type Verification } from "./verifier.ts";

interface Question {
  cart: CartState;
  url: string;
}

/** One for the whole page: sidebar, drawer and cart show the same word of the server. */
const verifier = createVerifier<Question>(askServer, (_key, question, { discounts, total, articles, lines }) => {
  const noted = discounts.map(({ sourceCode, error }) => ({ sourceCode, error: error?.code ?? null }));
  const prices = Object.fromEntries(
    lines.filter(({ errors }) => errors.length === 0).map(({ id, price }) => [id, price.amount]),
  );
  cart.noteVerification(question.cart.idempotencyKey, noted, total, articles, prices);
});

async function askServer({ cart: asked, url }: Question, signal: AbortSignal): Promise<VerifiedCart> {
  const content = { articles: orderLinesOf(asked), vouchers: asked.vouchers };
  const body = new URLSearchParams({ cart: JSON.stringify(content) });
  const response = await fetch(url, { method: "POST", body, signal });
  if (!response.ok) throw new Error(`The cart could not be verified: ${response.status}`);
  const answer = await response.json();
  if (!isVerifyAnswer(answer, asked.lines.length)) throw new Error("What was answered is no verified cart");
  const lines = answer.lines.map((line, place) => ({ ...line, id: asked.lines[place]?.id ?? "" }));
  return { ...answer, lines };
}

/**
 * The server's word on the cart, asked anew at every change of it, of who is signed in and of the language.
 */
export function useVerification(): Verification & { retry: () => void } {
  const state = useCart();
  const { language } = useFrame();
  const url = useLanguagePrefix()("/cart/verify");
  const { user } = useShell();
  const { lines, idempotencyKey } = state;
  const key = `${idempotencyKey} ${language} ${user?.userId ?? ""}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the content; what verification notes must not ask again
  useEffect(() => {
    if (lines.length === 0) verifier.rest();
    else verifier.verify(key, { cart: state, url });
  }, [key, lines.length, url]);
  const verification = useSyncExternalStore(verifier.subscribe, verifier.read, verifier.read);
  return { ...verification, retry: verifier.retry };
}
