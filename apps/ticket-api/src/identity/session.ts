import { sessionSlideMinutes, userTokenDays } from "@guichet/contract/limits.ts";
import { daysMs, later, minutesMs } from "../clock.ts";
import type { Tx } from "../database/connection.ts";
import type { House } from "../house.ts";
import { hashed } from "../ids.ts";
import { findSession, insertSession, slideSession, type UserSession } from "./session-store.ts";

/** The session of a user token's hash; its 30 days begin anew with its use, written at most once an hour. */
export async function useSession(house: House, tokenHash: string, networkId: string): Promise<UserSession | undefined> {
  const now = house.clock.now();
  const session = await findSession(house.db, tokenHash, networkId, now.toISOString());
  if (session === undefined) return undefined;
  const expiresAt = later(now, daysMs(userTokenDays));
  if (expiresAt.getTime() - Date.parse(session.expiresAt) < minutesMs(sessionSlideMinutes)) return session;
  await slideSession(house.db, tokenHash, now.toISOString(), expiresAt.toISOString());
  return { ...session, expiresAt: expiresAt.toISOString() };
}

export interface OpenedSession {
  networkId: string;
  accountId: string;
  travellerId: string;
  clientId: string;
  providerId: string;
  device: string | null;
  /** The provider's own identity token, named when signing out there. */
  providerIdToken?: string | null;
  /** When the person proved who they are, ISO 8601 UTC, never later than now; absent: now. */
  provedAt?: string;
  signInId?: string | null;
  /** The only card that the session is for. */
  cardId?: string;
}

/** Opens a session and answers its token, which is kept nowhere. */
export async function openSession(tx: Tx, house: House, opened: OpenedSession): Promise<string> {
  const token = house.ids.token();
  const now = house.clock.now();
  const expiresAt = later(now, daysMs(userTokenDays)).toISOString();
  await insertSession(tx, { ...opened, tokenHash: hashed(token), at: now.toISOString(), expiresAt });
  return token;
}
