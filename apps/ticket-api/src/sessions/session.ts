import type { OriginType } from "@guichet/contract/call.ts";
import { sessionSlideMinutes, userSessionDays, userTokenDays } from "@guichet/contract/limits/session-limits.ts";
import { daysMs, later, minutesMs } from "../clock.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { hashed } from "../ids.ts";
import {
  findSession,
  insertSession,
  type LineKey,
  renewLine,
  slideSession,
  type UserSession,
} from "./session-store.ts";

/**
 * The session of a user token's hash. Each use extends its 30 days, up to its final expiry (180 days after the sign-in). The
 * extension is written at most once an hour.
 */
export async function useSession(
  deps: Dependencies,
  tokenHash: string,
  networkId: string,
): Promise<UserSession | undefined> {
  const now = deps.clock.now();
  const session = await findSession(deps.db, tokenHash, networkId, now.toISOString());
  if (session === undefined) return undefined;
  const expiresAt = expiryOf(now, session.signedInAt);
  const isExtended = Date.parse(expiresAt) - Date.parse(session.expiresAt) >= minutesMs(sessionSlideMinutes);
  // Near its final expiry a session is no longer extended, but its use is still recorded.
  const isLast = expiresAt === finalExpiry(session.signedInAt).toISOString();
  const isUseRecorded = isLast && now.getTime() - Date.parse(session.seenAt) >= minutesMs(sessionSlideMinutes);
  if (!isExtended && !isUseRecorded) return session;
  await slideSession(deps.db, tokenHash, now.toISOString(), expiresAt);
  return { ...session, expiresAt };
}

/** When a session of this sign-in finally expires, and with it what could open it again. */
export const finalExpiry = (signedInAt: string): Date => later(new Date(signedInAt), daysMs(userSessionDays));
/** An older sign-in neither opens nor renews a session. */
export const oldestSignIn = (now: Date): string => later(now, -daysMs(userSessionDays)).toISOString();

/** When a session that is used now expires. */
function expiryOf(now: Date, signedInAt: string): string {
  const end = Math.min(later(now, daysMs(userTokenDays)).getTime(), finalExpiry(signedInAt).getTime());
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
  /** The provider's own identity token, sent when signing out there. */
  providerIdToken?: string | null;
  /** When the person proved their identity, ISO 8601 UTC, never in the future; absent: now. */
  provedAt?: string;
  /** When the person signed in, ISO 8601 UTC; absent: now. */
  signedInAt?: string;
  signInId?: string | null;
  /** The only transport card that the session is limited to. */
  cardId?: string;
}

/** Opens a session and returns its token, which is not stored. */
export async function openSession(tx: Tx, deps: Dependencies, session: OpenedSession): Promise<string> {
  const token = deps.ids.token();
  const now = deps.clock.now();
  const at = now.toISOString();
  const signedInAt = session.signedInAt ?? at;
  await insertSession(tx, {
    ...session,
    tokenHash: hashed(token),
    signedInAt,
    at,
    expiresAt: expiryOf(now, signedInAt),
  });
  return token;
}

/**
 * Renews the session of a token, even if it has expired or was renewed since. The new token consists of the first token of the line
 * and a random part. Undefined if the session was ended, or its sign-in is too old.
 */
export async function renewSession(
  tx: Tx,
  deps: Dependencies,
  token: string,
  session: Omit<LineKey, "lineHash"> & Pick<OpenedSession, "accountId" | "clientId" | "device">,
): Promise<{ userToken: string; providerIdToken: string | null } | undefined> {
  const userToken = `${firstTokenOf(token)}${deps.ids.token()}`;
  const { clientId, device } = session;
  const now = deps.clock.now();
  const renewed = {
    ...{ tokenHash: hashed(userToken), clientId, device, at: now.toISOString(), signedInAfter: oldestSignIn(now) },
    expiresAt: later(now, daysMs(userTokenDays)).toISOString(),
  };
  const line = await renewLine(tx, { ...session, lineHash: lineOf(token) }, renewed);
  return line && { userToken, providerIdToken: line.providerIdToken };
}

/** The line hash of a token: every token of a line begins with the first one. */
export const lineOf = (token: string): string => hashed(firstTokenOf(token));
const firstTokenOf = (token: string): string => token.slice(0, firstLength);
/** 256 bits in base64url. */
const firstLength = 43;
