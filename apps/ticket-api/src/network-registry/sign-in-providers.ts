import type { PackProvider } from "@guichet/contract/network-pack.ts";
import type { IdentityKind } from "@guichet/rules/permissions.ts";
import type { House } from "../dependencies.ts";
import type { IdentityProvider } from "../integrations/identity-provider.ts";
import { issuerOf } from "./provider-address.ts";
import type { LoadedNetwork } from "./registry.ts";
import { shopOrigin } from "./shop-address.ts";

/** The sign-in by e-mail and password, as identities name it. */
export const passwordProvider = "password";

export interface NetworkProvider {
  definition: PackProvider;
  party: IdentityProvider;
}

/** A provider of the network; undefined for another network's, a withdrawn one, or the sandbox's outside the demo. */
export function providerOf(house: House, network: LoadedNetwork, id: string): NetworkProvider | undefined {
  const definition = network.definition.authentication.providers.find((provider) => provider.id === id);
  if (definition === undefined || issuerOf(house.config, definition.url) === undefined) return undefined;
  return { definition, party: house.providers(network.id, definition) };
}

/** Does the network let people in this way now? */
export function isWayIn(house: House, network: LoadedNetwork, providerId: string): boolean {
  return providerId === passwordProvider
    ? network.definition.authentication.emailPassword
    : providerOf(house, network, providerId) !== undefined;
}

/** What kind of way in a provider is (§5, §6); undefined for one that the network no longer has: it opens nothing. */
export function kindOf(network: LoadedNetwork, providerId: string): IdentityKind | undefined {
  if (providerId === passwordProvider) return "email";
  const provider = network.definition.authentication.providers.find(({ id }) => id === providerId);
  if (provider === undefined) return undefined;
  return provider.driver === "FRANCECONNECT" ? "federation" : "custom";
}

/** Where the browser comes back to when it signed out at a provider. */
export function afterLogout(house: House, network: LoadedNetwork): string {
  return `${shopOrigin(house.config.shopUrl, network.definition)}/auth/logout`;
}
