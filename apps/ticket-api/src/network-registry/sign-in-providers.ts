import type { PackProvider } from "@guichet/contract/network-pack.ts";
import type { IdentityKind } from "@guichet/rules/permissions.ts";
import type { Config } from "../config.ts";
import type { IdentityProvider, IdentityProviders } from "../integrations/identity-provider.ts";
import { issuerOf } from "./provider-address.ts";
import type { LoadedNetwork } from "./registry.ts";
import { shopOrigin } from "./shop-address.ts";

/** The sign-in by e-mail and password, as identities name it. */
export const passwordProvider = "password";

/** What finds a provider of a network, and where the shop is. */
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

/** Does the network let people in this way now? */
export function isSignInMethod(context: ProviderContext, network: LoadedNetwork, providerId: string): boolean {
  return providerId === passwordProvider
    ? network.definition.authentication.emailPassword
    : providerOf(context, network, providerId) !== undefined;
}

/** What kind of way in a provider is (§5, §6); undefined for one that the network no longer has: it opens nothing. */
export function kindOf(network: LoadedNetwork, providerId: string): IdentityKind | undefined {
  if (providerId === passwordProvider) return "email";
  const provider = network.definition.authentication.providers.find(({ id }) => id === providerId);
  if (provider === undefined) return undefined;
  return provider.driver === "FRANCECONNECT" ? "federation" : "custom";
}

/** Where the browser comes back to when it signed out at a provider. */
export function afterLogout({ config }: Pick<ProviderContext, "config">, network: LoadedNetwork): string {
  return `${shopOrigin(config.shopUrl, network.definition)}/auth/logout`;
}
