import type { VerifiedPriceBreakdown } from "@guichet/contract/cart.ts";
import type { SavedPaymentMethod } from "@guichet/contract/payments.ts";
import type { Money } from "@guichet/contract/values.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { type CartState, cart, readCart } from "../cart/cart-state.ts";
import { fetchCartQuote } from "../cart/fetch-cart-quote.ts";
import { orderLinesOf } from "../cart/order-lines.ts";
import { useFrame, useLanguagePrefix } from "../page/frame.tsx";
import { href } from "../paths.ts";
import type { Calendar, Payment } from "./payment.ts";
import { keepSelection } from "./payment-selection.ts";
import type { Placed } from "./place-order.server.ts";
import { amountIn, orderPath, sendOrder } from "./send-order.ts";

/** Quote of the cart, with its payment calendars and the saved cards and accounts that can pay it. */
export type CheckoutQuote = VerifiedPriceBreakdown & {
  calendars: readonly Calendar[];
  cards: readonly SavedPaymentMethod[];
};

/** State of the server's quote for the current cart. */
export type Verified = { state: "checking" } | { state: "failed" } | { state: "verified"; quote: CheckoutQuote };

/** Requests a quote each time the cart changes; responses for an earlier cart are ignored (§4). */
export function useCheckoutQuote(state: CartState, active: boolean): { verified: Verified; ask: () => void } {
  const { language } = useFrame();
  const prefixed = useLanguagePrefix();
  const [answer, setAnswer] = useState<{ key: string; verified: Verified }>();
  const [round, setRound] = useState(0);
  const key = `${state.idempotencyKey} ${language}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key represents the content, the round a retry
  useEffect(() => {
    if (!active) return;
    const asked = new AbortController();
    fetchCartQuote<CheckoutQuote>(state, prefixed("/cart/checkout/verify"), asked.signal).then(
      (quote) => {
        if (asked.signal.aborted) return;
        setAnswer({ key, verified: { state: "verified", quote } });
        const noted = quote.discounts.map(({ sourceCode, error }) => ({ sourceCode, error: error?.code ?? null }));
        cart.noteQuote(state.idempotencyKey, noted, quote.totalAmount);
      },
      () => {
        if (!asked.signal.aborted) setAnswer({ key, verified: { state: "failed" } });
      },
    );
    return () => asked.abort();
  }, [active, key, prefixed, round]);
  // While the same cart is quoted again, the previous quote stays visible.
  return {
    verified: answer?.key === key ? answer.verified : { state: "checking" },
    ask: useCallback(() => setRound((before) => before + 1), []),
  };
}

/** Key of a payment selection: a different payment for the same cart is a new request with its own idempotency key. */
const choiceOf = ({ paymentMethod, installments, keepCard, cardId, mandate }: Payment): string =>
  // The mandate identifies a debit order: repeated submissions, even with another account, sign it only once.
  mandate !== null
    ? [paymentMethod, installments, mandate.reference].join("-")
    : [paymentMethod, installments, keepCard ? "keep" : "", cardId ?? ""].join("-");

export interface Refused {
  code: string;
  /** The current total, if the order was refused because the total changed. */
  amount: Money | null;
}

/** Places the order of the cart and redirects to the next page. Repeated clicks place it once; the server enforces this too. */
export function usePlacing(): { placing: boolean; refused: Refused | null; place: (payment: Payment) => void } {
  const prefixed = useLanguagePrefix();
  const navigate = useNavigate();
  const underWay = useRef(false);
  const [placing, setPlacing] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);

  useEffect(() => {
    // Runs when the browser restores this page from its back/forward cache, for example on return from the payment page.
    const restored = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      underWay.current = false;
      setPlacing(false);
    };
    addEventListener("pageshow", restored);
    return () => removeEventListener("pageshow", restored);
  }, []);

  const place = async (payment: Payment) => {
    if (underWay.current) return;
    underWay.current = true;
    setPlacing(true);
    setRefused(null);
    const state = readCart();
    const placed = await send(state, payment, prefixed(orderPath)).catch((): Placed => ({ code: "CONNECTION" }));
    if ("code" in placed) {
      underWay.current = false;
      setPlacing(false);
      return setRefused({ code: placed.code, amount: amountIn(placed) });
    }
    cart.placed(state.idempotencyKey, placed.orderId);
    keepSelection(placed.orderId, payment);
    if (placed.paymentUrl) return location.assign(placed.paymentUrl);
    navigate(href("cart", undefined, { order: placed.orderId }), { replace: true });
  };
  return { placing, refused, place: (payment) => void place(payment) };
}

async function send(state: CartState, payment: Payment, url: string): Promise<Placed> {
  const { vouchers, delivery, collect, termsAccepted, over18Accepted } = state;
  const place = collect && { siteId: collect.siteId, slotId: collect.slotId };
  const idempotencyKey = `${state.idempotencyKey}-${choiceOf(payment)}`;
  const accepted = { termsAccepted, over18Accepted, duplicateAccepted: state.duplicatesAccepted.length > 0 };
  const content = { vouchers, delivery, collect: place, ...accepted, idempotencyKey, ...payment };
  return sendOrder({ ...content, articles: orderLinesOf(state) }, url);
}
