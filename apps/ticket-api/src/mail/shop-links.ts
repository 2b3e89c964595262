import type { Language } from "@guichet/contract/locales.ts";
import type { PackNetwork } from "@guichet/contract/network-pack.ts";

/** An address of the network's own shop, with its language in front: its first domain, with scheme and port of the shop. */
export function shopLink(shopUrl: string, network: PackNetwork, language: Language, path: string): string {
  const shop = new URL(shopUrl);
  const domain = network.domains[0]?.replace(/:\d+$/, "") ?? shop.hostname;
  const port = shop.port === "" ? "" : `:${shop.port}`;
  return new URL(`/${language}${path}`, `${shop.protocol}//${domain}${port}`).href;
}
