import type { PriceBreakdown } from "@guichet/contract/cart.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";

/** Refuses a cart whose shipping fee is not as the caller says that it is; who says nothing is told by the answer (§7 "shipping fee line"). */
export function checkExpectedFee(
  isExpected: boolean | undefined,
  { shippingFee }: Pick<PriceBreakdown, "shippingFee">,
): Result<true, "FIELD_INVALID"> {
  const isCharged = shippingFee !== null;
  if (isExpected === undefined || isExpected === isCharged) return ok(true);
  const reason = isCharged ? "a shipping fee is charged" : "no shipping fee is charged";
  return err("FIELD_INVALID", { field: "shippingFee", reason });
}
