import type { RequestContext } from "../request-context/request-context.ts";

/** Tokens of a sign-in with e-mail and password. */
export interface Tokens {
  idToken: string;
  refreshToken: string;
}

/** Stores a sign-in shared by several profiles in an HttpOnly cookie until one is picked; the page contains no token. */
export const storePendingSignIn = ({ cookies }: RequestContext, { idToken, refreshToken }: Tokens): void =>
  cookies.set("signInChoice", `${idToken} ${refreshToken}`);

export function pendingSignIn({ cookies }: RequestContext): Tokens | undefined {
  const [idToken, refreshToken] = (cookies.get("signInChoice") ?? "").split(" ");
  return idToken && refreshToken ? { idToken, refreshToken } : undefined;
}
