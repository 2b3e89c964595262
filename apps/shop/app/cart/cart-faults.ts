import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import { type Acceptance, type Majority, mustCertifyMajority } from "@guichet/rules/permissions.ts";
import { unconfirmed } from "../subscriptions/duplicate-answers.ts";
import type { CartQuote } from "./cart-quote.ts";
import { isNameMissing } from "./line-help.ts";

/** A fault that blocks checkout; `at` is the part of the page to which its message links. */
export interface CartFault {
  at: "terms" | "majority" | "line" | "voucher" | "cart";
  code: ErrorCode;
  /** The line's traveller has no name, which has a text of its own. */
  isNameMissing?: true;
  lineId?: string;
}

/** Lists all faults to fix before checkout, in page order (§2, §5); empty: checkout is possible. */
export function cartFaults(
  verified: Pick<CartQuote, "lines" | "errors" | "discounts">,
  accepted: Acceptance & { duplicatesAccepted: readonly string[] },
  majority: Majority,
): CartFault[] {
  const faults: CartFault[] = verified.errors.map(({ code }) => ({ at: "cart", code }));
  for (const { id, errors, warnings } of verified.lines) {
    for (const error of errors) {
      const named = isNameMissing(error) ? { isNameMissing: true as const } : {};
      faults.push({ at: "line", code: error.code, lineId: id, ...named });
    }
    if (errors.length === 0 && unconfirmed(warnings, accepted.duplicatesAccepted).length > 0)
      faults.push({ at: "line", code: "DUPLICATE_NOT_ACCEPTED", lineId: id });
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
