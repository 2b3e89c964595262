import type { RequestContext } from "./request-context.ts";

/** An answer about somebody's session is kept nowhere. */
export const noStore = { "cache-control": "no-store" };
/** Browsers that know it clear what they keep of the shop even without script. */
export const clearsSite = { ...noStore, "clear-site-data": '"cache", "storage"' };

/**
 * Ends the session, at the Ticket API as well; cookies of the session go, theme and language stay. Answers where the
 * browser signs out at its provider too (§6); undefined: nowhere, or the provider does not answer.
 */
export async function signOut(ctx: RequestContext): Promise<string | undefined> {
  ctx.cookies.clear("foundCard");
  const ended = ctx.session.open ? await ctx.call("logout", {}).catch(() => undefined) : undefined;
  ctx.session.leave();
  return ended?.ok ? (ended.value.logoutUrl ?? undefined) : undefined;
}

/**
 * May a GET end the session at once? Only from within the shop: a link of another site asks first. A browser that does
 * not tell where it comes from is believed after the form (`done`), one that only fetches ahead never.
 */
export function isOwnPost(ctx: RequestContext, request: Request): boolean {
  if (/prefetch/.test(`${request.headers.get("sec-purpose")}${request.headers.get("purpose")}`)) return false;
  return ctx.site === "own" || (ctx.site === "unknown" && new URL(request.url).searchParams.has("done"));
}
