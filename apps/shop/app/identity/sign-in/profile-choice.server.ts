import type { Visit } from "../../request-context/request-context.ts";
import { waitingSignIn } from "../pending-sign-in.server.ts";
import { enter, type SignedIn } from "../sign-in.server.ts";

export interface Pick {
  userId: string;
  firstName: string;
  lastName: string;
  isParent: boolean;
}

/** Who there is to pick; undefined when no sign-in waits any more. */
export async function picks(visit: Visit): Promise<Pick[] | undefined> {
  const tokens = waitingSignIn(visit);
  if (tokens === undefined) return undefined;
  const asked = await visit.call("login", { firebase_token: tokens.idToken, forceProfiles: true });
  if (!asked.ok) return undefined;
  return asked.value.profiles?.map(({ userId, userName, userLastname, isParent }) => ({
    userId,
    firstName: userName,
    lastName: userLastname,
    isParent,
  }));
}

/** Opens the session of the one picked. */
export async function pick(visit: Visit, userId: string): Promise<SignedIn> {
  const tokens = waitingSignIn(visit);
  if (tokens === undefined) return { ok: false, code: "TOKEN_INVALID" };
  return enter(visit, tokens, { userId });
}
