import type { Typed } from "../forms/form-values.ts";
import { reached } from "../identity/sign-in.server.ts";
import type { RequestContext } from "../request-context/request-context.ts";

/** Consent to storing validation positions (null: not asked yet), the number of positions, and the expiry of the latest. */
export interface GeolocationConsent {
  agreed: boolean | null;
  count: number;
  keptUntil: string | null;
}

/** Reads the geolocation consent; null: it cannot be read now. */
export async function geolocationConsentOf(ctx: RequestContext): Promise<GeolocationConsent | null> {
  const found = await ctx.call("getGeolocation", {});
  if (!found.ok) return null;
  const { agreed, items } = found.value;
  return { agreed, count: items.length, keptUntil: items[0]?.keptUntil ?? null };
}

/** Gives or withdraws the consent; withdrawal deletes the stored positions (decision 069). Returns query parameters for the result. */
export async function changeGeolocationConsent(
  ctx: RequestContext,
  { agreed }: Typed,
): Promise<Record<string, string>> {
  const chosen = await reached(() => ctx.call("agreeToGeolocation", { agreed: agreed === "yes" }));
  if (!chosen.ok) return { refused: chosen.code };
  return { flash: chosen.value.agreed ? "positions-on" : "positions-off" };
}
