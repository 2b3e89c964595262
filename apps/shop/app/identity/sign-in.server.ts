import { ConnectionFailure, ProfilesToPick, TimeoutFailure, UserMissing } from "@guichet/client/failures.ts";
import type { ToolkitCode } from "@guichet/client/identity-toolkit.ts";
import type { User } from "@guichet/contract/accounts.ts";
import type { RequestContext } from "../request-context/request-context.ts";
import type { FormCode } from "./forms/form-codes.ts";
import { storePendingSignIn, type Tokens } from "./pending-sign-in.server.ts";

/** Result of a sign-in. `seconds`: wait before the next attempt. */
export type SignedIn = { ok: true; user: User } | { ok: false; code: FormCode; seconds?: number | undefined };

/** Form code of each toolkit error (§8). */
export const toolkitFormCode: Record<ToolkitCode, FormCode> = {
  CREDENTIAL_TOO_OLD_LOGIN_AGAIN: "TOKEN_INVALID",
  EMAIL_EXISTS: "EMAIL_EXISTS",
  EMAIL_NOT_FOUND: "EMAIL_NOT_FOUND",
  EMAIL_UNCHANGED: "EMAIL_UNCHANGED",
  EXPIRED_OOB_CODE: "CODE_EXPIRED",
  INVALID_EMAIL: "EMAIL_INVALID",
  INVALID_ID_TOKEN: "TOKEN_INVALID",
  INVALID_LOGIN_CREDENTIALS: "INVALID_LOGIN_CREDENTIALS",
  INVALID_OOB_CODE: "CODE_INVALID",
  INVALID_PASSWORD: "INVALID_PASSWORD",
  INVALID_REFRESH_TOKEN: "TOKEN_INVALID",
  MISSING_EMAIL: "EMAIL_REQUIRED",
  MISSING_PASSWORD: "PASSWORD_REQUIRED",
  OPERATION_NOT_ALLOWED: "FEATURE_DISABLED",
  PASSWORD_DOES_NOT_MEET_REQUIREMENTS: "PASSWORD_DOES_NOT_MEET_REQUIREMENTS",
  PASSWORD_OF_TRAVELLER: "PASSWORD_OF_TRAVELLER",
  PASSWORD_UNCHANGED: "PASSWORD_UNCHANGED",
  RESET_PASSWORD_EXCEED_LIMIT: "TOO_MANY_REQUESTS",
  TOKEN_EXPIRED: "TOKEN_INVALID",
  TOO_MANY_ATTEMPTS_TRY_LATER: "TOO_MANY_ATTEMPTS_TRY_LATER",
  USER_DISABLED: "USER_DISABLED",
  USER_NOT_FOUND: "EMAIL_NOT_FOUND",
  OTHER: "ERR_RESPONSE_ERROR",
};

/**
 * Signs in with e-mail and password and sets the session cookies (§9, decisions on sign-in). If several people share the
 * sign-in, or with `choose`, the user picks a profile first: the tokens are stored in a separate cookie until then.
 */
export async function signIn(
  ctx: RequestContext,
  email: string,
  password: string,
  choose = false,
): Promise<SignedIn | { ok: false; code: "PICK" }> {
  const toolkit = await ctx.toolkit();
  const signed = await toolkit.signInWithPassword(email, password);
  if (!signed.ok) return { ok: false, code: toolkitFormCode[signed.code], seconds: signed.waitSeconds };
  try {
    return await enter(ctx, signed.value, { choose });
  } catch (failure) {
    if (!(failure instanceof ProfilesToPick)) throw failure;
    storePendingSignIn(ctx, signed.value);
    return { ok: false, code: "PICK" };
  }
}

/** Creates an e-mail and password sign-in and its account. */
export async function signUp(ctx: RequestContext, email: string, password: string): Promise<SignedIn> {
  const toolkit = await ctx.toolkit();
  const signed = await toolkit.signUp(email, password);
  return signed.ok ? enter(ctx, signed.value) : { ok: false, code: toolkitFormCode[signed.code] };
}

/**
 * Opens the session of an ID token and marks the browser as known. `choose`: shows the profile picker; `userId`: the picked
 * profile. Throws `ProfilesToPick` if the user has to pick a profile.
 */
export async function enter(
  ctx: RequestContext,
  { idToken, refreshToken }: Tokens,
  { choose = false, userId }: { choose?: boolean; userId?: string } = {},
): Promise<SignedIn> {
  const known = ctx.cookies.get("knownDevice");
  const entered = await ctx.call(
    "login",
    {
      firebase_token: idToken,
      ...(choose ? { forceProfiles: true } : {}),
      ...(known === undefined ? {} : { knownDevice: known }),
    },
    { ...(ctx.device === undefined ? {} : { device: ctx.device }), ...(userId === undefined ? {} : { userId }) },
  );
  if (!entered.ok) return entered;
  const { user, profiles, knownDevice } = entered.value;
  if (profiles !== undefined && profiles.length > 0) throw new ProfilesToPick(profiles);
  if (user?.userToken === undefined) throw new UserMissing();
  // Shared tokens would renew the session of a different profile than the picked one.
  const renews = userId === undefined || user.isParent;
  const tokens = renews ? { fbToken: idToken, fbRefreshToken: refreshToken } : {};
  ctx.session.enter({ userToken: user.userToken, ...tokens });
  if (knownDevice !== undefined) ctx.cookies.set("knownDevice", knownDevice);
  if (user.theme !== "system") ctx.cookies.set("theme", user.theme);
  return { ok: true, user };
}

/** Opens a guest session, which does not count as signed in (§6); the e-mail address alone is enough (decision 129). */
export async function enterAsGuest(
  ctx: RequestContext,
  guest: { email: string; firstName?: string; lastName?: string; birthDate?: string | null },
): Promise<SignedIn> {
  const entered = await ctx.call("login", { authAsGuest: true, guest });
  if (!entered.ok) return entered;
  const { user } = entered.value;
  if (user?.userToken === undefined) throw new UserMissing();
  ctx.session.enter({ userToken: user.userToken });
  return { ok: true, user };
}

/** Runs a form action; if a backend is unreachable, the form is returned with its entered values. */
export async function reached<T>(act: () => Promise<T>): Promise<T | { ok: false; code: "UNAVAILABLE" }> {
  try {
    return await act();
  } catch (failure) {
    if (failure instanceof ConnectionFailure || failure instanceof TimeoutFailure) {
      return { ok: false, code: "UNAVAILABLE" };
    }
    throw failure;
  }
}
