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

/** A custom provider's tokens from the sign-in (§4); expiries are instants, ISO 8601 UTC. */
export interface CustomTokens {
  token: string;
  refreshToken: string | undefined;
  expiresAt: string | undefined;
  refreshExpiresAt: string | undefined;
}

/** Tokens of a sign-in stored by a browser (§9): identity and refresh token, or a custom provider's tokens; and the user token. */
export interface SessionTokens {
  fbToken: string | undefined;
  fbRefreshToken: string | undefined;
  userToken: string | undefined;
  custom?: CustomTokens | undefined;
}

export type Renew = (tokens: SessionTokens) => Promise<SessionTokens | undefined>;

export interface Session {
  /**
   * Runs a request with the user token; an expired session is renewed once, and the request repeated once (§4).
   * Throws `SessionOver`, and `UserNotConnected` without a sign-in.
   */
  run<T>(request: (userToken: string) => Promise<T>): Promise<T>;
  readonly tokens: SessionTokens;
}

/** Whether there is a user token, or a token to renew the sign-in. */
export const isConnected = ({ userToken, fbRefreshToken, custom }: SessionTokens): boolean =>
  userToken !== undefined || fbRefreshToken !== undefined || custom?.refreshToken !== undefined;

/** Creates a session from its tokens. Concurrent requests that find it expired renew it once. */
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

/** Signs in and returns the user and their token (§4); throws `ProfilesToPick` or `UserMissing`. */
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

/** Loads the signed-in user and the travellers of the account; throws `UserNotFound` if the person no longer exists. */
export async function askUser(api: TicketApi, settings: CallSettings): Promise<ReceivedOf<typeof getUser>> {
  const outcome = await api.call("getUser", {}, settings);
  if (outcome.ok) return outcome.value;
  if (outcome.code === "NOT_FOUND") throw new UserNotFound();
  throw new Breakage(requestFailed, outcome.code === "UNAVAILABLE" ? 503 : 502);
}

/**
 * Renews a session by the identity toolkit: refresh token, then identity token, then login, then a new user token (§4).
 * `knownDevice`: the browser's token that keeps it a known device.
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
