import type { LineError } from "@guichet/contract/cart.ts";
import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import type { CartLine } from "@guichet/rules/cart.ts";
import { href } from "../paths.ts";
import { isNameMissing } from "./cart-faults.ts";

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

/** Returns the first available step that fixes a line's errors; removal if there is none. */
export function helpFor(errors: readonly Pick<LineError, "code" | "details">[]): LineHelp {
  return (
    errors.map((error) => (isNameMissing(error) ? "name" : helps[error.code])).find((help) => help !== undefined) ??
    "remove"
  );
}

/** Link to the form for a traveller's name: the guest's details, the holder's missing data, or the traveller's page. */
export function nameHref(
  { profileId }: Pick<CartLine, "profileId">,
  user: { userId: string; isGuest: boolean } | null,
): string {
  if (user === null || user.isGuest || profileId === null) return href("inviteLogin", undefined, { guest: "" });
  return profileId === user.userId
    ? href("finalize", undefined, { next: href("cart") })
    : href("traveller", { id: profileId }, { edit: "person" });
}
