import { randomBytes } from "node:crypto";
import type { TicketApi } from "@guichet/client/ticket-api.ts";
import { languageOf, languages } from "@guichet/contract/languages.ts";
import { accepted } from "@guichet/web/accept-language.ts";
import type { FollowedTime } from "@guichet/web/clock.ts";
import { contentPolicy } from "@guichet/web/content-policy.ts";
import { cookiesBy } from "@guichet/web/cookies.ts";
import type { Frame } from "@guichet/web/frame.tsx";
import { mayChange } from "@guichet/web/origin-check.ts";
import { sendPacked } from "@guichet/web/packing.ts";
import type { PageSource } from "@guichet/web/page-source.ts";
import { hasPlainForm, refuseForm } from "@guichet/web/request-gate.ts";
import { isRefusedFile, one, refusedFileRequest, toWebRequest, urlOf } from "@guichet/web/web-request.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { type CookieName, type Cookies, cookieRules } from "../app/shell/cookies.server.ts";
import { languageParameter } from "../app/shell/language-parameter.ts";
import type { ResolvedRequest } from "../app/shell/request-context.ts";
import { createRequestContext } from "./request-context.ts";

/** The exports of the built pages, in addition to the router's. */
export type Pages = ServerBuild & {
  entry: { module: { setResolvedRequest(context: RouterContextProvider, place: ResolvedRequest): void } };
};

export interface PagesParts {
  source: PageSource<Pages>;
  api: TicketApi;
  clock: FollowedTime;
}

/** Handles every address of the office: resolves session and language, and lets the router render. Nothing is cached. */
export function createPages({ source, api, clock }: PagesParts) {
  const handlerOf = createHandlers(source.mode);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { headers, method } = request;
    const own = `${request.protocol}://${request.host}`;
    const changes = method !== "GET" && method !== "HEAD";
    if (changes && method !== "POST") return reply.code(405).header("allow", "GET, HEAD, POST").send();
    if (changes && !mayChange({ origin: headers.origin, site: one(headers["sec-fetch-site"]) }, own)) {
      return reply.code(403).type("text/plain").send("This request did not come from a page of the office.");
    }
    await clock.catchUp();
    const url = urlOf(request, own);
    const cookies = cookiesBy<CookieName>(cookieRules, headers.cookie, "host");
    const frame = frameOf(request, url, cookies, source.textFiles);
    const { language } = frame;
    const now = () => new Date(clock.now()).toISOString();
    const ctx = createRequestContext({ api, cookies, language, url, requestId: request.id, address: request.ip, now });
    const context = new RouterContextProvider();
    const pages = await source.current();
    pages.entry.module.setResolvedRequest(context, { frame, ctx });
    const asked = toWebRequest(request, url);
    if (changes && !(await hasPlainForm(asked))) return refuseForm(reply);
    const answered = await handlerOf(pages)(asked, context);
    const response = isRefusedFile(asked, answered)
      ? await errorPage(pages, handlerOf(pages), { frame, ctx, refusedWith: answered.status }, asked)
      : answered;
    const policy = contentPolicy(source.inline(frame.nonce ?? ""));
    return send(request, reply, response, policy, cookies);
  };
}

/** The error page with the status of a refused file. */
function errorPage(
  pages: Pages,
  handle: ReturnType<typeof createRequestHandler>,
  place: ResolvedRequest,
  asked: Request,
): Promise<Response> {
  const context = new RouterContextProvider();
  pages.entry.module.setResolvedRequest(context, place);
  return handle(refusedFileRequest(asked), context);
}

/** Creates the router's handler of these pages, once per build. */
function createHandlers(mode: PageSource<Pages>["mode"]) {
  const made = new WeakMap<Pages, ReturnType<typeof createRequestHandler>>();
  return (pages: Pages) => {
    const handler = made.get(pages) ?? createRequestHandler(pages, mode);
    made.set(pages, handler);
    return handler;
  };
}

/** The page's language: of the link of an invitation, of the person who signed in last, or of the browser. */
function frameOf(
  request: FastifyRequest,
  url: URL,
  cookies: Cookies,
  textFiles: PageSource<Pages>["textFiles"],
): Frame {
  const chosen = [url.searchParams.get(languageParameter), cookies.get("officeLanguage")].map(languageOf);
  const asked = [...chosen, ...accepted(request.headers["accept-language"])];
  const language = asked.find((each) => each !== undefined) ?? languages[0];
  const theme = cookies.get("officeTheme");
  const files = textFiles[language];
  return {
    language,
    prefix: "",
    theme: theme === "light" || theme === "dark" ? theme : "system",
    requestId: request.id,
    nonce: randomBytes(16).toString("base64"),
    ...(files === undefined ? {} : { textFiles: files }),
  };
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  response: Response,
  policy: string,
  cookies: Cookies,
) {
  const headers: Record<string, string> = {};
  for (const [name, value] of response.headers) if (name !== "set-cookie") headers[name] = value;
  // Pages contain customer data: browsers must not store them, as several people may share a computer.
  headers["cache-control"] = "private, no-store";
  // Files have their own policy, also the document of a sample e-mail.
  if (headers["content-type"]?.startsWith("text/html") && headers["content-security-policy"] === undefined) {
    headers["content-security-policy"] = policy;
  }
  reply.code(response.status).headers(headers);
  const written = [...cookies.written(), ...response.headers.getSetCookie()];
  if (written.length > 0) reply.header("set-cookie", written);
  if (response.body === null) return reply.send();
  if (headers["x-accel-buffering"] === "no") return reply.send(response.body);
  const plain = Buffer.from(await response.arrayBuffer());
  return sendPacked(reply, { status: response.status, headers, plain }, request.headers["accept-encoding"]);
}
