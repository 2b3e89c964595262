import type { AuthProvider } from "@guichet/contract/networks.ts";
import type { RequestContext } from "../../request-context/request-context.ts";

/** The network's identity providers, the default one first. */
export async function providersOf(ctx: RequestContext): Promise<readonly AuthProvider[]> {
  const methods = await ctx.call("getAuthenticationConfiguration", {});
  if (!methods.ok) return [];
  return methods.value.providers.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault));
}

/** The ids under which the national federation stands in this network; normally one. */
export async function nationalIds(ctx: RequestContext): Promise<ReadonlySet<string>> {
  const providers = await providersOf(ctx);
  return new Set(providers.filter(({ driver }) => driver === "FRANCECONNECT").map(({ id }) => id));
}

/** A provider as screens show it; no address, no client. */
export type ShownProvider = Pick<AuthProvider, "id" | "driver" | "name" | "isDefault">;
export const shownProvider = ({ id, driver, name, isDefault }: AuthProvider): ShownProvider => ({
  id,
  driver,
  name,
  isDefault,
});
