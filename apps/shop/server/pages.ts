import { randomBytes } from "node:crypto";
import type { TicketApi } from "@guichet/client/ticket-api.ts";
import { withLanguagePrefix } from "@guichet/contract/language-prefix.ts";
import type { Language } from "@guichet/contract/languages.ts";
import { languages } from "@guichet/contract/languages.ts";
import { unavailableRetrySeconds } from "@guichet/contract/limits/request-limits.ts";
import { alertFlags, type BeaconAlert } from "@guichet/contract/maintenance.ts";
import type { Network } from "@guichet/contract/networks.ts";
import { alertToShow, closingAlert } from "@guichet/rules/maintenance.ts";
import type { FollowedTime } from "@guichet/web/clock.ts";
import { contentPolicy, withoutNonce } from "@guichet/web/content-policy.ts";
import { secureFor } from "@guichet/web/cookies.ts";
import { mayChange } from "@guichet/web/origin-check.ts";
import { formFor, type PackedAnswer, packFor, sendPacked } from "@guichet/web/packing.ts";
import type { PageSource } from "@guichet/web/page-source.ts";
import { hasPlainForm, refuseForm } from "@guichet/web/request-gate.ts";
import { isRefusedFile, one, refusedFileRequest, toWebRequest, urlOf } from "@guichet/web/web-request.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import type { Frame } from "../app/page/frame.tsx";
import { deviceOf } from "../app/request-context/device.server.ts";
import { externalEntryPaths } from "../app/request-context/external-entry-paths.ts";
import { chooseLanguage } from "../app/request-context/language.ts";
import type { ResolvedRequest, Site } from "../app/request-context/request-context.ts";
import { anonymousCookies, type Cookies, cookiesOf } from "../app/session/cookies.server.ts";
import type { SessionMemory } from "../app/session/session-memory.server.ts";
import type { Beacons } from "./beacons.ts";
import { closedBy, readsJson, retryAfter, sendClosedJson, staysOpen } from "./closed-shop.ts";
import { formsLeadTo } from "./form-targets.ts";
import { withInlineStyles } from "./inline-styles.ts";
import type { Networks } from "./networks.ts";
import type { PageCache } from "./page-cache.ts";
import { answerPreview, previewHeaders } from "./previews.ts";
import { frameOfReturn, isReturn, sendReturned } from "./provider-callbacks.ts";
import { createRequestContext } from "./request-context.ts";
import { sendSameSiteRedirect } from "./same-site-redirect.ts";

/** The exports of the built pages, in addition to the router's. */
export type Pages = ServerBuild & {
  entry: { module: { setResolvedRequest(context: RouterContextProvider, resolved: ResolvedRequest): void } };
};

export interface PagesParts {
  source: PageSource<Pages>;
  api: TicketApi;
  networks: Networks;
  cache: PageCache;
  memory: SessionMemory;
  clock: FollowedTime;
  beacons: Beacons;
  demo: boolean;
}

type Handler = (request: Request, context: RouterContextProvider) => Promise<Response>;
/** Returns the router's handlers of these pages by language prefix. */
type HandlersOf = (pages: Pages) => ReadonlyMap<string, Handler>;

/** Handles every address of the shop: resolves network, language and session, and lets the router render. */
export function createPages(parts: PagesParts) {
  const handlersOf = createHandlers(parts.source.mode);
  return (request: FastifyRequest, reply: FastifyReply) => answer(parts, handlersOf, request, reply);
}

function createHandlers(mode: PageSource<Pages>["mode"]): HandlersOf {
  const made = new WeakMap<Pages, Map<string, Handler>>();
  return (pages) => {
    const known = made.get(pages);
    if (known) return known;
    const handlers = new Map<string, Handler>();
    for (const prefix of ["", ...languages.map((language) => `/${language}`)]) {
      handlers.set(prefix, createRequestHandler({ ...pages, basename: prefix || "/" }, mode));
    }
    made.set(pages, handlers);
    return handlers;
  };
}

