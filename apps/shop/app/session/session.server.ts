import type { CustomRenewal } from "@guichet/client/custom-session.ts";
import { ConnectionFailure, SessionOver, TokenInvalid, UserNotFound } from "@guichet/client/failures.ts";
import {
  askUser,
  type CustomTokens,
  isConnected,
  type Renew,
  type Session,
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
export const openSession = (parts: SessionParts): RequestSession => new CookieSession(parts);

class CookieSession implements RequestSession {
  readonly #parts: SessionParts;
  #tokens: Session;
  #account: Promise<Account | undefined> | undefined;
  #expired = false;
  #taken = false;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#tokens = this.#begin();
  }

  get open(): boolean {
    return isConnected(this.#tokens.tokens);
  }

  get expired(): boolean {
    return this.#expired;
  }

  async start(): Promise<void> {
    if (!this.open) return;
    try {
      await this.#answered(this.#checkUserToken());
      await this.#answered(this.#checkCustomTokens());
    } catch (failure) {
      if (failure instanceof SessionOver) return;
      if (!(failure instanceof TokenInvalid)) throw failure;
      await this.#end();
    }
  }

  async run<T>(request: (userToken: string) => Promise<T>): Promise<T> {
    try {
      return await this.#tokens.run(request);
    } catch (failure) {
      if (!(failure instanceof SessionOver)) throw failure;
      this.#expired = true;
      this.#clear();
      throw failure;
    }
  }

  account(): Promise<Account | undefined> {
    this.#account ??= this.#askAccount();
    return this.#account;
  }

  async holder(): Promise<User | undefined> {
    const user = (await this.account())?.user;
    return user === undefined || user.authAsGuest ? undefined : user;
  }

  enter(tokens: SignedInTokens, unseen?: "unseen"): void {
    const { cookies } = this.#parts;
    this.#clear(unseen);
    this.#expired = false;
    this.#taken = false;
    storeTokens(cookies, tokens);
    cookies.clear("sessionExpired", unseen);
    this.#tokens = this.#begin();
  }

  keepCustom(custom: CustomTokens | undefined): void {
    const { cookies } = this.#parts;
    if (custom === undefined) dropCustom(cookies);
    else storeTokens(cookies, { custom });
    this.#tokens = this.#begin();
  }

  leave(): void {
    this.#clear();
  }

  takeExpired(): boolean {
    const { cookies } = this.#parts;
    this.#taken = this.#expired || cookies.get("sessionExpired") !== undefined;
    cookies.clear("sessionExpired");
    return this.#taken;
  }

  leaveExpired(isShown: boolean): void {
    if (this.#taken ? !isShown : this.#expired) this.#parts.cookies.set("sessionExpired", "1");
  }

  /** The tokens of the cookies; requests that meet their end at once renew them once. */
  #begin(): Session {
    const { cookies, memory, renew } = this.#parts;
    return withSession({
      tokens: tokensIn(cookies),
      renew: async (spent) => {
        const key = `${spent.fbRefreshToken} ${spent.custom?.refreshToken} ${spent.userToken}`;
        const renewed = await memory.once(key, () => renew(spent));
        if (renewed?.userToken !== undefined) storeTokens(cookies, { ...renewed, userToken: renewed.userToken });
        return renewed;
      },
    });
  }

  #clear(unseen?: "unseen"): void {
    const { cookies, memory } = this.#parts;
    const { userToken, custom } = this.#tokens.tokens;
    for (const token of [userToken, custom?.token]) if (token !== undefined) memory.forget(token);
    dropTokens(cookies, unseen);
    this.#tokens = this.#begin();
    this.#account = undefined;
  }

  #answered<T>(asked: Promise<T>): Promise<T> {
    return this.#parts.answered?.(asked) ?? asked;
  }

  async #askAccount(): Promise<Account | undefined> {
    const { api, settings } = this.#parts;
    if (!this.open) return undefined;
    try {
      return await this.#answered(this.run((token) => askUser(api, { ...settings, token })));
    } catch (failure) {
      if (failure instanceof SessionOver || failure instanceof UserNotFound) return undefined;
      throw failure;
    }
  }

  /** Checks the stored user token at the Ticket API. */
  async #checkUserToken(): Promise<void> {
    const { api, memory, settings } = this.#parts;
    const { userToken } = this.#tokens.tokens;
    if (userToken !== undefined && memory.holds(userToken, settings.network)) return;
    const outcome = await this.run((token) => api.call("introspectToken", {}, { ...settings, token }));
    const current = this.#tokens.tokens.userToken;
    // Nobody is signed out because nobody answers.
    if (!outcome.ok && outcome.code === "UNAVAILABLE") throw new ConnectionFailure("No introspection can be had");
    if (!outcome.ok || current === undefined) throw new TokenInvalid();
    memory.remember(current, settings.network);
  }

  /** Checks the custom provider's tokens at the provider, and renews them. */
  async #checkCustomTokens(): Promise<void> {
    const { api, cookies, customOf, memory, now, settings } = this.#parts;
    const { custom, userToken } = tokensIn(cookies);
    const renewal = custom && (await customOf(custom.token));
    if (custom === undefined || renewal === undefined || userToken === undefined) return;
    const store = (renewed: CustomTokens) => {
      // The user token too, as long in the browser as what it is renewed with.
      storeTokens(cookies, { custom: renewed, userToken });
      this.#tokens = this.#begin();
    };
    await checkCustom(custom, renewal, { api, memory, settings: { ...settings, token: userToken }, now, store });
  }

  /** Ends by itself: here, and at the Ticket API as far as it can be told. */
  async #end(): Promise<void> {
    const { api, settings } = this.#parts;
    const { userToken } = this.#tokens.tokens;
    this.#expired = true;
    this.#clear();
    if (userToken !== undefined) {
      await api.call("logout", {}, { ...settings, token: userToken }).catch(() => undefined);
    }
  }
}
