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

/** The signed-in user (holder or traveller) and the travellers of the account. */
export interface Account {
  user: User;
  profiles: readonly User[];
}

export interface RequestSession {
  /**
   * Runs the startup check (§4): introspects the stored user token, renews and introspects a custom provider's tokens.
   * Invalid tokens are renewed or cleared. Throws where the check cannot be completed.
   */
  start(): Promise<void>;
  /** Whether there is a session; reliable after `start`. */
  readonly open: boolean;
  /** Whether the session has just expired. */
  readonly expired: boolean;
  /** Returns whether the session expired in this request or the previous one, and clears that flag. */
  takeExpired(): boolean;
  /** Called when the response is ready. If it is not shown, or no page read the flag, the next page announces the expiry. */
  leaveExpired(isShown: boolean): void;
  /** The signed-in user, guests included; fetched once per request. */
  account(): Promise<Account | undefined>;
  /** The user signed in with an account; undefined for a guest (§6). */
  holder(): Promise<User | undefined>;
  /** Runs a request with the user token; throws `SessionOver` when the session ends during it. */
  run<T>(request: (userToken: string) => Promise<T>): Promise<T>;
  /**
   * Completes a sign-in: stores its tokens in place of all others. `unseen`: another site started the request, so the
   * browser may have other tokens that it did not send.
   */
  enter(tokens: SignedInTokens, unseen?: "unseen"): void;
  /** Replaces the tokens of the custom provider; undefined removes them, after the provider was unlinked. */
  keepCustom(custom: CustomTokens | undefined): void;
  /** Signs out in this browser: clears token cookies, leaves theme and language. The screen calls the Ticket API. */
  leave(): void;
}

export interface SessionParts {
  api: TicketApi;
  cookies: Cookies;
  memory: SessionMemory;
  renew: Renew;
  /** Finds the custom provider that issued a token; undefined: none of the network's providers. */
  customOf: (token: string) => Promise<CustomRenewal | undefined>;
  settings: CallSettings & { network: string };
  /** The current time in milliseconds since the epoch, by the installation's clock. */
  now: () => number;
  /** Awaits a response of the Ticket API for a page; throws where the service is unavailable. */
  answered?: <T>(asked: Promise<T>) => Promise<T>;
}

/** Opens the session of one request from its cookies. Tokens are only sent to the Ticket API and their own provider. */
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

  /** Reads the tokens from the cookies; concurrent requests with expired tokens share one renewal. */
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
    // An unavailable service does not sign anybody out.
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
      // The user token is stored too, so that it lasts as long as its refresh token.
      storeTokens(cookies, { custom: renewed, userToken });
      this.#tokens = this.#begin();
    };
    await checkCustom(custom, renewal, { api, memory, settings: { ...settings, token: userToken }, now, store });
  }

  /** Ends an expired session, here and, where reachable, at the Ticket API. */
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
