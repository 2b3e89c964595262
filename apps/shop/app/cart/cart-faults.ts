import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import { type Acceptance, type Majority, mustCertifyMajority } from "@guichet/rules/permissions.ts";
import type { CartQuote } from "./cart-quote.ts";

/** What stands between the cart and checkout; `at`: where the words lead. */
export interface CartFault {
  at: "terms" | "majority" | "line" | "voucher" | "cart";
  code: ErrorCode;
  lineId?: string;
}

/** Everything that has to be mended before checkout, from top to bottom (§2, §5); empty: go on. */
export function cartFaults(
  verified: Pick<CartQuote, "lines" | "errors" | "discounts">,
  accepted: Acceptance,
  majority: Majority,
): CartFault[] {
  const faults: CartFault[] = verified.errors.map(({ code }) => ({ at: "cart", code }));
  for (const { id, errors } of verified.lines) {
    for (const { code } of errors) faults.push({ at: "line", code, lineId: id });
  }
  for (const { error } of verified.discounts) {
    if (error !== null) faults.push({ at: "voucher", code: error.code });
  }
  if (!accepted.termsAccepted) faults.push({ at: "terms", code: "TERMS_NOT_ACCEPTED" });
  if (!accepted.over18Accepted && mustCertifyMajority(majority)) {
    faults.push({ at: "majority", code: "MAJORITY_NOT_CERTIFIED" });
  }
  return faults;
}
