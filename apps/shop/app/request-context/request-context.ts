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
import type { ShownPreview } from "../page/shown-preview.ts";
import type { Cookies } from "../session/cookies.server.ts";
import type { Account, RequestSession } from "../session/session.server.ts";
import type { Closed } from "./closed-shop.ts";

export type { Account };

export type Site = "own" | "near" | "other" | "unknown";

export interface ContextCallSettings {
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** Bypasses the response cache. */
  fresh?: boolean;
  /** For pages that show the catalogue: answered by the draft of an open preview. Carts and orders never set it. */
  previewed?: boolean;
  /** The user that the call is about, where it may differ from the signed-in user. */
  userId?: string;
  device?: string;
  /** The file to upload, for a call that accepts one. */
  file?: SentFile;
}

/** The context of one request, for loaders and actions: network, language, session, and access to the Ticket API. */
export interface RequestContext {
  readonly network: Network;
  readonly language: Language;
  /** The language prefix of the address; empty where it has none. */
  readonly prefix: string;
  /** The requested URL, with host and prefix. */
  readonly url: URL;
  /** The path without the language prefix. */
  readonly path: string;
  readonly requestId: string;
  readonly customerAddress: string;
  /** The browser, as shown to its owner: "Firefox, Android". */
  readonly device: string | undefined;
  /** The current instant, by the installation's clock. */
  now(): string;
  readonly cookies: Cookies;
  readonly session: RequestSession;
  /**
   * The origin of the request, as the browser reports it: the shop itself or the address bar, the same site, another
   * site (then Strict cookies are not sent), or unknown.
   */
  readonly site: Site;
  /**
   * Calls the Ticket API in this network and language, as the signed-in user. Refusals are values; an expired session
   * is renewed once, otherwise the visitor is redirected as signed out.
   */
  call<N extends CallName>(
    name: N,
    values: RequestIn<Calls[N]>,
    settings?: ContextCallSettings,
  ): Promise<Result<ReceivedOf<Calls[N]>>>;
  /** Calls the Ticket API like `call`, for a call that returns a file. */
  file<N extends CallName>(name: N, values: RequestIn<Calls[N]>): Promise<Result<FileAnswer>>;
  /** The preview of a catalogue draft that is open in this browser; null: none. */
  preview(): Promise<ShownPreview | null>;
  /** The network as pages show it: its colour, banner and contact are those of an open preview. Forms and calls use `network`. */
  shownNetwork(): Promise<Network>;
  /** The active maintenance alert: for the whole shop (null) or for a flag (§4). */
  alertFor(flag: AlertFlag | null): BeaconAlert | null;
  /** Fetches the file behind an expiring link from a response; undefined once the link has expired. */
  linkedFile(link: string): Promise<FileAnswer | undefined>;
  /** The identity toolkit of this network: passwords and identity tokens. */
  toolkit(): Promise<IdentityToolkit>;
}

/** The request context, or the reason there is none: the network is unknown, unreachable or closed. */
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
