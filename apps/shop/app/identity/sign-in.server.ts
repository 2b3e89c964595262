import { ConnectionFailure, ProfilesToPick, TimeoutFailure, UserMissing } from "@guichet/client/failures.ts";
import type { ToolkitCode } from "@guichet/client/identity-toolkit.ts";
import type { User } from "@guichet/contract/accounts.ts";
import type { RequestContext } from "../request-context/request-context.ts";
import type { FormCode } from "./forms/form-codes.ts";
import { storePendingSignIn, type Tokens } from "./pending-sign-in.server.ts";

/** `seconds`: how long to wait before it is worth trying again. */
export type SignedIn = { ok: true; user: User } | { ok: false; code: FormCode; seconds?: number | undefined };

/** The code of our forms for what the toolkit says (§8). */
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
 * Signs in by e-mail and password; the session's cookies are set (§9, decisions on sign-in). Several people who share the
 * sign-in, or who ask to `choose`, are to be picked from first: the tokens wait in a cookie of their own.
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

/** Makes a sign-in of e-mail and password, and the account with it. */
export async function signUp(ctx: RequestContext, email: string, password: string): Promise<SignedIn> {
  const toolkit = await ctx.toolkit();
  const signed = await toolkit.signUp(email, password);
  return signed.ok ? enter(ctx, signed.value) : { ok: false, code: toolkitFormCode[signed.code] };
}

/**
 * Opens the session of an identity token, and notes the browser as a known one. `choose`: ask whom to open; `userId`:
 * the person picked. Throws `ProfilesToPick` when somebody is to be picked.
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
  // Tokens that several people share would renew the session of another than the one picked.
  const renews = userId === undefined || user.isParent;
  const tokens = renews ? { fbToken: idToken, fbRefreshToken: refreshToken } : {};
  ctx.session.enter({ userToken: user.userToken, ...tokens });
  if (knownDevice !== undefined) ctx.cookies.set("knownDevice", knownDevice);
  if (user.theme !== "system") ctx.cookies.set("theme", user.theme);
  return { ok: true, user };
}

/** The session of a guest, who is not counted as signed in (§6). */
export async function enterAsGuest(
  ctx: RequestContext,
  guest: { firstName: string; lastName: string; email: string; birthDate: string | null },
): Promise<SignedIn> {
  const entered = await ctx.call("login", { authAsGuest: true, guest });
  if (!entered.ok) return entered;
  const { user } = entered.value;
  if (user?.userToken === undefined) throw new UserMissing();
  ctx.session.enter({ userToken: user.userToken });
  return { ok: true, user };
}

/** Runs what a form asks for; a peer that cannot be reached right now sends the form back with what was typed. */
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
