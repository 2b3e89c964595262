import type { LineError } from "@guichet/contract/cart.ts";
import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import { type Acceptance, type Majority, mustCertifyMajority } from "@guichet/rules/permissions.ts";
import { unconfirmed } from "../subscriptions/duplicate-answers.ts";
import type { CartQuote } from "./cart-quote.ts";

type ShownCode = ErrorCode | "NAME_MISSING";

/** A fault that blocks checkout; `at` is the part of the page to which its message links. */
export interface CartFault {
  at: "terms" | "majority" | "line" | "voucher" | "cart";
  code: ShownCode;
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
    for (const error of errors) faults.push({ at: "line", code: shownCode(error), lineId: id });
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

/** Whether the line is refused because its traveller has no name (decision 129): another traveller is not the remedy. */
export const isNameMissing = ({ code, details }: Pick<LineError, "code" | "details">): boolean =>
  code === "TRAVELLER_NOT_ELIGIBLE" && details?.reason === "name-missing";

/** The code of the text that a line's error shows: a missing name has its own. */
export const shownCode = (error: Pick<LineError, "code" | "details">): ShownCode =>
  isNameMissing(error) ? "NAME_MISSING" : error.code;
