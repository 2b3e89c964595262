import type { DebitReasonCode } from "@guichet/rules/payments/debit-reasons.ts";

/**
 * Why a SEPA debit failed or was taken back, in the reason codes of ISO 20022, from which everything else follows
 * (`debit-reasons.ts`): Stripe's failure codes (docs.stripe.com/payments/sepa-debit, "Failed payments") and its reasons of disputes. One that
 * is not in the table, such as a limit of the account at Stripe, keeps Stripe's name and is decided by a person.
 */
const reasons: Readonly<Record<string, DebitReasonCode>> = {
  account_closed: "AC04",
  // The customer refuses the payment, and further ones.
  authorization_revoked: "MS02",
  // Direct debits are blocked on this account, by the bank or the customer.
  bank_account_restricted: "AG01",
  branch_does_not_exist: "AC01",
  // A new mandate is needed.
  debit_authorization_not_match: "MD01",
  debit_disputed: "MD06",
  debit_not_authorized: "MD01",
  generic_could_not_process: "MS03",
  incorrect_account_holder_name: "BE01",
  insufficient_funds: "AM04",
  invalid_account_number: "AC01",
  // Stripe ended the mandate.
  payment_intent_mandate_invalid: "MD01",
  recipient_deceased: "MD07",
  refer_to_customer: "MS03",
  sepa_unsupported_account: "AG01",
  // Reasons of disputes.
  bank_cannot_process: "MS03",
  customer_initiated: "MD06",
  fraudulent: "MD01",
  incorrect_account_details: "AC01",
  unrecognized: "MD06",
};

/** Whether Stripe's word is a reason of the debtor or their bank. */
export const isDebitReason = (stripes: string): boolean => Object.hasOwn(reasons, stripes);

/** The reason code of a failure or dispute, or Stripe's own word for it; undefined: Stripe names none. */
export function debitReasonCode(stripes: string | null | undefined): string | undefined {
  if (stripes == null || stripes === "general") return undefined;
  return Object.hasOwn(reasons, stripes) ? reasons[stripes] : stripes;
}
