import type { AuthProvider, Network } from "@guichet/contract/networks.ts";
import { DefaultSlugMissing, FederationMissing } from "./failures.ts";

/** The network's national federation; throws `FederationMissing` (§8). */
export function federationOf(providers: readonly AuthProvider[]): AuthProvider {
  const federation = providers.find(({ driver }) => driver === "FRANCECONNECT");
  if (federation === undefined) throw new FederationMissing();
  return federation;
}

/** A custom provider as its tokens are renewed. */
export interface CustomProvider {
  id: string;
  slug: string;
  /** Its issuer, below which the token endpoint lies (§7). */
  url: string;
  client: string;
}

/**
 * Which custom provider gave a token: the one that the token names, else the network's default, else the first. Undefined
 * when the network has none whose tokens can be renewed. Throws `DefaultSlugMissing` (§8).
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

/** The issuer that a token names, unchecked: it only tells whom to ask. */
function issuerIn(token: string): string | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    const isNamed = typeof claims === "object" && claims !== null && "iss" in claims && typeof claims.iss === "string";
    return isNamed ? String(claims.iss) : undefined;
  } catch {
    return undefined;
  }
}
