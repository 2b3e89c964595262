import type { Language } from "@guichet/contract/locales.ts";
import type { PackNetwork } from "@guichet/contract/network-pack.ts";

/** An address of the network's own shop, with its language in front; scheme and, where the domain names none, port of the shop. */
export function shopLink(shopUrl: string, network: PackNetwork, language: Language, path: string): string {
  const shop = new URL(shopUrl);
  const domain = network.domains[0];
  const host =
    domain === undefined ? shop.host : domain.includes(":") || shop.port === "" ? domain : `${domain}:${shop.port}`;
  return new URL(`/${language}${path}`, `${shop.protocol}//${host}`).href;
}
