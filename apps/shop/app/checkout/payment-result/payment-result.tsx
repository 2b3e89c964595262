import { useEffect } from "react";
import { cart, readCart } from "../../cart/cart-state.ts";
import { CheckingResult } from "./payment-checking.tsx";
import { ConfirmedResult } from "./payment-confirmed.tsx";
import type { PaymentResult } from "./payment-result.server.ts";
import { UnpaidResult } from "./payment-unpaid.tsx";

/** Payment result: confirmed, refused, cancelled, left unpaid or being checked; updates the cart accordingly (§4). */
export function PaymentResultPage({ result, giveUpRefused }: { result: PaymentResult; giveUpRefused: string | null }) {
  useCartFollows(result);
  if (result.outcome === "CONFIRMED") return <ConfirmedResult result={result} />;
  if (result.outcome === "CHECKING") return <CheckingResult result={result} giveUpRefused={giveUpRefused} />;
  return <UnpaidResult result={result} />;
}

/**
 * Empties the cart if the order was paid; renews the idempotency key if it was not paid. Applies only to the cart
 * from which the order was placed.
 */
function useCartFollows({ outcome, orderId }: PaymentResult): void {
  useEffect(() => {
    const { orderId: open, unpaidOrderId } = readCart();
    if (outcome === "CHECKING") return;
    if (outcome === "CONFIRMED") return open === orderId || unpaidOrderId === orderId ? cart.clear() : undefined;
    if (open === orderId) cart.renewKey();
  }, [outcome, orderId]);
}
