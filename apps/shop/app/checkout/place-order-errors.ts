import { withNext } from "../identity/return-path.ts";
import { href } from "../paths.ts";

/** Reaction to a refused order: a message in place, or the page where the customer can fix the problem. */
export type OrderErrorHelp = { words: RefusedWords } | { to: string };
type RefusedWords =
  | "checkout.refused.amount"
  | "checkout.refused.provider"
  | "refusals.amount-not-payable"
  | "refusals.unpaid-holds"
  | "refusals.too-many"
  | "checkout.refused.connection"
  | "checkout.refused.in-progress"
  | "checkout.refused.method"
  | "checkout.refused.address"
  | "checkout.refused.other"
  | "checkout.refused.mandate"
  | "checkout.refused.account"
  | "subscriptions.consent.missing"
  | "subscriptions.duplicate.missing"
  | "checkout.debit.iban.wrong"
  | "checkout.debit.iban.country"
  | "checkout.guest-email.wrong";

const words: Readonly<Record<string, RefusedWords>> = {
  ORDER_AMOUNT_CHANGED: "checkout.refused.amount",
  PAYMENT_UNAVAILABLE: "checkout.refused.provider",
  AMOUNT_NOT_PAYABLE: "refusals.amount-not-payable",
  UNAVAILABLE: "checkout.refused.provider",
  UNPAID_HOLDS_EXCEEDED: "refusals.unpaid-holds",
  TOO_MANY_REQUESTS: "refusals.too-many",
  CONNECTION: "checkout.refused.connection",
  IN_PROGRESS: "checkout.refused.in-progress",
  ORDER_UNRESOLVED: "checkout.refused.in-progress",
  PAYMENT_METHOD_NOT_OFFERED: "checkout.refused.method",
  INSTALLMENTS_NOT_OFFERED: "checkout.refused.method",
  IBAN_INVALID: "checkout.debit.iban.wrong",
  IBAN_COUNTRY_NOT_COLLECTED: "checkout.debit.iban.country",
  MANDATE_NOT_SIGNED: "checkout.refused.mandate",
  PAYMENT_METHOD_UNKNOWN: "checkout.refused.account",
  RENEWAL_NOT_ACCEPTED: "subscriptions.consent.missing",
  DUPLICATE_NOT_ACCEPTED: "subscriptions.duplicate.missing",
  FEATURE_DISABLED: "checkout.refused.method",
  DELIVERY_ADDRESS_REQUIRED: "checkout.refused.address",
  INVOICE_EMAIL_REQUIRED: "checkout.guest-email.wrong",
};

/** Errors without their own message that are not caused by the cart; all others are shown at the affected cart line. */
const general: ReadonlySet<string> = new Set([
  ...["ERR_RESPONSE_ERROR", "ERR_INTERNAL", "FIELD_INVALID", "FIELD_REQUIRED", "FIELD_UNKNOWN"],
  ...["BODY_MALFORMED", "RETURN_URL_INVALID", "IDEMPOTENCY_KEY_INVALID", "IDEMPOTENCY_KEY_REUSED", "NETWORK_UNKNOWN"],
]);

/**
 * Returns where to handle a refused order (§8): next to the button, on the page that fixes it, or in the cart, where
 * verification marks the line.
 */
export function helpWithOrderError(code: string): OrderErrorHelp {
  const said = words[code];
  if (said !== undefined) return { words: said };
  if (general.has(code)) return { words: "checkout.refused.other" };
  if (code === "COLLECT_SLOT_FULL") return { to: href("collect", undefined, { lost: "slot" }) };
  if (code === "COLLECT_AGENCY_REQUIRED") return { to: href("collect", undefined, { lost: "agency" }) };
  if (code === "ACCOUNT_UNVERIFIED") return { to: withNext("unverifiedAccount", href("checkout")) };
  if (code === "ACCOUNT_INCOMPLETE") return { to: href("finalize", undefined, { next: href("checkout") }) };
  if (code === "USER_NOT_CONNECTED") return { to: href("inviteLogin") };
  return { to: href("cart") };
}
