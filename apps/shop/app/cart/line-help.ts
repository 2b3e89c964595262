import type { ErrorCode } from "@guichet/contract/error-codes.ts";

/** Step that fixes a line that cannot be ordered. */
export type LineHelp = "traveller" | "start" | "support" | "card" | "fields" | "journey" | "documents" | "remove";

const helps: Partial<Record<ErrorCode, LineHelp>> = {
  TRAVELLER_REQUIRED: "traveller",
  TRAVELLER_UNKNOWN: "traveller",
  TRAVELLER_NOT_ELIGIBLE: "traveller",
  MAX_BUY_AT_ONCE: "traveller",
  PICTURE_REQUIRED: "traveller",
  START_REQUIRED: "start",
  START_NOT_PROPOSED: "start",
  SUPPORT_NOT_OFFERED: "support",
  SUPPORT_REFUSED: "support",
  CARD_REQUIRED: "card",
  ITEM_FIELD_REQUIRED: "fields",
  ITEM_FIELD_INVALID: "fields",
  STOP_UNKNOWN: "journey",
  TRIP_NOT_SOLD: "journey",
  DOCUMENT_REQUIRED: "documents",
  DOCUMENT_INVALID: "documents",
  ARTICLE_UNKNOWN: "remove",
  ARTICLE_NOT_ON_SALE: "remove",
  START_NOT_COMPUTABLE: "remove",
};

/** Returns the first available step that fixes a line's errors; removal if there is none. */
export function helpFor(errors: readonly { code: ErrorCode }[]): LineHelp {
  return errors.map(({ code }) => helps[code]).find((help) => help !== undefined) ?? "remove";
}
