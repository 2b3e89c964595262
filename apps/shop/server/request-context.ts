import { type CustomRenewal, refreshAtProvider, renewByProvider } from "@guichet/client/custom-session.ts";
import { Breakage, ConnectionFailure, SessionOver, TimeoutFailure } from "@guichet/client/failures.ts";
import { createIdentityToolkit } from "@guichet/client/identity-toolkit.ts";
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
import { openSession } from "../app/session/session.server.ts";
import type { SessionMemory } from "../app/session/session-memory.server.ts";

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
  /** The browser in words. */
  device?: string | undefined;
  now: () => string;
  site: Site;
  cookies: Cookies;
  /** A page is asked for, nothing is changed: a Ticket API that cannot be reached is told to this, then shown as 503. */
  unreachable?: ((failure: Error) => void) | undefined;
  /** What the beacons told for this network. */
  alerts?: readonly BeaconAlert[];
}

/** Makes the visit that loaders and actions get. */
export function createRequestContext(parts: RequestContextParts): RequestContext {
  const { api, memory, network, language, cookies, customerAddress, requestId } = parts;
  const now = () => Date.parse(parts.now());
  const settings = { network: network.id, language, customerAddress, requestId };

  const readSignInMethods = async () => {
    const methods = await api.call("getAuthenticationConfiguration", {}, settings);
    if (!methods.ok) throw new Error(`The network's ways to sign in: ${methods.code}`);
    return methods.value;
  };

  const toolkit = async () => {
    const { key } = await readSignInMethods();
    const knownDevice = cookies.get("knownDevice");
    return createIdentityToolkit({
      baseUrl: api.baseUrl,
      key,
      language,
      customerAddress,
      ...(knownDevice === undefined ? {} : { knownDevice }),
    });
  };

  const customOf = async (token: string): Promise<CustomRenewal | undefined> => {
    const provider = customProviderOf(network, (await readSignInMethods()).providers, token);
    if (provider === undefined) return undefined;
    const refresh = (spent: string) => memory.once(spent, () => refreshAtProvider({ provider, now }, spent));
    return { provider, refresh };
  };

  /** By what the sign-in left: a toolkit's refresh token, a custom provider's; the federation's is never renewed. */
  const renew: Renew = async (tokens) => {
    const asked = { ...settings, ...(parts.device === undefined ? {} : { device: parts.device }) };
    if (tokens.fbRefreshToken !== undefined) {
      return renewByToolkit(api, await toolkit(), asked, cookies.get("knownDevice"))(tokens);
    }
    const renewal = tokens.custom && (await customOf(tokens.custom.token));
    return renewal && renewByProvider(api, renewal, asked)(tokens);
  };

  /** A page that cannot be had for lack of an answer says so and is asked again later: no fault of its own. */
  const answered = async <T>(asked: Promise<T>): Promise<T> => {
    try {
      return await asked;
    } catch (failure) {
      if (!isUnreached(failure) || parts.unreachable === undefined) throw failure;
      parts.unreachable(failure);
      throw data(null, { status: 503 });
    }
  };

  const session = openSession({ api, cookies, memory, settings, renew, customOf, now, answered });

  /** A session that ends under way leads to the same place, signed out; the page there says what happened. */
  const asVisitor = async <T>(request: (settings: CallSettings) => Promise<T>, own: CallSettings): Promise<T> => {
    try {
      return await session.run((token) => request({ ...settings, ...own, token }));
    } catch (failure) {
      if (!(failure instanceof SessionOver)) throw failure;
      cookies.set("sessionExpired", "1");
      throw redirect(parts.path + withoutRouter(parts.url.search));
    }
  };

  const reached = async <T>(asked: Promise<Result<T>>): Promise<Result<T>> => {
    const outcome = await answered(asked);
    // An action is told the refusal and words it itself.
    if (outcome.ok || outcome.code !== "UNAVAILABLE" || parts.unreachable === undefined) return outcome;
    return answered(Promise.reject(new ConnectionFailure("The Ticket API answers that it is unavailable")));
  };

  return {
    ...parts,
    device: parts.device,
    session,
    toolkit,
    alertFor: (flag) => alertToShow(parts.alerts ?? [], parts.now(), flag),
    call(name, values, own = {}) {
      const takesToken = calls[name].session !== "none" || name === "logout";
      if (!takesToken || !session.open) return reached(api.call(name, values, { ...settings, ...own }));
      return reached(asVisitor((all) => api.call(name, values, all), own));
    },
    file(name, values) {
      return reached(asVisitor((all) => api.file(name, values, all), {}));
    },
    linkedFile: (link) => api.linkedFile(link),
  };
}

const isUnreached = (failure: unknown): failure is Error =>
  failure instanceof ConnectionFailure ||
  failure instanceof TimeoutFailure ||
  (failure instanceof Breakage && failure.status === 503);

/** The query without what the router adds to its own requests. */
function withoutRouter(search: string): string {
  const query = new URLSearchParams(search);
  query.delete("_routes");
  return query.size === 0 ? "" : `?${query}`;
}
