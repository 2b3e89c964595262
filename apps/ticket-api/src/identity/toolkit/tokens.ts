import { idTokenMinutes } from "@guichet/contract/limits/session-limits.ts";
import { recentSignInMinutes } from "@guichet/contract/limits/sign-in-limits.ts";
import {
  findRefreshToken,
  insertRefreshToken,
  lockLogin,
  loginById,
  type StoredSignIn,
} from "../../authentication/login-store.ts";
import type { SignIn } from "../../authentication/sign-in.ts";
import { type TravellerLogin, travellerLogins } from "../../authentication/traveller-login-store.ts";
import { minutesMs } from "../../clock.ts";
import type { Dependencies } from "../../dependencies.ts";
import { hashed } from "../../ids.ts";
import { finalExpiry } from "../../sessions/session.ts";
import { type IdTokenHolder, isTravellerSignInValid, readSignIn, type SignedIn, signIdToken } from "../id-tokens.ts";
import { answered, fault, type ToolkitResult } from "./faults.ts";
import type { ToolkitContext } from "./requests.ts";

const expiresIn = String(idTokenMinutes * 60);

/**
 * Creates and stores the tokens of a new sign-in; undefined when the password or e-mail that it was checked against has changed
 * meanwhile.
 */
export async function newTokens(deps: Dependencies, { login, travellers }: SignIn) {
  const at = deps.clock.iso();
  const refreshToken = deps.ids.token();
  const signInId = deps.ids.uuid();
  const travellerIds = travellers?.map(({ travellerId }) => travellerId) ?? null;
  const isStored = await deps.db.transaction().execute(async (tx) => {
    const locked = await lockLogin(tx, login.networkId, login.id);
    if (locked?.tokensValidSince !== login.tokensValidSince) return false;
    if (travellers !== null && !(await isTravellerSignInValid(tx, login, travellers))) return false;
    await insertRefreshToken(tx, login, { id: signInId, travellerIds, tokenHash: hashed(refreshToken), at });
    return true;
  });
  if (!isStored) return undefined;
  return {
    idToken: await signIdToken(deps, { login, travellers, signInId, signedInAt: at }),
    refreshToken,
    expiresIn,
  };
}

/**
 * The holder of the identity token in the body. `recent`: they must have just typed their password. A traveller's own
 * sign-in may not change the login (`OPERATION_NOT_ALLOWED`).
 */
export async function holderOf(ctx: ToolkitContext, recent = false): Promise<IdTokenHolder | { fault: string }> {
  const signedIn = await signedInOf(ctx);
  if ("fault" in signedIn) return signedIn;
  if (signedIn.travellers !== null) return { fault: "OPERATION_NOT_ALLOWED" };
  const age = ctx.deps.clock.now().getTime() - signedIn.signedInAt.getTime();
  if (recent && age > minutesMs(recentSignInMinutes)) return { fault: "CREDENTIAL_TOO_OLD_LOGIN_AGAIN" };
  return signedIn;
}

/** The holder or the travellers of the identity token in the body. */
export async function signedInOf({ deps, network, body }: ToolkitContext): Promise<SignedIn | { fault: string }> {
  if (body.idToken === undefined || body.idToken === "") return { fault: "MISSING_ID_TOKEN" };
  const signedIn = await readSignIn(deps, network.id, body.idToken);
  if (signedIn === "expired") return { fault: "TOKEN_EXPIRED" };
  if (signedIn === "invalid") return { fault: "INVALID_ID_TOKEN" };
  return signedIn;
}

/** `/v1/token`: a new identity token for a refresh token, which stays the same; expired 180 days after the sign-in. */
export async function refresh({ deps, network, body }: ToolkitContext): Promise<ToolkitResult> {
  const grant = body.grant_type ?? body.grantType;
  const token = body.refresh_token ?? body.refreshToken;
  if (grant === undefined || grant === "") return fault("MISSING_GRANT_TYPE");
  if (grant !== "refresh_token") return fault("INVALID_GRANT_TYPE");
  if (token === undefined || token === "") return fault("MISSING_REFRESH_TOKEN");
  const found = await findRefreshToken(deps.db, network.id, hashed(token));
  const login = found === undefined ? undefined : await loginById(deps.db, network.id, found.loginId);
  if (found === undefined || login === undefined) return fault("INVALID_REFRESH_TOKEN");
  if (finalExpiry(found.signedInAt) <= deps.clock.now()) return fault("TOKEN_EXPIRED");
  const travellers = await travellersOf(deps, { ...found, networkId: network.id });
  if (travellers?.length === 0) return fault("INVALID_REFRESH_TOKEN");
  const { id: signInId, signedInAt } = found;
  const idToken = await signIdToken(deps, { login, travellers, signInId, signedInAt });
  return answered({
    access_token: idToken,
    expires_in: expiresIn,
    token_type: "Bearer",
    refresh_token: token,
    id_token: idToken,
    user_id: login.id,
    project_id: network.id,
  });
}

/** The travellers of a sign-in who may still sign in; null: it is the holder's. */
async function travellersOf(
  deps: Dependencies,
  { loginId, travellerIds, networkId }: StoredSignIn & { networkId: string },
): Promise<TravellerLogin[] | null> {
  if (travellerIds === null) return null;
  const known = await travellerLogins(deps.db, networkId, loginId);
  return known.filter(({ travellerId, active }) => active && travellerIds.includes(travellerId));
}
