import type { getSessions, revokeSession } from "@guichet/contract/identity.ts";
import { sessionsListedMax } from "@guichet/contract/limits/session-limits.ts";
import { err, ok } from "@guichet/contract/result.ts";
import type { Handler } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import { endVisibleSessions, listSessions, type SessionScope, type UserSession } from "../sessions/session-store.ts";

/** Which sessions a user sees: the holder those of the whole account, a traveller with their own sign-in only theirs. */
const visibleSessions = ({ networkId, accountId, isHolder, travellerId }: UserSession): SessionScope => ({
  networkId,
  accountId,
  travellerId: isHolder ? null : travellerId,
});

export const getSessionsHandler: Handler<typeof getSessions> = async ({ deps, session }) => {
  const found = await listSessions(deps.db, visibleSessions(session), deps.clock.iso(), sessionsListedMax);
  const sessions = found.map(({ id, tokenHash, clientId, ...shown }) => ({
    ...shown,
    sessionId: id,
    client: clientId,
    isCurrent: tokenHash === session.tokenHash,
  }));
  return ok({ sessions });
};

/** Ends one other session, or all others; signing out ends the user's own. */
export const revokeSessionHandler: Handler<typeof revokeSession> = async ({ deps, session, request }) => {
  const { sessionId } = request;
  if (sessionId !== undefined && !isUuid(sessionId)) return err("NOT_FOUND");
  const ended = await endVisibleSessions(deps.db, visibleSessions(session), session.tokenHash, sessionId);
  return sessionId !== undefined && ended === 0 ? err("NOT_FOUND") : ok({ ended });
};
