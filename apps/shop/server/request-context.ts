import { type CustomRenewal, refreshAtProvider, renewByProvider } from "@guichet/client/custom-session.ts";
import { Breakage, ConnectionFailure, SessionOver, TimeoutFailure } from "@guichet/client/failures.ts";
import { createIdentityToolkit, type IdentityToolkit } from "@guichet/client/identity-toolkit.ts";
import { customProviderOf } from "@guichet/client/providers.ts";
import { type Renew, renewByToolkit } from "@guichet/client/session.ts";
import type { CallSettings, TicketApi } from "@guichet/client/ticket-api.ts";
import { calls } from "@guichet/contract/calls.ts";
import type { Language } from "@guichet/contract/languages.ts";
import type { BeaconAlert } from "@guichet/contract/maintenance.ts";
import type { Network } from "@guichet/contract/networks.ts";
import type { Result } from "@guichet/contract/result.ts";
import { alertToShow } from "@guichet/rules/maintenance.ts";
import { data, redirect } from "react-router";
import type { RequestContext, Site } from "../app/request-context/request-context.ts";
import type { Cookies } from "../app/session/cookies.server.ts";
import { openSession, type RequestSession } from "../app/session/session.server.ts";
import type { SessionMemory } from "../app/session/session-memory.server.ts";
import { asPreviewed, type OpenedPreview, readPreview } from "./previews.ts";

export interface RequestContextParts {
  api: TicketApi;
  memory: SessionMemory;
  network: Network;
  language: Language;
  prefix: string;
  url: URL;
  path: string;
  requestId: string;
  customerAddress: string;
  /** The browser's description, such as "Firefox, Android". */
  device?: string | undefined;
  now: () => string;
  site: Site;
  cookies: Cookies;
  /** Set for page reads, not for changes: an unreachable Ticket API is reported here, then shown as 503. */
  unreachable?: ((failure: Error) => void) | undefined;
  /** The maintenance alerts of this network. */
  alerts?: readonly BeaconAlert[];
}

type Settings = CallSettings & { network: string };

/** Creates the context passed to loaders and actions. */
export function createRequestContext(parts: RequestContextParts): RequestContext {
  const { api, memory, network, language, cookies, customerAddress, requestId } = parts;
  const settings: Settings = { network: network.id, language, customerAddress, requestId };
  const now = () => Date.parse(parts.now());
  const answered = <T>(asked: Promise<T>) => orUnavailable(parts, asked);
  const toolkit = () => openToolkit(parts, settings);
  const customOf = (token: string) => customRenewalOf(parts, settings, token);
  const renew = renewalOf(parts, settings);
  const session = openSession({ api, cookies, memory, settings, renew, customOf, now, answered });
  const openPreview = previewOf(parts, settings);
  return {
    ...parts,
    device: parts.device,
    session,
    preview: async () => (await openPreview())?.shown ?? null,
    shownNetwork: async () => (await openPreview())?.network ?? network,
    toolkit,
    alertFor: (flag) => alertToShow(parts.alerts ?? [], parts.now(), flag),
    async call(name, values, { previewed = false, ...own } = {}) {
      if (previewed) {
        return asPreviewed(await openPreview(), (preview) =>
          reached(parts, api.call(name, values, { ...settings, ...own, ...preview })),
        );
      }
      const takesToken = calls[name].session !== "none" || name === "logout";
      if (!takesToken || !session.open) return reached(parts, api.call(name, values, { ...settings, ...own }));
      return reached(
        parts,
        runSignedIn(parts, session, (token) => api.call(name, values, { ...settings, ...own, token })),
      );
    },
    file(name, values) {
      return reached(
        parts,
        runSignedIn(parts, session, (token) => api.file(name, values, { ...settings, token })),
      );
    },
    linkedFile: (link) => api.linkedFile(link),
  };
}

/** Returns a function that reads the open preview of this browser, once for the request. */
function previewOf(parts: RequestContextParts, settings: Settings): () => Promise<OpenedPreview | null> {
  const token = parts.cookies.get("preview");
  if (token === undefined) return async () => null;
  let read: Promise<OpenedPreview> | undefined;
  return () => {
    read ??= readPreview(token, () => reached(parts, parts.api.call("readCataloguePreview", { token }, settings))).then(
      (preview) => {
        // Said once: the next page is an ordinary one.
        if (preview.token === undefined) parts.cookies.clear("preview");
        return preview;
      },
    );
    return read;
  };
}

