import type { Call } from "@guichet/contract/call.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { UserSession } from "../sessions/session-store.ts";

type Asker = Pick<UserSession, "cardId" | "guest" | "isHolder" | "erasesAt">;

/**
 * Is a call open to this kind of session (§4, §6)? Refuses a card's session with `CARD_SESSION_LIMITED`, a guest's with
 * `ACCOUNT_REQUIRED`, a traveller's own with `HOLDER_REQUIRED`, one of an account that will be erased with
 * `ACCOUNT_DELETION_PENDING`.
 */
export function openTo<Session extends Asker>(
  { session: need, opensTo = [] }: Pick<Call, "session" | "opensTo">,
  session: Session,
): Result<Session> {
  if (session.cardId !== null && !opensTo.includes("card")) return err("CARD_SESSION_LIMITED");
  if ((need === "account" || need === "holder") && session.guest) return err("ACCOUNT_REQUIRED");
  if (need === "holder" && !session.isHolder) return err("HOLDER_REQUIRED");
  if (session.erasesAt !== null && !opensTo.includes("deleting")) {
    return err("ACCOUNT_DELETION_PENDING", { erasesAt: session.erasesAt });
  }
  return ok(session);
}
