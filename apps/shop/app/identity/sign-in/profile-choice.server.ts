import type { RequestContext } from "../../request-context/request-context.ts";
import { pendingSignIn } from "../pending-sign-in.server.ts";
import { enter, type SignedIn } from "../sign-in.server.ts";

export interface Pick {
  userId: string;
  firstName: string;
  lastName: string;
  isParent: boolean;
}

/** Who there is to pick; undefined when no sign-in waits any more. */
export async function picks(ctx: RequestContext): Promise<Pick[] | undefined> {
  const tokens = pendingSignIn(ctx);
  if (tokens === undefined) return undefined;
  const asked = await ctx.call("login", { firebase_token: tokens.idToken, forceProfiles: true });
  if (!asked.ok) return undefined;
  return asked.value.profiles?.map(({ userId, userName, userLastname, isParent }) => ({
    userId,
    firstName: userName,
    lastName: userLastname,
    isParent,
  }));
}

/** Opens the session of the one picked. */
export async function pick(ctx: RequestContext, userId: string): Promise<SignedIn> {
  const tokens = pendingSignIn(ctx);
  if (tokens === undefined) return { ok: false, code: "TOKEN_INVALID" };
  return enter(ctx, tokens, { userId });
}
