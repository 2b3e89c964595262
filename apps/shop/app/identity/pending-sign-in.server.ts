import type { RequestContext } from "../request-context/request-context.ts";

/** What a sign-in of e-mail and password yields. */
export interface Tokens {
  idToken: string;
  refreshToken: string;
}

/** A sign-in of which several people may be meant waits in a cookie that no script reads; the page holds no token. */
export const storePendingSignIn = ({ cookies }: RequestContext, { idToken, refreshToken }: Tokens): void =>
  cookies.set("signInChoice", `${idToken} ${refreshToken}`);

export function pendingSignIn({ cookies }: RequestContext): Tokens | undefined {
  const [idToken, refreshToken] = (cookies.get("signInChoice") ?? "").split(" ");
  return idToken && refreshToken ? { idToken, refreshToken } : undefined;
}
