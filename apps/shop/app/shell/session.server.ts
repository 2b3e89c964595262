import { createHash } from "node:crypto";
import { SessionOver } from "@guichet/client/failures.ts";
import { type Renew, type Session, type SessionTokens, withSession } from "@guichet/client/session.ts";
import type { CallSettings, TicketApi } from "@guichet/client/ticket-api.ts";
import type { User } from "@guichet/contract/accounts.ts";
import { introspectionCacheMs } from "@guichet/contract/limits.ts";
import { type Cookies, sessionCookies } from "./cookies.server.ts";

/** The holder (or traveller) who is signed in, and the travellers of the account. */
export interface Account {
  user: User;
  profiles: readonly User[];
}

export interface VisitSession {
  /** The startup check (§4): a stored token is introspected; one that does not hold is renewed or cleared. */
  start(): Promise<void>;
  /** Is there a session? After `start` it holds. */
  readonly open: boolean;
  /** Did it end by itself just now? */
  readonly expired: boolean;
  /** Tells once that the session ended by itself, here or on the request before. */
  takeExpired(): boolean;
  /** Who is signed in, a guest too; asked for once in a request. */
  account(): Promise<Account | undefined>;
  /** Who is signed in with an account: not a guest (§6). */
  holder(): Promise<User | undefined>;
  /** Runs a request with the user token; throws `SessionOver` when it ends here. */
  run<T>(request: (userToken: string) => Promise<T>): Promise<T>;
  /** A sign-in is done: keeps its tokens. */
  enter(tokens: { userToken: string; fbToken?: string | undefined; fbRefreshToken?: string | undefined }): void;
  /** Signs out here: token cookies go, theme and language stay. The call to the Ticket API is the screen's. */
  leave(): void;
}

/** What processes remember between requests: introspections for a moment, renewals under way. */
export interface SessionMemory {
  holds(token: string, network: string): boolean;
  remember(token: string, network: string): void;
  forget(token: string): void;
  /** Renews once for all requests that come with the same spent tokens. */
  once(tokens: SessionTokens, renew: Renew): Promise<SessionTokens | undefined>;
}

const rememberedMax = 10_000;
const renewalKeptMs = 10_000;

export function createSessionMemory(now: () => number): SessionMemory {
  const checked = new Map<string, { until: number; network: string }>();
  const renewals = new Map<string, { until: number; renewal: Promise<SessionTokens | undefined> }>();
  return {
    holds(token, network) {
      const entry = checked.get(digest(token));
      return entry !== undefined && entry.network === network && entry.until > now();
    },
    remember(token, network) {
      keepBelow(checked, rememberedMax);
      checked.set(digest(token), { until: now() + introspectionCacheMs, network });
    },
    forget: (token) => void checked.delete(digest(token)),
    once(tokens, renew) {
      const key = digest(`${tokens.fbRefreshToken} ${tokens.userToken}`);
      const underWay = renewals.get(key);
      if (underWay && underWay.until > now()) return underWay.renewal;
      const renewal = renew(tokens);
      keepBelow(renewals, rememberedMax);
      renewals.set(key, { until: now() + renewalKeptMs, renewal });
      renewal.catch(() => renewals.delete(key));
      return renewal;
    },
  };
}

export interface SessionParts {
  api: TicketApi;
  cookies: Cookies;
  memory: SessionMemory;
  renew: Renew;
  settings: CallSettings & { network: string };
}

/** The session of one request, over its cookies. No token leaves this place but to the Ticket API. */
export function openSession({ api, cookies, memory, renew, settings }: SessionParts): VisitSession {
  let expired = false;
  let account: Promise<Account | undefined> | undefined;
  let session = begin();

  function begin(): Session {
    const tokens: SessionTokens = {
      fbToken: cookies.get("fbToken"),
      fbRefreshToken: cookies.get("fbRefreshToken"),
      userToken: cookies.get("userTicketToken"),
    };
    return withSession({ tokens, renew: (spent) => memory.once(spent, renew).then(kept) });
  }

  function kept(tokens: SessionTokens | undefined): SessionTokens | undefined {
    if (tokens?.userToken !== undefined) keep(tokens);
    return tokens;
  }

  function keep(tokens: SessionTokens): void {
    if (tokens.userToken !== undefined) cookies.set("userTicketToken", tokens.userToken);
    if (tokens.fbToken !== undefined) cookies.set("fbToken", tokens.fbToken);
    if (tokens.fbRefreshToken !== undefined) cookies.set("fbRefreshToken", tokens.fbRefreshToken);
  }

  function clear(): void {
    const token = session.tokens.userToken;
    if (token !== undefined) memory.forget(token);
    for (const name of sessionCookies) cookies.clear(name);
    session = begin();
    account = undefined;
  }

  const isOpen = () => session.tokens.userToken !== undefined || session.tokens.fbRefreshToken !== undefined;

  const run: VisitSession["run"] = async (request) => {
    try {
      return await session.run(request);
    } catch (failure) {
      if (!(failure instanceof SessionOver)) throw failure;
      expired = true;
      clear();
      throw failure;
    }
  };

  const ask = async (): Promise<Account | undefined> => {
    if (!isOpen()) return undefined;
    try {
      const outcome = await run((token) => api.call("getUser", {}, { ...settings, token }));
      return outcome.ok ? outcome.value : undefined;
    } catch (failure) {
      if (failure instanceof SessionOver) return undefined;
      throw failure;
    }
  };

  return {
    run,
    async start() {
      const { userToken } = session.tokens;
      if (!isOpen()) return;
      if (userToken !== undefined && memory.holds(userToken, settings.network)) return;
      try {
        const outcome = await run((token) => api.call("introspectToken", {}, { ...settings, token }));
        const current = session.tokens.userToken;
        if (outcome.ok && current !== undefined) return memory.remember(current, settings.network);
        expired = true;
        clear();
      } catch (failure) {
        if (!(failure instanceof SessionOver)) throw failure;
      }
    },
    get open() {
      return isOpen();
    },
    get expired() {
      return expired;
    },
    takeExpired() {
      const told = expired || cookies.get("sessionExpired") !== undefined;
      cookies.clear("sessionExpired");
      return told;
    },
    account() {
      account ??= ask();
      return account;
    },
    async holder() {
      account ??= ask();
      const user = (await account)?.user;
      return user === undefined || user.authAsGuest ? undefined : user;
    },
    enter(tokens) {
      clear();
      expired = false;
      keep({ fbToken: tokens.fbToken, fbRefreshToken: tokens.fbRefreshToken, userToken: tokens.userToken });
      cookies.clear("sessionExpired");
      session = begin();
    },
    leave: clear,
  };
}

const digest = (text: string): string => createHash("sha256").update(text).digest("base64url");

function keepBelow(map: Map<string, unknown>, limit: number): void {
  const oldest = map.keys().next();
  if (map.size >= limit && !oldest.done) map.delete(oldest.value);
}
