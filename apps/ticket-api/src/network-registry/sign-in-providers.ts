import type { PackProvider } from "@guichet/contract/packs/pack-providers.ts";
import type { IdentityKind } from "@guichet/rules/permissions.ts";
import type { Config } from "../config.ts";
import type { IdentityProvider, IdentityProviders } from "../integrations/identity-provider.ts";
import { issuerOf } from "./provider-address.ts";
import type { LoadedNetwork } from "./registry.ts";
import { shopOrigin } from "./shop-address.ts";

/** The provider id of e-mail and password. */
export const passwordProvider = "password";

/** The dependencies to find a provider of a network. */
export interface ProviderContext {
  config: Config;
  providers: IdentityProviders;
}

export interface NetworkProvider {
  definition: PackProvider;
  party: IdentityProvider;
}

/** A provider of the network; undefined for another network's, a withdrawn one, or the sandbox's outside the demo. */
export function providerOf(
  { config, providers }: ProviderContext,
  network: LoadedNetwork,
  id: string,
): NetworkProvider | undefined {
  const definition = network.definition.authentication.providers.find((provider) => provider.id === id);
  if (definition === undefined || issuerOf(config, definition.url) === undefined) return undefined;
  return { definition, party: providers(network.id, definition) };
}

/** Whether the network offers this sign-in method now. */
export function isSignInMethod(context: ProviderContext, network: LoadedNetwork, providerId: string): boolean {
  return providerId === passwordProvider
    ? network.definition.authentication.emailPassword
    : providerOf(context, network, providerId) !== undefined;
}

/** The kind of a sign-in method (§5, §6); undefined for one that the network no longer has, which opens nothing. */
export function kindOf(network: LoadedNetwork, providerId: string): IdentityKind | undefined {
  if (providerId === passwordProvider) return "email";
  const provider = network.definition.authentication.providers.find(({ id }) => id === providerId);
  if (provider === undefined) return undefined;
  return provider.driver === "FRANCECONNECT" ? "federation" : "custom";
}

/** The address to which the browser returns after signing out at a provider. */
export function afterLogout({ config }: Pick<ProviderContext, "config">, network: LoadedNetwork): string {
  return `${shopOrigin(config.shopUrl, network.definition)}/auth/logout`;
}
