import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import type { ErrorDetails } from "@guichet/contract/result.ts";
import { refusalText } from "../shell/refusals.ts";
import type { Translate } from "../shell/texts.tsx";
import { saleFields } from "./typed-sale.ts";

/** Error codes of a sale with a text; the others have the text of every screen. */
const worded = [
  "ACCOUNT_DELETION_PENDING",
  "ARTICLE_NOT_ON_SALE",
  "ARTICLE_UNKNOWN",
  "CARD_BEING_REPLACED",
  "CARD_REQUIRED",
  "CARD_SESSION_LIMITED",
  "DOCUMENT_REQUIRED",
  "DUPLICATE_NOT_ACCEPTED",
  "GUEST_AMOUNT_EXCEEDED",
  "GUEST_NOT_ALLOWED",
  "ITEM_FIELD_INVALID",
  "ITEM_FIELD_REQUIRED",
  "MAX_BUY_AT_ONCE",
  "ORDER_AMOUNT_CHANGED",
  "PAYMENT_METHOD_NOT_OFFERED",
  "PAYMENT_OPTIONS_INCOMPATIBLE",
  "PICTURE_REQUIRED",
  "QUANTITY_WRONG",
  "REFUND_AMOUNT_CHANGED",
  "START_NOT_PROPOSED",
  "START_REQUIRED",
  "SUPPORT_NOT_OFFERED",
  "SUPPORT_REFUSED",
  "TRAVELLER_NOT_ELIGIBLE",
  "TRAVELLER_UNKNOWN",
  "VOUCHER_EXPIRED",
  "VOUCHER_INACTIVE",
  "VOUCHER_LIMIT_REACHED",
  "VOUCHER_NEEDS_ACCOUNT",
  "VOUCHER_NOT_APPLICABLE",
  "VOUCHER_NOT_FOUND",
] as const satisfies readonly ErrorCode[];

/** What is wrong with a sale or one of its lines, and what to do about it. */
export function saleRefusalText(
  t: Translate,
  code: ErrorCode,
  details: Readonly<Record<string, unknown>> = {},
): string {
  const field = saleFields.find((name) => name === details.field);
  if (field !== undefined && code === "FIELD_REQUIRED")
    return t("counter.missing", { field: t(`counter.field.${field}`) });
  if (field !== undefined && code === "FIELD_INVALID") return t(`counter.wrong.${field}`);
  if (code === "ARTICLE_NOT_ON_SALE" && details.reason === "subscription") return t("counter.refused.subscription");
  if (details.state === "drawer-not-open") return t("counter.refused.drawer");
  const known = worded.find((each) => each === code);
  return known === undefined ? refusalText(t, code) : t(`counter.refused.${known}`);
}

/** The field of the form that a refusal is about. */
export const wrongField = (details: ErrorDetails | undefined) =>
  saleFields.find((name) => name === details?.field) ?? null;
