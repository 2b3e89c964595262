import type { OriginType } from "@guichet/contract/call.ts";
import { sessionSlideMinutes, userSessionDays, userTokenDays } from "@guichet/contract/limits/session-limits.ts";
import { daysMs, later, minutesMs } from "../clock.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { hashed } from "../ids.ts";
import { findSession, insertSession, type LineAt, renewLine, slideSession, type UserSession } from "./session-store.ts";

/**
 * The session of a user token's hash; its 30 days begin anew with its use, up to its end (180 days after the sign-in), written at most
 * once an hour.
 */
export async function useSession(
  deps: Dependencies,
  tokenHash: string,
  networkId: string,
): Promise<UserSession | undefined> {
  const now = deps.clock.now();
  const session = await findSession(deps.db, tokenHash, networkId, now.toISOString());
  if (session === undefined) return undefined;
  const expiresAt = endOf(now, session.signedInAt);
  const slides = Date.parse(expiresAt) - Date.parse(session.expiresAt) >= minutesMs(sessionSlideMinutes);
  // Near its end a session slides no more, and its use is noted yet.
  const isLast = expiresAt === lastEnd(session.signedInAt).toISOString();
  const isNews = isLast && now.getTime() - Date.parse(session.seenAt) >= minutesMs(sessionSlideMinutes);
  if (!slides && !isNews) return session;
  await slideSession(deps.db, tokenHash, now.toISOString(), expiresAt);
  return { ...session, expiresAt };
}

/** When a session of this sign-in ends for good, and what could open it again with it. */
export const lastEnd = (signedInAt: string): Date => later(new Date(signedInAt), daysMs(userSessionDays));
/** A sign-in that is older opens no session any more, and goes on with none. */
export const oldestSignIn = (now: Date): string => later(now, -daysMs(userSessionDays)).toISOString();

/** Until when a session that is used now holds. */
function endOf(now: Date, signedInAt: string): string {
  const end = Math.min(later(now, daysMs(userTokenDays)).getTime(), lastEnd(signedInAt).getTime());
  return new Date(end).toISOString();
}

export interface OpenedSession {
  networkId: string;
  accountId: string;
  travellerId: string;
  clientId: string;
  providerId: string;
  device: string | null;
  application?: string | null;
  originType?: OriginType | null;
  /** The provider's own identity token, named when signing out there. */
  providerIdToken?: string | null;
  /** When the person proved who they are, ISO 8601 UTC, never later than now; absent: now. */
  provedAt?: string;
  /** When they signed in, ISO 8601 UTC; absent: now. */
  signedInAt?: string;
  signInId?: string | null;
  /** The only card that the session is for. */
  cardId?: string;
}

/** Opens a session and answers its token, which is kept nowhere. */
export async function openSession(tx: Tx, deps: Dependencies, opened: OpenedSession): Promise<string> {
  const token = deps.ids.token();
  const now = deps.clock.now();
  const at = now.toISOString();
  const signedInAt = opened.signedInAt ?? at;
  await insertSession(tx, { ...opened, tokenHash: hashed(token), signedInAt, at, expiresAt: endOf(now, signedInAt) });
  return token;
}

/**
 * Goes on with the session that a token names, be it over by its time or renewed since, under a new token: the first
 * one of its line, and one of its own. Undefined where that session was ended, or its sign-in is too old.
 */
export async function renewSession(
  tx: Tx,
  deps: Dependencies,
  named: string,
  session: Omit<LineAt, "lineHash"> & Pick<OpenedSession, "accountId" | "clientId" | "device">,
): Promise<{ userToken: string; providerIdToken: string | null } | undefined> {
  const userToken = `${firstOf(named)}${deps.ids.token()}`;
  const { clientId, device } = session;
  const now = deps.clock.now();
  const renewed = {
    ...{ tokenHash: hashed(userToken), clientId, device, at: now.toISOString(), signedInAfter: oldestSignIn(now) },
    expiresAt: later(now, daysMs(userTokenDays)).toISOString(),
  };
  const kept = await renewLine(tx, { ...session, lineHash: lineOf(named) }, renewed);
  return kept && { userToken, providerIdToken: kept.providerIdToken };
}

/** Under what the line of a token stands: every token of it begins with the first one. */
export const lineOf = (token: string): string => hashed(firstOf(token));
const firstOf = (token: string): string => token.slice(0, firstLength);
/** 256 bits in base64url. */
const firstLength = 43;