async function answer(parts: PagesParts, handlersOf: HandlersOf, request: FastifyRequest, reply: FastifyReply) {
  const { headers, method } = request;
  const own = `${request.protocol}://${request.host}`;
  const changes = !reads(request);
  if (changes && method !== "POST") return reply.code(405).header("allow", "GET, HEAD, POST").send();
  if (changes && !mayChange({ origin: headers.origin, site: one(headers["sec-fetch-site"]) }, own)) {
    return reply.code(403).type("text/plain").send("This request did not come from a page of this shop.");
  }
  await parts.clock.catchUp();
  const url = urlOf(request, own);
  const cookies = cookiesOf(headers.cookie, secureFor(request.protocol, request.hostname));
  const found = await findNetwork(parts, request, cookies, url);
  if ("redirect" in found) return reply.code(302).header("cache-control", "no-store").redirect(found.redirect);
  const { network, failed } = found;
  found.alerts = network || failed ? await parts.beacons.alertsFor(network?.id) : [];
  const now = parts.clock.now();
  const closing = staysOpen(found.path) ? null : closingAlert(found.alerts, new Date(now).toISOString());
  if (closing !== null) {
    const closed = closedBy(closing, found.frame, network);
    reply.header("retry-after", retryAfter(closed, now));
    if (readsJson(request)) return sendClosedJson(reply, closed);
    return render(parts, handlersOf, { request, reply, url, cookies }, { frame: found.frame, status: 503, closed });
  }

  const preview = answerPreview(request, reply, {
    ...{ path: found.path, prefix: found.frame.prefix, url, cookies },
  });
  if (preview !== undefined) return preview;

  const theme = found.frame.theme;
  // During development a page may change between requests.
  const mayCache = parts.source.mode === "production";
  const anonymous = mayCache && method === "GET" && cookies.names.every((name) => anonymousCookies.has(name));
  const shown = alertsKey(found.alerts, now);
  const key = `${own} ${url.pathname}${url.search} ${found.frame.language} ${theme} ${shown}`;
  const cached = anonymous ? parts.cache.get(key) : undefined;
  if (cached) return sendCached(reply, cached, headers["accept-encoding"]);

  const site = siteOf(one(headers["sec-fetch-site"]));
  if (method === "GET" && isReturn(found.path, url.searchParams, cookies)) {
    const frame = frameOfReturn(found.frame, cookies);
    const { ctx } = resolveRequest(parts, request, cookies, url, { ...found, frame }, site);
    if (ctx) return sendReturned(request, reply, { ctx, frame, demo: parts.demo });
  }
  if (method === "GET" && site === "other" && externalEntryPaths.some((shape) => shape.test(found.path))) {
    return sendSameSiteRedirect(reply, found.frame.language, parts.demo);
  }

  const resolved = resolveRequest(parts, request, cookies, url, found, site);
  return render(parts, handlersOf, { request, reply, url, cookies }, resolved, anonymous ? key : undefined);
}

interface Asked {
  request: FastifyRequest;
  reply: FastifyReply;
  url: URL;
  cookies: Cookies;
}

/** Renders a page with the router; `key`: its cache key, undefined for pages that depend on the user. */
async function render(
  parts: PagesParts,
  handlersOf: HandlersOf,
  { request, reply, url, cookies }: Asked,
  resolved: ResolvedRequest,
  key?: string,
) {
  const pages = await parts.source.current();
  const handler = handlersOf(pages).get(resolved.frame.prefix);
  if (!handler) throw new Error(`No pages in ${resolved.frame.language}`);
  const handle = (one: Request) => {
    const context = new RouterContextProvider();
    pages.entry.module.setResolvedRequest(context, resolved);
    return handler(one, context);
  };
  const asked = toWebRequest(request, url);
  if (!reads(request) && !(await hasPlainForm(asked))) return refuseForm(reply);
  const answered = await handle(asked);
  const response = isRefusedFile(asked, answered)
    ? await handle(refusedFileRequest(asked, resolved.frame.prefix))
    : answered;
  return sendRendered(parts, reply, request, response, { resolved, cookies, key });
}

/** Cache key of the active alerts: a cached page is valid only for the alerts that it shows. */
function alertsKey(alerts: readonly BeaconAlert[], now: number): string {
  const at = new Date(now).toISOString();
  const shown = [null, ...alertFlags].map((flag) => alertToShow(alerts, at, flag));
  return shown.every((alert) => alert === null) ? "" : JSON.stringify(shown);
}

function siteOf(header: string | undefined): Site {
  if (header === "same-origin" || header === "none") return "own";
  if (header === "same-site") return "near";
  return header === "cross-site" ? "other" : "unknown";
}

type Found = {
  frame: Frame;
  path: string;
  network: Network | undefined;
  failed: boolean;
  alerts: readonly BeaconAlert[];
};

async function findNetwork(
  { networks, source }: PagesParts,
  request: FastifyRequest,
  cookies: Cookies,
  url: URL,
): Promise<Found | { redirect: string }> {
  const asked = { cookie: cookies.get("locale"), acceptLanguage: request.headers["accept-language"] };
  let network: Network | undefined;
  let failed = false;
  try {
    network = networks.known(request.host) ?? (await networks.find(request.host));
  } catch (failure) {
    request.log.error({ err: failure }, "the network of this host could not be determined");
    failed = true;
  }
  const offered: readonly Language[] = network?.languages ?? languages;
  const chosen = chooseLanguage({ path: dataPath(url.pathname).path, offered, ...asked });
  if ("redirect" in chosen) return { redirect: chosen.redirect + url.search };
  const { language, prefix, path } = chosen;
  try {
    if (network) network = networks.known(request.host, language) ?? (await networks.find(request.host, language));
  } catch (failure) {
    request.log.error({ err: failure }, "the network's texts in this language could not be loaded");
  }
  const frame: Frame = {
    language,
    prefix,
    theme: themeFrom(cookies.get("theme")),
    requestId: request.id,
    nonce: randomBytes(16).toString("base64"),
  };
  const files = source.textFiles[language];
  if (files !== undefined) frame.textFiles = files;
  frame.styleUrls = styleUrlsOf(await source.current(), source.mode);
  return { frame, path, network, failed, alerts: [] };
}

