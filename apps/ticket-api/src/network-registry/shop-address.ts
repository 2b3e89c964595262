import { withLanguagePrefix } from "@guichet/contract/language-prefix.ts";
import type { Language } from "@guichet/contract/locales.ts";
import type { PackNetwork } from "@guichet/contract/network-pack.ts";

/** The origin of the network's shop: its first domain, with scheme and port of the installation's shop. */
export function shopOrigin(shopUrl: string, network: PackNetwork): string {
  const shop = new URL(shopUrl);
  const domain = network.domains[0]?.replace(/:\d+$/, "") ?? shop.hostname;
  const port = shop.port === "" ? "" : `:${shop.port}`;
  return `${shop.protocol}//${domain}${port}`;
}

/** An address of the network's shop, with the language prefix. */
export function shopLink(shopUrl: string, network: PackNetwork, language: Language, path: string): string {
  return new URL(withLanguagePrefix(`/${language}`, path), shopOrigin(shopUrl, network)).href;
}

/** The paths to which a sign-in at a provider may return (§2), without the language prefix. */
const returnPaths = [
  "/auth/fc/finalize",
  "/auth/fc/delete-identity",
  "/auth/custom",
  "/fc/add-document",
  "/account/identity/add",
  "/account/identity/replace",
];

/** Whether this is exactly an address of the network's shop to which a provider may return the browser. */
export function isReturnAddress(shopUrl: string, network: PackNetwork, address: string): boolean {
  const { protocol, port, hostname } = new URL(shopUrl);
  const domains = network.domains.length > 0 ? network.domains : [hostname];
  const origins = domains.flatMap((domain) => [
    `${protocol}//${domain}`,
    `${protocol}//${domain.replace(/:\d+$/, "")}${port === "" ? "" : `:${port}`}`,
  ]);
  return origins.some((origin) => returnPaths.some((path) => address === `${origin}${path}`));
}
