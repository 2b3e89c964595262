import type { VerifiedPriceBreakdown } from "@guichet/contract/cart.ts";
import type { PaymentMethod } from "@guichet/contract/catalogue.ts";
import type { Installment, SavedPaymentMethod } from "@guichet/contract/payments.ts";
import type { Money } from "@guichet/contract/values.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { type CartState, cart, readCart } from "../cart/cart-state.ts";
import { fetchCartQuote } from "../cart/fetch-cart-quote.ts";
import { orderLinesOf } from "../cart/order-lines.ts";
import { useFrame, useLanguagePrefix } from "../page/frame.tsx";
import { href } from "../paths.ts";
import type { Mandate } from "../payments/mandate-sheet.tsx";
import type { Placed } from "./place-order.action.ts";

/** When a payment is collected that is not collected whole and at once. */
export interface Calendar {
  method: PaymentMethod;
  installments: number;
  parts: readonly Installment[];
  /** What is signed for a debit. */
  mandate: Mandate | null;
}
/** What the cart comes to, when each part would be taken, and the cards and accounts that may pay it. */
export type CheckoutQuote = VerifiedPriceBreakdown & {
  calendars: readonly Calendar[];
  cards: readonly SavedPaymentMethod[];
};

/** The server's word on the cart as it stands. */
export type Verified = { state: "checking" } | { state: "failed" } | { state: "verified"; quote: CheckoutQuote };

/** Asks what the cart comes to, anew at every change of it; an answer to an older cart counts for nothing (§4). */
export function useCheckoutQuote(state: CartState, active: boolean): { verified: Verified; ask: () => void } {
  const { language } = useFrame();
  const prefixed = useLanguagePrefix();
  const [answer, setAnswer] = useState<{ key: string; verified: Verified }>();
  const [round, setRound] = useState(0);
  const key = `${state.idempotencyKey} ${language}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the content, the round for asking again
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
  // While the same cart is asked again, what was said of it stays shown.
  return {
    verified: answer?.key === key ? answer.verified : { state: "checking" },
    ask: useCallback(() => setRound((before) => before + 1), []),
  };
}

export interface Payment {
  paymentMethod: PaymentMethod;
  installments: number;
  totalAmount: Money;
  invoiceEmail: string | null;
  /** That each further period of a subscription is taken. */
  renewalAccepted: boolean;
  /** Keep the card that pays. */
  keepCard: boolean;
  /** A kept card, or the kept account to debit. */
  cardId: string | null;
  /** An account to debit that is not kept yet. */
  account: { iban: string; holder: string } | null;
  /** What was signed for a debit. */
  mandate: { reference: string; digest: string } | null;
}

/** Another payment of the same cart is another request: it has its own idempotency key. */
const choiceOf = ({ paymentMethod, installments, keepCard, cardId, mandate }: Payment): string =>
  // Of a debit the mandate tells one order from another: however often it is sent, and with whatever account, it is signed once.
  mandate !== null
    ? [paymentMethod, installments, mandate.reference].join("-")
    : [paymentMethod, installments, keepCard ? "keep" : "", cardId ?? ""].join("-");

export interface Refused {
  code: string;
  /** The total as it is now, when that is what was refused. */
  amount: Money | null;
}

/** Places the order of the cart and leads on: once, however often it is pressed (the server sees to it too). */
export function usePlacing(): { placing: boolean; refused: Refused | null; place: (payment: Payment) => void } {
  const prefixed = useLanguagePrefix();
  const navigate = useNavigate();
  const underWay = useRef(false);
  const [placing, setPlacing] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);

  useEffect(() => {
    // Back from the payment page by the browser's own way: the page stands as it was left.
    const shown = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      underWay.current = false;
      setPlacing(false);
      const { orderId } = readCart();
      if (orderId !== null) navigate(href("cart", undefined, { order: orderId }));
    };
    addEventListener("pageshow", shown);
    return () => removeEventListener("pageshow", shown);
  }, [navigate]);

  const place = async (payment: Payment) => {
    if (underWay.current) return;
    underWay.current = true;
    setPlacing(true);
    setRefused(null);
    const state = readCart();
    const placed = await send(state, payment, prefixed("/cart/checkout/order")).catch(
      (): Placed => ({ code: "CONNECTION" }),
    );
    if ("code" in placed) {
      underWay.current = false;
      setPlacing(false);
      return setRefused({ code: placed.code, amount: amountIn(placed) });
    }
    cart.placed(state.idempotencyKey, placed.orderId);
    if (placed.paymentUrl) return location.assign(placed.paymentUrl);
    navigate(href("cart", undefined, { order: placed.orderId }), { replace: true });
  };
  return { placing, refused, place: (payment) => void place(payment) };
}

async function send(state: CartState, payment: Payment, url: string): Promise<Placed> {
  const { vouchers, delivery, collect, termsAccepted, over18Accepted } = state;
  const place = collect && { siteId: collect.siteId, slotId: collect.slotId };
  const idempotencyKey = `${state.idempotencyKey}-${choiceOf(payment)}`;
  const content = { vouchers, delivery, collect: place, termsAccepted, over18Accepted, idempotencyKey, ...payment };
  const body = new URLSearchParams({ order: JSON.stringify({ ...content, articles: orderLinesOf(state) }) });
  const headers = { accept: "application/json" };
  const response = await fetch(url, { method: "POST", body, headers });
  if (response.redirected) location.reload();
  return await response.json();
}

function amountIn(placed: { details?: object }): Money | null {
  const { amount, currency } = (placed.details ?? {}) as { amount?: unknown; currency?: unknown };
  return typeof amount === "number" && typeof currency === "string" ? { amount, currency } : null;
}
