import type { IdentityToolkit } from "@guichet/client/identity-toolkit.ts";
import type { FileAnswer, ReceivedOf } from "@guichet/client/ticket-api.ts";
import type { SentFile } from "@guichet/client/wire.ts";
import type { RequestIn } from "@guichet/contract/call.ts";
import type { CallName, Calls } from "@guichet/contract/calls.ts";
import type { Language } from "@guichet/contract/languages.ts";
import type { AlertFlag, BeaconAlert } from "@guichet/contract/maintenance.ts";
import type { Network } from "@guichet/contract/networks.ts";
import type { Result } from "@guichet/contract/result.ts";
import { createContext, type RouterContextProvider } from "react-router";
import type { Frame } from "../page/frame.tsx";
import type { Cookies } from "../session/cookies.server.ts";
import type { Account, RequestSession } from "../session/session.server.ts";
import type { Closed } from "./closed-shop.ts";

export type { Account };

export type Site = "own" | "near" | "other" | "unknown";

export interface ContextCallSettings {
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** Ask again even if an answer is kept. */
  fresh?: boolean;
  /** Of whom the call is, where it may be of another than who is signed in. */
  userId?: string;
  device?: string;
  /** The file of a call that takes one. */
  file?: SentFile;
}

/** One request of a visitor, as loaders and actions meet it: which network and language, who asks, and the Ticket API. */
export interface RequestContext {
  readonly network: Network;
  readonly language: Language;
  /** The language prefix of the address, or nothing. */
  readonly prefix: string;
  /** As asked for, with host and prefix. */
  readonly url: URL;
  /** Without the language prefix. */
  readonly path: string;
  readonly requestId: string;
  readonly customerAddress: string;
  /** The browser in words that its owner knows: "Firefox, Android". */
  readonly device: string | undefined;
  /** The current instant, by the installation's clock. */
  now(): string;
  readonly cookies: Cookies;
  readonly session: RequestSession;
  /**
   * Where the request was begun, as the browser tells: a page of ours or the address bar, a neighbour on the same
   * site, another site (then Strict cookies are not with it), or not told.
   */
  readonly site: Site;
  /**
   * Makes a call of the Ticket API in this network and language, for whoever is signed in. Refusals are values; a
   * session that is over is renewed once, else the visitor is led on signed out.
   */
  call<N extends CallName>(
    name: N,
    values: RequestIn<Calls[N]>,
    settings?: ContextCallSettings,
  ): Promise<Result<ReceivedOf<Calls[N]>>>;
  /** The same for a call that answers a file. */
  file<N extends CallName>(name: N, values: RequestIn<Calls[N]>): Promise<Result<FileAnswer>>;
  /** The maintenance alert that is shown now: about everything (null), or about a flag (§4). */
  alertFor(flag: AlertFlag | null): BeaconAlert | null;
  /** What an expiring link of an answer names; undefined: it is over. */
  linkedFile(link: string): Promise<FileAnswer | undefined>;
  /** Passwords and identity tokens of this network. */
  toolkit(): Promise<IdentityToolkit>;
}

/** What stands where the network is not known, cannot be asked, or is closed: the page says so. */
export type ResolvedRequest =
  | { frame: Frame; ctx: RequestContext }
  | { frame: Frame; ctx?: undefined; status: 404 | 503; closed?: Closed };

const resolvedRequestContext = createContext<ResolvedRequest>();

export const setResolvedRequest = (context: RouterContextProvider, place: ResolvedRequest): void =>
  context.set(resolvedRequestContext, place);
export const resolvedRequestOf = (context: Readonly<RouterContextProvider>): ResolvedRequest =>
  context.get(resolvedRequestContext);

/** The request context of a loader or action; throws 503 where there is none. */
export function requestContextOf(context: Readonly<RouterContextProvider>): RequestContext {
  const { ctx } = resolvedRequestOf(context);
  if (!ctx) throw new Response(null, { status: 503 });
  return ctx;
}
