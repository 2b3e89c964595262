import type { CustomTokens, SessionTokens } from "@guichet/client/session.ts";
import { type CookieName, type Cookies, sessionCookies } from "./cookies.server.ts";

/** The tokens of a sign-in: with the identity tokens of an e-mail sign-in, a custom provider's, or neither. */
export interface SignedInTokens {
  userToken: string;
  fbToken?: string | undefined;
  fbRefreshToken?: string | undefined;
  custom?: CustomTokens | undefined;
}

/** Reads the session's tokens from the cookies of §9. */
export function tokensIn(cookies: Cookies): SessionTokens {
  const token = cookies.get("userCustomToken");
  const refreshToken = cookies.get("userRefreshToken");
  return {
    fbToken: cookies.get("fbToken"),
    fbRefreshToken: cookies.get("fbRefreshToken"),
    userToken: cookies.get("userTicketToken"),
    custom:
      token === undefined && refreshToken === undefined
        ? undefined
        : {
            token: token ?? "",
            refreshToken,
            expiresAt: instantIn(cookies.get("customTokenExpiresIn")),
            refreshExpiresAt: instantIn(cookies.get("refreshTokenExpiresIn")),
          },
  };
}

/** Stores tokens in cookies; those not given remain unchanged. */
export function storeTokens(
  cookies: Cookies,
  { fbToken, fbRefreshToken, userToken, custom }: Partial<SignedInTokens>,
): void {
  const set = (name: CookieName, value: string | undefined) => {
    if (value !== undefined) cookies.set(name, value);
  };
  set("userTicketToken", userToken);
  set("fbToken", fbToken);
  set("fbRefreshToken", fbRefreshToken);
  set("userCustomToken", custom?.token);
  set("userRefreshToken", custom?.refreshToken);
  set("customTokenExpiresIn", custom?.expiresAt);
  set("refreshTokenExpiresIn", custom?.refreshExpiresAt);
}

const customCookies = [
  "userCustomToken",
  "userRefreshToken",
  "customTokenExpiresIn",
  "refreshTokenExpiresIn",
] as const satisfies readonly CookieName[];

/** Clears a custom provider's tokens, whether or not they came with the request. */
export function dropCustom(cookies: Cookies): void {
  for (const name of customCookies) cookies.clear(name, "unseen");
}

/** Clears every cookie of a session. */
export function dropTokens(cookies: Cookies, unseen?: "unseen"): void {
  for (const name of sessionCookies) cookies.clear(name, unseen);
}

const instantIn = (text: string | undefined): string | undefined =>
  text === undefined || Number.isNaN(Date.parse(text)) ? undefined : text;
