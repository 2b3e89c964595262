import { idTokenMinutes, recentSignInMinutes } from "@guichet/contract/limits.ts";
import { minutesMs } from "../../clock.ts";
import type { House } from "../../house.ts";
import { hashed } from "../../ids.ts";
import { type IdTokenHolder, readIdToken, signIdToken } from "../id-tokens.ts";
import { findRefreshToken, insertRefreshToken, type Login, loginById } from "../login-store.ts";
import { answered, fault, type ToolkitAnswer } from "./faults.ts";
import type { ToolkitAsk } from "./requests.ts";

const expiresIn = String(idTokenMinutes * 60);

/** The tokens of a new sign-in, remembered. */
export async function newTokens(house: House, login: Login) {
  const at = house.clock.iso();
  const refreshToken = house.ids.token();
  await house.db.transaction().execute((tx) => insertRefreshToken(tx, login, hashed(refreshToken), at));
  return { idToken: await signIdToken(house, login, at), refreshToken, expiresIn };
}

/** Who asks, by the identity token of the body; `recent`: they must have typed their password just now. */
export async function holderOf(ask: ToolkitAsk, recent = false): Promise<IdTokenHolder | { fault: string }> {
  const { house, network, body } = ask;
  if (body.idToken === undefined || body.idToken === "") return { fault: "MISSING_ID_TOKEN" };
  const holder = await readIdToken(house, network.id, body.idToken);
  if (holder === "expired") return { fault: "TOKEN_EXPIRED" };
  if (holder === "invalid") return { fault: "INVALID_ID_TOKEN" };
  const age = house.clock.now().getTime() - holder.signedInAt.getTime();
  if (recent && age > minutesMs(recentSignInMinutes)) return { fault: "CREDENTIAL_TOO_OLD_LOGIN_AGAIN" };
  return holder;
}

/** `/v1/token`: a new identity token for a refresh token; the refresh token stays the same. */
export async function refresh({ house, network, body }: ToolkitAsk): Promise<ToolkitAnswer> {
  const grant = body.grant_type ?? body.grantType;
  const token = body.refresh_token ?? body.refreshToken;
  if (grant === undefined || grant === "") return fault("MISSING_GRANT_TYPE");
  if (grant !== "refresh_token") return fault("INVALID_GRANT_TYPE");
  if (token === undefined || token === "") return fault("MISSING_REFRESH_TOKEN");
  const found = await findRefreshToken(house.db, network.id, hashed(token));
  const login = found === undefined ? undefined : await loginById(house.db, network.id, found.loginId);
  if (found === undefined || login === undefined) return fault("INVALID_REFRESH_TOKEN");
  const idToken = await signIdToken(house, login, found.signedInAt);
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