async function readSignInMethods({ api }: RequestContextParts, settings: Settings) {
  const methods = await api.call("getAuthenticationConfiguration", {}, settings);
  if (!methods.ok) throw new Error(`The network's sign-in methods: ${methods.code}`);
  return methods.value;
}

/** Opens the identity toolkit of the network with this browser's settings. */
async function openToolkit(parts: RequestContextParts, settings: Settings): Promise<IdentityToolkit> {
  const { api, cookies, language, customerAddress } = parts;
  const { key } = await readSignInMethods(parts, settings);
  const knownDevice = cookies.get("knownDevice");
  return createIdentityToolkit({
    baseUrl: api.baseUrl,
    key,
    language,
    customerAddress,
    ...(knownDevice === undefined ? {} : { knownDevice }),
  });
}

/** Finds the custom provider that issued a token, and how to refresh its tokens; undefined: none of the network's providers. */
async function customRenewalOf(
  parts: RequestContextParts,
  settings: Settings,
  token: string,
): Promise<CustomRenewal | undefined> {
  const { memory, network } = parts;
  const provider = customProviderOf(network, (await readSignInMethods(parts, settings)).providers, token);
  if (provider === undefined) return undefined;
  const now = () => Date.parse(parts.now());
  return { provider, refresh: (spent) => memory.once(spent, () => refreshAtProvider({ provider, now }, spent)) };
}

/** Renews by the toolkit's refresh token or by a custom provider's; a sign-in of the federation is never renewed. */
function renewalOf(parts: RequestContextParts, settings: Settings): Renew {
  const { api, cookies, device } = parts;
  const asked = { ...settings, ...(device === undefined ? {} : { device }) };
  return async (tokens) => {
    if (tokens.fbRefreshToken !== undefined) {
      const toolkit = await openToolkit(parts, settings);
      return renewByToolkit(api, toolkit, asked, cookies.get("knownDevice"))(tokens);
    }
    const renewal = tokens.custom && (await customRenewalOf(parts, settings, tokens.custom.token));
    return renewal && renewByProvider(api, renewal, asked)(tokens);
  };
}

/**
 * Runs a request as the signed-in user. If the session ends during it, redirects to the same page, signed out, with a
 * message.
 */
async function runSignedIn<T>(
  { cookies, path, url }: RequestContextParts,
  session: RequestSession,
  request: (token: string) => Promise<T>,
): Promise<T> {
  try {
    return await session.run(request);
  } catch (failure) {
    if (!(failure instanceof SessionOver)) throw failure;
    cookies.set("sessionExpired", "1");
    throw redirect(path + withoutRouter(url.search));
  }
}

/** Awaits a response for a page; where there is none, the page is a 503 to retry later, not an error of the shop. */
async function orUnavailable<T>({ unreachable }: RequestContextParts, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (failure) {
    if (!isUnreached(failure) || unreachable === undefined) throw failure;
    unreachable(failure);
    throw data(null, { status: 503 });
  }
}

/** Does the same for a call refused as unavailable; an action receives that refusal and shows its own message. */
async function reached<T>(parts: RequestContextParts, asked: Promise<Result<T>>): Promise<Result<T>> {
  const outcome = await orUnavailable(parts, asked);
  if (outcome.ok || outcome.code !== "UNAVAILABLE" || parts.unreachable === undefined) return outcome;
  const failure = new ConnectionFailure("The Ticket API answers that it is unavailable");
  return orUnavailable(parts, Promise.reject(failure));
}

const isUnreached = (failure: unknown): failure is Error =>
  failure instanceof ConnectionFailure ||
  failure instanceof TimeoutFailure ||
  (failure instanceof Breakage && failure.status === 503);

/** The query without the router's own parameters. */
function withoutRouter(search: string): string {
  const query = new URLSearchParams(search);
  query.delete("_routes");
  return query.size === 0 ? "" : `?${query}`;
}
