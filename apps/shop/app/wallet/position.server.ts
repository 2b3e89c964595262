import type { RequestContext } from "../request-context/request-context.ts";

/** Whether to ask for the location of a use. The user is asked once; after consent it is sent automatically. */
export async function positionAsked(ctx: RequestContext, useId: string) {
  if (!/^[\w-]{1,64}$/.test(useId)) return null;
  const kept = await ctx.call("getGeolocation", {});
  return kept.ok ? { useId, agreed: kept.value.agreed } : null;
}
