import type { AuthProvider } from "@guichet/contract/networks.ts";
import type { RequestContext } from "../../request-context/request-context.ts";

/** Returns the network's identity providers, the default one first. */
export async function providersOf(ctx: RequestContext): Promise<readonly AuthProvider[]> {
  const methods = await ctx.call("getAuthenticationConfiguration", {});
  if (!methods.ok) return [];
  return methods.value.providers.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault));
}

/** Returns the provider IDs of the national federation in this network, normally one. */
export async function nationalIds(ctx: RequestContext): Promise<ReadonlySet<string>> {
  const providers = await providersOf(ctx);
  return new Set(providers.filter(({ driver }) => driver === "FRANCECONNECT").map(({ id }) => id));
}

/** Provider data shown on screens; excludes address and client. */
export type ShownProvider = Pick<AuthProvider, "id" | "driver" | "name" | "isDefault">;
export const shownProvider = ({ id, driver, name, isDefault }: AuthProvider): ShownProvider => ({
  id,
  driver,
  name,
  isDefault,
});
