import { withLanguagePrefix } from "@guichet/contract/language-prefix.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { finishAtProvider } from "../app/identity/providers/provider-return.server.ts";
import { readProviderSignIn } from "../app/identity/providers/provider-sign-in-state.ts";
import type { Frame } from "../app/page/frame.tsx";
import { href } from "../app/paths.ts";
import type { RequestContext } from "../app/request-context/request-context.ts";
import type { Cookies } from "../app/session/cookies.server.ts";
import { sendSameSiteRedirect } from "./same-site-redirect.ts";

const returnPaths: ReadonlySet<string> = new Set([
  href("fcFinalize"),
  href("authCustom"),
  href("fcDeleteIdentity"),
  href("identityAdd"),
  href("identityReplace"),
]);

/**
 * Whether the request is an identity provider's response (`code` or `error`, with its `state`), or the return from
 * signing out there.
 */
export function isReturn(path: string, query: URLSearchParams, cookies: Cookies): boolean {
  if (path === href("logout")) {
    const pending = readProviderSignIn(cookies.get("authState"));
    return pending?.purpose === "signout" && query.get("state") === pending.state;
  }
  return returnPaths.has(path) && query.has("state");
}

/** The frame of a return, whose address has no language prefix: it continues in the language of the sign-in. */
export function frameOfReturn(frame: Frame, cookies: Cookies): Frame {
  const pending = readProviderSignIn(cookies.get("authState"));
  return pending === undefined ? frame : { ...frame, language: pending.language, prefix: pending.prefix };
}

/**
 * Completes a sign-in at a provider and continues within the shop. There is no startup check: another site started this
 * request, so it has no Strict cookies (decisions on cookies).
 */
export async function sendReturned(
  request: FastifyRequest,
  reply: FastifyReply,
  { ctx, frame, demo }: { ctx: RequestContext; frame: Frame; demo: boolean },
) {
  const to = await finishAtProvider(ctx).catch((failure: unknown) => {
    const elsewhere = failure instanceof Response ? failure.headers.get("location") : null;
    if (elsewhere !== null) return elsewhere;
    request.log.error({ err: failure }, "the return from an identity provider failed");
    return `${ctx.path}?${new URLSearchParams({ refused: "ERR_RESPONSE_ERROR" })}`;
  });
  const written = ctx.cookies.written();
  if (written.length > 0) reply.header("set-cookie", written);
  reply.header("referrer-policy", "no-referrer");
  return sendSameSiteRedirect(reply, frame.language, demo, withLanguagePrefix(frame.prefix, to));
}
