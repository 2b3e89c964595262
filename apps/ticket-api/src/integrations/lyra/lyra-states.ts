import { ProviderUnreachable } from "../payment-provider.ts";
import type { Transaction } from "./lyra-objects.ts";

/**
 * What a transaction means for us. `taken`: the amount is or will be remitted to the bank. `authorised`: it waits for our
 * validation. `pending`: it is not decided. The others are final and unpaid.
 */
export type TransactionState = "taken" | "authorised" | "pending" | "refused" | "cancelled" | "expired";

/** Lyra's `detailedStatus` in ours. */
const states: Readonly<Record<string, TransactionState>> = {
  ACCEPTED: "taken",
  AUTHORISED: "taken",
  CAPTURED: "taken",
  // The remittance failed and is repeated by Lyra or by the operator in the Back Office.
  CAPTURE_FAILED: "taken",
  AUTHORISED_TO_VALIDATE: "authorised",
  WAITING_AUTHORISATION: "pending",
  WAITING_AUTHORISATION_TO_VALIDATE: "pending",
  WAITING_FOR_PAYMENT: "pending",
  UNDER_VERIFICATION: "pending",
  INITIAL: "pending",
  // Not the whole amount: it completes nothing, and staff see it in the Back Office.
  PARTIALLY_AUTHORISED: "pending",
  REFUSED: "refused",
  ERROR: "refused",
  ABANDONED: "cancelled",
  CANCELLED: "cancelled",
  EXPIRED: "expired",
};

/** State of a transaction. A status that the table lacks is treated like no answer. */
export function stateOf({ detailedStatus }: Pick<Transaction, "detailedStatus">): TransactionState {
  const known = Object.entries(states).find(([name]) => name === detailedStatus);
  if (known === undefined) throw new ProviderUnreachable(`Lyra: unknown state ${detailedStatus}`);
  return known[1];
}

/** Whether a transaction would have credited the card, and was refused or cancelled, at once or days later. */
export const failsAsCredit = (asked: Pick<Transaction, "detailedStatus" | "operationType">): boolean =>
  asked.operationType === "CREDIT" && ["refused", "cancelled", "expired"].includes(stateOf(asked));

/** Whether the amount is at the bank: from then on it is refunded; until then it is lowered or cancelled. */
export const isRemitted = ({ detailedStatus }: Pick<Transaction, "detailedStatus">): boolean =>
  detailedStatus === "CAPTURED" || detailedStatus === "CAPTURE_FAILED";

/** Answers of the card issuer (`detailedErrorCode` of `ACQ_001`, by ISO 8583) that have a name. */
const issuerAnswers: Readonly<Record<string, string>> = {
  "51": "insufficient_funds",
  "33": "card_expired",
  "54": "card_expired",
  "1A": "authentication_required",
  "65": "authentication_required",
  "70": "authentication_required",
};

/** Why a transaction was refused; undefined if it was not. */
export function refusalOf(
  asked: Pick<Transaction, "detailedStatus" | "errorCode" | "detailedErrorCode">,
): string | undefined {
  if (stateOf(asked) !== "refused") return undefined;
  const { errorCode, detailedErrorCode } = asked;
  if (errorCode?.startsWith("AUTH_")) return "authentication_failed";
  if (detailedErrorCode == null) return errorCode ?? "declined";
  return issuerAnswers[detailedErrorCode] ?? `declined_${detailedErrorCode}`;
}