/** The style sheets of every page; during development, the source that Vite serves. */
const styleUrlsOf = ({ assets }: Pages, mode: PageSource<Pages>["mode"]): readonly string[] =>
  mode === "development" ? ["/app/styles.css"] : (assets.routes.root?.css ?? []);

const themeFrom = (value: string | undefined) => (value === "light" || value === "dark" ? value : "system");

/** Splits a data request: the router fetches the data of a page at the page's address followed by `.data`. */
function dataPath(pathname: string): { path: string; isData: boolean } {
  if (pathname.endsWith("/_.data")) return { path: pathname.slice(0, -"_.data".length), isData: true };
  if (pathname.endsWith(".data")) return { path: pathname.slice(0, -".data".length), isData: true };
  return { path: pathname, isData: false };
}

function resolveRequest(
  { api, memory, clock }: PagesParts,
  request: FastifyRequest,
  cookies: Cookies,
  url: URL,
  { frame, path, network, failed, alerts }: Found,
  site: Site,
): ResolvedRequest {
  if (!network) return { frame, status: failed ? 503 : 404 };
  const ctx = createRequestContext({
    api,
    memory,
    network,
    language: frame.language,
    prefix: frame.prefix,
    url,
    path,
    requestId: request.id,
    customerAddress: request.ip,
    device: deviceOf(request.headers["user-agent"]),
    now: () => new Date(clock.now()).toISOString(),
    site,
    cookies,
    alerts,
    unreachable: reads(request)
      ? (failure) => request.log.error({ err: failure }, "the Ticket API could not be reached for a page")
      : undefined,
  });
  return { frame, ctx };
}

interface Rendered {
  resolved: ResolvedRequest;
  cookies: Cookies;
  /** The cache key of the page; undefined for pages that depend on the user. */
  key: string | undefined;
}

async function sendRendered(
  { cache, demo, source }: PagesParts,
  reply: FastifyReply,
  request: FastifyRequest,
  response: Response,
  { resolved, cookies, key }: Rendered,
) {
  const headers: Record<string, string> = {};
  for (const [name, value] of response.headers) if (name !== "set-cookie") headers[name] = value;
  const type = headers["content-type"] ?? "";
  const isPage = type.startsWith("text/html");
  if (response.status === 503 && !reply.hasHeader("retry-after")) headers["retry-after"] = `${unavailableRetrySeconds}`;
  Object.assign(headers, previewHeaders(cookies));
  headers["cache-control"] ??= response.status === 503 ? "no-store" : "private, no-cache";
  if (headers.location) headers.location = withLanguagePrefix(resolved.frame.prefix, headers.location);
  if (isPage) headers.vary = "Cookie, Accept-Language, Accept-Encoding";
  const nonce = resolved.frame.nonce ?? "";
  const setCookies = [...cookies.written(), ...response.headers.getSetCookie()];
  const body = Buffer.from(await response.arrayBuffer());

  const cacheable = isPage || type.startsWith("text/x-script");
  if (key !== undefined && cacheable && response.status === 200 && setCookies.length === 0 && resolved.ctx) {
    if (!/no-store/.test(headers["cache-control"])) {
      const page = isPage
        ? bare(withInlineStyles(body.toString(), nonce, source.styleSheet), nonce, headers, demo)
        : { status: 200, headers, plain: body };
      cache.put(key, resolved.ctx.network.id, page);
      return sendCached(reply, page, request.headers["accept-encoding"]);
    }
  }
  if (isPage) headers["content-security-policy"] ??= contentPolicy(source.inline(nonce), formsLeadTo(demo));
  reply.code(response.status).headers(headers);
  if (setCookies.length > 0) reply.header("set-cookie", setCookies);
  if (response.status === 304 || response.body === null) return reply.send();
  return sendPacked(reply, { status: response.status, headers, plain: body }, request.headers["accept-encoding"]);
}

function bare(html: string, nonce: string, headers: Record<string, string>, demo: boolean): PackedAnswer {
  const { html: plain, inline } = withoutNonce(html, nonce);
  const policy = { "content-security-policy": contentPolicy(inline, formsLeadTo(demo)) };
  return { status: 200, headers: { ...headers, ...policy }, plain: Buffer.from(plain) };
}

async function sendCached(reply: FastifyReply, page: PackedAnswer, acceptEncoding: string | undefined) {
  await packFor(page, acceptEncoding);
  const { body, encoding } = formFor(page, acceptEncoding);
  reply.code(page.status).headers(page.headers);
  if (encoding) reply.header("content-encoding", encoding);
  return reply.send(body);
}

const reads = ({ method }: FastifyRequest): boolean => method === "GET" || method === "HEAD";
