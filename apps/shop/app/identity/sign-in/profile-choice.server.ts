import type { RequestContext } from "../../request-context/request-context.ts";
import { pendingSignIn } from "../pending-sign-in.server.ts";
import { enter, type SignedIn } from "../sign-in.server.ts";

export interface Pick {
  userId: string;
  firstName: string;
  lastName: string;
  isParent: boolean;
}

/** Returns the profiles to pick from; undefined if no sign-in is pending. */
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

/** Opens the session of the picked profile. */
export async function pick(ctx: RequestContext, userId: string): Promise<SignedIn> {
  const tokens = pendingSignIn(ctx);
  if (tokens === undefined) return { ok: false, code: "TOKEN_INVALID" };
  return enter(ctx, tokens, { userId });
}
