import type { RequestContext } from "./request-context.ts";

/** Prevents caching of responses about a session. */
export const noStore = { "cache-control": "no-store" };
/** Makes supporting browsers clear the shop's cache and storage, even without script. */
export const clearsSite = { ...noStore, "clear-site-data": '"cache", "storage"' };

/**
 * Ends the session here and at the Ticket API. Session cookies are cleared; theme and language remain. Returns the URL
 * for signing out at the identity provider (§6); undefined where there is none or the provider does not respond.
 */
export async function signOut(ctx: RequestContext): Promise<string | undefined> {
  ctx.cookies.clear("foundCard");
  const ended = ctx.session.open ? await ctx.call("logout", {}).catch(() => undefined) : undefined;
  ctx.session.leave();
  return ended?.ok ? (ended.value.logoutUrl ?? undefined) : undefined;
}

/**
 * Whether a GET may end the session immediately. Only requests from within the shop may: a link on another site asks
 * for confirmation first. A browser that does not report the origin is trusted after the form (`done`); a prefetch
 * never ends the session.
 */
export function isOwnPost(ctx: RequestContext, request: Request): boolean {
  if (/prefetch/.test(`${request.headers.get("sec-purpose")}${request.headers.get("purpose")}`)) return false;
  return ctx.site === "own" || (ctx.site === "unknown" && new URL(request.url).searchParams.has("done"));
}
