import type { getSessions, revokeSession } from "@guichet/contract/identity.ts";
import { sessionsListedMax } from "@guichet/contract/limits/session-limits.ts";
import { err, ok } from "@guichet/contract/result.ts";
import type { Handler } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import { endSeenSessions, listSessions, type SessionsOf, type UserSession } from "../sessions/session-store.ts";

/** The holder sees where anybody of the account is signed in, a traveller's own sign-in where they are themselves. */
const seenBy = ({ networkId, accountId, isHolder, travellerId }: UserSession): SessionsOf => ({
  networkId,
  accountId,
  travellerId: isHolder ? null : travellerId,
});

export const getSessionsHandler: Handler<typeof getSessions> = async ({ deps, session }) => {
  const found = await listSessions(deps.db, seenBy(session), deps.clock.iso(), sessionsListedMax);
  const sessions = found.map(({ id, tokenHash, clientId, ...shown }) => ({
    ...shown,
    sessionId: id,
    client: clientId,
    isCurrent: tokenHash === session.tokenHash,
  }));
  return ok({ sessions });
};

/** Ends one other session, or all others; one's own is ended by signing out. */
export const revokeSessionHandler: Handler<typeof revokeSession> = async ({ deps, session, request }) => {
  const { sessionId } = request;
  if (sessionId !== undefined && !isUuid(sessionId)) return err("NOT_FOUND");
  const ended = await endSeenSessions(deps.db, seenBy(session), session.tokenHash, sessionId);
  return sessionId !== undefined && ended === 0 ? err("NOT_FOUND") : ok({ ended });
};
