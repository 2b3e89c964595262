import type { AuthProvider, Network } from "@guichet/contract/networks.ts";
import { DefaultSlugMissing, FederationMissing } from "./failures.ts";

/** Finds the network's national federation; throws `FederationMissing` (§8). */
export function federationOf(providers: readonly AuthProvider[]): AuthProvider {
  const federation = providers.find(({ driver }) => driver === "FRANCECONNECT");
  if (federation === undefined) throw new FederationMissing();
  return federation;
}

/** A custom provider, with the properties needed to renew its tokens. */
export interface CustomProvider {
  id: string;
  slug: string;
  /** Its issuer; the token endpoint is below it (§7). */
  url: string;
  client: string;
}

/**
 * Finds the custom provider of a token: the issuer named in the token, else the network's default, else the first. Undefined
 * if the network has none with renewable tokens. Throws `DefaultSlugMissing` (§8).
 */
export function customProviderOf(
  { defaultProvider }: Pick<Network, "defaultProvider">,
  providers: readonly AuthProvider[],
  token: string,
): CustomProvider | undefined {
  if (defaultProvider?.driver === "KEYCLOAK" && defaultProvider.slug === "") throw new DefaultSlugMissing();
  const isDefault = ({ slug }: AuthProvider) => slug === defaultProvider?.slug;
  const custom = providers.flatMap((provider) => {
    const configuration = provider.configuration ?? (isDefault(provider) ? defaultProvider?.configuration : undefined);
    if (provider.driver !== "KEYCLOAK" || configuration === undefined) return [];
    return [{ id: provider.id, slug: provider.slug, ...configuration, isDefault: isDefault(provider) }];
  });
  const issuer = issuerIn(token);
  const found = custom.find(({ url }) => url === issuer) ?? custom.find((one) => one.isDefault) ?? custom[0];
  return found && { id: found.id, slug: found.slug, url: found.url, client: found.client };
}

/** The issuer named in a token, unverified: it only selects the provider to ask. */
function issuerIn(token: string): string | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    const isNamed = typeof claims === "object" && claims !== null && "iss" in claims && typeof claims.iss === "string";
    return isNamed ? String(claims.iss) : undefined;
  } catch {
    return undefined;
  }
}
