import type { getUser } from "@guichet/contract/accounts.ts";
import type { RequestIn } from "@guichet/contract/call.ts";
import type { login } from "@guichet/contract/identity.ts";
import { ok, type Result } from "@guichet/contract/result.ts";
import {
  Breakage,
  ProfilesToPick,
  requestFailed,
  SessionOver,
  UserMissing,
  UserNotConnected,
  UserNotFound,
} from "./failures.ts";
import type { IdentityToolkit } from "./identity-toolkit.ts";
import type { CallSettings, ReceivedOf, TicketApi } from "./ticket-api.ts";

/** What a custom provider gave at sign-in (§4); expiries are instants, ISO 8601 UTC. */
export interface CustomTokens {
  token: string;
  refreshToken: string | undefined;
  expiresAt: string | undefined;
  refreshExpiresAt: string | undefined;
}

/** What a browser keeps of a sign-in (§9): identity token and refresh token, or a custom provider's; and the user token. */
export interface SessionTokens {
  fbToken: string | undefined;
  fbRefreshToken: string | undefined;
  userToken: string | undefined;
  custom?: CustomTokens | undefined;
}

export type Renew = (tokens: SessionTokens) => Promise<SessionTokens | undefined>;

export interface Session {
  /**
   * Runs a request with the user token; a session that is over is renewed once and the request repeated once (§4).
   * Throws `SessionOver`, and `UserNotConnected` where there never was one.
   */
  run<T>(request: (userToken: string) => Promise<T>): Promise<T>;
  readonly tokens: SessionTokens;
}

/** Is there anything to sign in or to renew a sign-in with? */
export const isConnected = ({ userToken, fbRefreshToken, custom }: SessionTokens): boolean =>
  userToken !== undefined || fbRefreshToken !== undefined || custom?.refreshToken !== undefined;

/** A session over its tokens. However many requests meet the end of it at once, it is renewed once. */
export function withSession(options: { tokens: SessionTokens; renew: Renew }): Session {
  let tokens = options.tokens;
  let renewal: Promise<SessionTokens | undefined> | undefined;

  const renewed = async (spent: string | undefined): Promise<string> => {
    if (tokens.userToken !== undefined && tokens.userToken !== spent) return tokens.userToken;
    renewal ??= options.renew(tokens);
    const next = await renewal;
    if (next?.userToken === undefined) throw new SessionOver();
    tokens = next;
    renewal = undefined;
    return next.userToken;
  };

  return {
    get tokens() {
      return tokens;
    },
    async run(request) {
      if (!isConnected(tokens)) throw new UserNotConnected();
      const first = tokens.userToken ?? (await renewed(undefined));
      try {
        return await request(first);
      } catch (failure) {
        if (!(failure instanceof SessionOver)) throw failure;
        return request(await renewed(first));
      }
    },
  };
}

/** A sign-in that ends with one user and their token (§4); throws `ProfilesToPick` or `UserMissing`. */
export async function logIn(
  api: TicketApi,
  values: RequestIn<typeof login>,
  settings: CallSettings,
): Promise<Result<{ user: NonNullable<ReceivedOf<typeof login>["user"]>; userToken: string }>> {
  const outcome = await api.call("login", values, settings);
  if (!outcome.ok) return outcome;
  const { user, profiles } = outcome.value;
  if (profiles !== undefined && profiles.length > 0) throw new ProfilesToPick(profiles);
  if (user?.userToken === undefined) throw new UserMissing();
  return ok({ user, userToken: user.userToken });
}

/** Who is signed in, and the travellers of the account; throws `UserNotFound` when the person is not there any more. */
export async function askUser(api: TicketApi, settings: CallSettings): Promise<ReceivedOf<typeof getUser>> {
  const outcome = await api.call("getUser", {}, settings);
  if (outcome.ok) return outcome.value;
  if (outcome.code === "NOT_FOUND") throw new UserNotFound();
  throw new Breakage(requestFailed, outcome.code === "UNAVAILABLE" ? 503 : 502);
}

/**
 * Renews as decisions of sign-in say: refresh token, then identity token, then login, then a new user token (§4).
 * `knownDevice`: the browser's own token, by which it stays a known one.
 */
export function renewByToolkit(
  api: TicketApi,
  toolkit: IdentityToolkit,
  settings: CallSettings,
  knownDevice?: string,
): Renew {
  return async ({ fbRefreshToken }) => {
    if (fbRefreshToken === undefined) return undefined;
    const refreshed = await toolkit.refresh(fbRefreshToken);
    if (!refreshed.ok) return undefined;
    const { idToken, refreshToken } = refreshed.value;
    const known = knownDevice === undefined ? {} : { knownDevice };
    const entered = await logIn(api, { firebase_token: idToken, ...known }, settings);
    if (!entered.ok) return undefined;
    return { fbToken: idToken, fbRefreshToken: refreshToken, userToken: entered.value.userToken };
  };
}
