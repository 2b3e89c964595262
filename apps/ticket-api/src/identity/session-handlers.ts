import type { getSessions, revokeSession } from "@guichet/contract/identity.ts";
import { sessionsListedMax } from "@guichet/contract/limits.ts";
import { done, refuse } from "@guichet/contract/outcome.ts";
import type { Answer } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import { endSeenSessions, listSessions, type SessionsOf, type UserSession } from "../sessions/session-store.ts";

/** The holder sees where anybody of the account is signed in, a traveller's own sign-in where they are themselves. */
const seenBy = ({ networkId, accountId, isHolder, travellerId }: UserSession): SessionsOf => ({
  networkId,
  accountId,
  travellerId: isHolder ? null : travellerId,
});

export const answerGetSessions: Answer<typeof getSessions> = async ({ house, session }) => {
  const found = await listSessions(house.db, seenBy(session), house.clock.iso(), sessionsListedMax);
  const sessions = found.map(({ id, tokenHash, clientId, ...shown }) => ({
    ...shown,
    sessionId: id,
    client: clientId,
    isCurrent: tokenHash === session.tokenHash,
  }));
  return done({ sessions });
};

/** Ends one other session, or all others; one's own is ended by signing out. */
export const answerRevokeSession: Answer<typeof revokeSession> = async ({ house, session, request }) => {
  const { sessionId } = request;
  if (sessionId !== undefined && !isUuid(sessionId)) return refuse("NOT_FOUND");
  const ended = await endSeenSessions(house.db, seenBy(session), session.tokenHash, sessionId);
  return sessionId !== undefined && ended === 0 ? refuse("NOT_FOUND") : done({ ended });
};
