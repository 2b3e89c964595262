import type { CustomRenewal } from "@guichet/client/custom-session.ts";
import { ConnectionFailure, SessionOver, TokenInvalid, UserNotFound } from "@guichet/client/failures.ts";
import {
  askUser,
  type CustomTokens,
  isConnected,
  type Renew,
  type SessionTokens,
  withSession,
} from "@guichet/client/session.ts";
import type { CallSettings, TicketApi } from "@guichet/client/ticket-api.ts";
import type { User } from "@guichet/contract/accounts.ts";
import type { Cookies } from "./cookies.server.ts";
import { checkCustom } from "./custom-token-check.server.ts";
import type { SessionMemory } from "./session-memory.server.ts";
import { dropCustom, dropTokens, type SignedInTokens, storeTokens, tokensIn } from "./session-tokens.server.ts";

/** The holder (or traveller) who is signed in, and the travellers of the account. */
export interface Account {
  user: User;
  profiles: readonly User[];
}

export interface RequestSession {
  /**
   * The startup check (§4): a stored token is introspected, a custom provider's tokens are renewed and introspected; what
   * does not hold is renewed or cleared. Throws where that cannot be told.
   */
  start(): Promise<void>;
  /** Is there a session? After `start` it holds. */
  readonly open: boolean;
  /** Did it end by itself just now? */
  readonly expired: boolean;
  /** Tells once that the session ended by itself, here or on the request before. */
  takeExpired(): boolean;
  /** The answer is made. Where it is not `shown` to anybody, or no page took it, the next page tells that the session ended. */
  leaveExpired(isShown: boolean): void;
  /** Who is signed in, a guest too; asked for once in a request. */
  account(): Promise<Account | undefined>;
  /** Who is signed in with an account: not a guest (§6). */
  holder(): Promise<User | undefined>;
  /** Runs a request with the user token; throws `SessionOver` when it ends here. */
  run<T>(request: (userToken: string) => Promise<T>): Promise<T>;
  /**
   * A sign-in is done: keeps its tokens in place of all others. `unseen`: another site began the request, so those others
   * may be in the browser without being with it.
   */
  enter(tokens: SignedInTokens, unseen?: "unseen"): void;
  /** The session goes on with these tokens of its custom provider; undefined: without any, as that one was unlinked. */
  keepCustom(custom: CustomTokens | undefined): void;
  /** Signs out here: token cookies go, theme and language stay. The call to the Ticket API is the screen's. */
  leave(): void;
}

export interface SessionParts {
  api: TicketApi;
  cookies: Cookies;
  memory: SessionMemory;
  renew: Renew;
  /** The custom provider whose token this is; undefined: none of the network's. */
  customOf: (token: string) => Promise<CustomRenewal | undefined>;
  settings: CallSettings & { network: string };
  /** Milliseconds since the epoch, by the installation's clock. */
  now: () => number;
  /** Awaits an answer of the Ticket API for a page; throws what shows that there is none. */
  answered?: <T>(asked: Promise<T>) => Promise<T>;
}

/** The session of one request, over its cookies. No token leaves this place but to the Ticket API and its own provider. */
export function openSession({
  api,
  cookies,
  memory,
  renew,
  customOf,
  settings,
  now,
  answered = (asked) => asked,
}: SessionParts): RequestSession {
  let expired = false;
  let taken = false;
  let account: Promise<Account | undefined> | undefined;
  let session = begin();

  function begin() {
    return withSession({ tokens: tokensIn(cookies), renew: (spent) => once(spent).then(storedTokens) });
  }

  const once = (spent: SessionTokens) =>
    memory.once(`${spent.fbRefreshToken} ${spent.custom?.refreshToken} ${spent.userToken}`, () => renew(spent));

  function storedTokens(tokens: SessionTokens | undefined): SessionTokens | undefined {
    const { userToken } = tokens ?? {};
    if (userToken !== undefined) storeTokens(cookies, { ...tokens, userToken });
    return tokens;
  }

  function clear(unseen?: "unseen"): void {
    const { userToken, custom } = session.tokens;
    for (const token of [userToken, custom?.token]) if (token !== undefined) memory.forget(token);
    dropTokens(cookies, unseen);
    session = begin();
    account = undefined;
  }

  const isOpen = () => isConnected(session.tokens);

  const run: RequestSession["run"] = async (request) => {
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
      return await answered(run((token) => askUser(api, { ...settings, token })));
    } catch (failure) {
      if (failure instanceof SessionOver || failure instanceof UserNotFound) return undefined;
      throw failure;
    }
  };

  /** The stored user token, as the Ticket API sees it. */
  async function checkUserToken(): Promise<void> {
    const { userToken } = session.tokens;
    if (userToken !== undefined && memory.holds(userToken, settings.network)) return;
    const outcome = await run((token) => api.call("introspectToken", {}, { ...settings, token }));
    const current = session.tokens.userToken;
    // Nobody is signed out because nobody answers.
    if (!outcome.ok && outcome.code === "UNAVAILABLE") throw new ConnectionFailure("No introspection can be had");
    if (!outcome.ok || current === undefined) throw new TokenInvalid();
    memory.remember(current, settings.network);
  }

  /** The custom provider's tokens, as the provider sees them. */
  async function checkCustomTokens(): Promise<void> {
    const { custom, userToken } = tokensIn(cookies);
    const renewal = custom && (await customOf(custom.token));
    if (custom === undefined || renewal === undefined || userToken === undefined) return;
    const store = (renewed: CustomTokens) => {
      // The user token too, as long in the browser as what it is renewed with.
      storeTokens(cookies, { custom: renewed, userToken });
      session = begin();
    };
    await checkCustom(custom, renewal, { api, memory, settings: { ...settings, token: userToken }, now, store });
  }

  /** Ends by itself: here, and at the Ticket API as far as it can be told. */
  async function end(): Promise<void> {
    const { userToken } = session.tokens;
    expired = true;
    clear();
    if (userToken !== undefined) {
      await api.call("logout", {}, { ...settings, token: userToken }).catch(() => undefined);
    }
  }

  return {
    run,
    async start() {
      if (!isOpen()) return;
      try {
        await answered(checkUserToken());
        await answered(checkCustomTokens());
      } catch (failure) {
        if (failure instanceof SessionOver) return;
        if (!(failure instanceof TokenInvalid)) throw failure;
        await end();
      }
    },
    get open() {
      return isOpen();
    },
    get expired() {
      return expired;
    },
    takeExpired() {
      taken = expired || cookies.get("sessionExpired") !== undefined;
      cookies.clear("sessionExpired");
      return taken;
    },
    leaveExpired(isShown) {
      if (taken ? !isShown : expired) cookies.set("sessionExpired", "1");
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
    enter(tokens, unseen) {
      clear(unseen);
      expired = false;
      taken = false;
      storeTokens(cookies, tokens);
      cookies.clear("sessionExpired", unseen);
      session = begin();
    },
    keepCustom(custom) {
      if (custom === undefined) dropCustom(cookies);
      else storeTokens(cookies, { custom });
      session = begin();
    },
    leave: () => clear(),
  };
}
