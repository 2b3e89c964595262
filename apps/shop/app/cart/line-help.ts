import type { LineError } from "@guichet/contract/cart.ts";
import type { ErrorCode } from "@guichet/contract/error-codes.ts";

/** Step that fixes a line that cannot be ordered. */
export type LineHelp =
  | "name"
  | "traveller"
  | "start"
  | "support"
  | "card"
  | "fields"
  | "journey"
  | "documents"
  | "remove";

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

/** Whether the line is refused because its traveller has no name (decision 129): another traveller is not the remedy. */
export const isNameMissing = ({ code, details }: Pick<LineError, "code" | "details">): boolean =>
  code === "TRAVELLER_NOT_ELIGIBLE" && details?.reason === "name-missing";

/** Returns the first available step that fixes a line's errors; removal if there is none. */
export function helpFor(errors: readonly Pick<LineError, "code" | "details">[]): LineHelp {
  return (
    errors.map((error) => (isNameMissing(error) ? "name" : helps[error.code])).find((help) => help !== undefined) ??
    "remove"
  );
}
