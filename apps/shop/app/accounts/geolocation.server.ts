import type { Typed } from "../forms/form-values.ts";
import { reached } from "../identity/sign-in.server.ts";
import type { RequestContext } from "../request-context/request-context.ts";

/** What is kept of where somebody validated: whether they agreed (null: not asked yet), how often, and until when the latest. */
export interface GeolocationConsent {
  agreed: boolean | null;
  count: number;
  keptUntil: string | null;
}

/** null: it cannot be read now. */
export async function geolocationConsentOf(ctx: RequestContext): Promise<GeolocationConsent | null> {
  const found = await ctx.call("getGeolocation", {});
  if (!found.ok) return null;
  const { agreed, items } = found.value;
  return { agreed, count: items.length, keptUntil: items[0]?.keptUntil ?? null };
}

/** Agrees to positions, or takes that back, which drops what is kept (decision 069); what to say of it in the address. */
export async function changeGeolocationConsent(
  ctx: RequestContext,
  { agreed }: Typed,
): Promise<Record<string, string>> {
  const chosen = await reached(() => ctx.call("agreeToGeolocation", { agreed: agreed === "yes" }));
  if (!chosen.ok) return { refused: chosen.code };
  return { flash: chosen.value.agreed ? "positions-on" : "positions-off" };
}
