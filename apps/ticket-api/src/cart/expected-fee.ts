import type { PriceBreakdown } from "@guichet/contract/cart.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";

/**
 * Rejects a cart whose shipping fee differs from what the caller expects; without an expectation, the response states
 * it (§7 "shipping fee line").
 */
export function checkExpectedFee(
  isExpected: boolean | undefined,
  { shippingFee }: Pick<PriceBreakdown, "shippingFee">,
): Result<true, "FIELD_INVALID"> {
  const isCharged = shippingFee !== null;
  if (isExpected === undefined || isExpected === isCharged) return ok(true);
  const reason = isCharged ? "a shipping fee is charged" : "no shipping fee is charged";
  return err("FIELD_INVALID", { field: "shippingFee", reason });
}
