import type { Call } from "@guichet/contract/call.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { UserSession } from "../sessions/session-store.ts";

type SessionRights = Pick<UserSession, "cardId" | "guest" | "isHolder" | "erasesAt">;

/**
 * Checks whether a call is open to this kind of session (§4, §6). Refuses a card's session with `CARD_SESSION_LIMITED`, a guest's with
 * `ACCOUNT_REQUIRED`, a traveller's own sign-in with `HOLDER_REQUIRED`, and a session of an account awaiting deletion with
 * `ACCOUNT_DELETION_PENDING`.
 */
export function openTo<Session extends SessionRights>(
  { session: required, opensTo = [] }: Pick<Call, "session" | "opensTo">,
  session: Session,
): Result<Session> {
  if (session.cardId !== null && !opensTo.includes("card")) return err("CARD_SESSION_LIMITED");
  if ((required === "account" || required === "holder") && session.guest) return err("ACCOUNT_REQUIRED");
  if (required === "holder" && !session.isHolder) return err("HOLDER_REQUIRED");
  if (session.erasesAt !== null && !opensTo.includes("deleting")) {
    return err("ACCOUNT_DELETION_PENDING", { erasesAt: session.erasesAt });
  }
  return ok(session);
}
