import type { PackNetwork } from "@guichet/contract/network-pack.ts";

/** The `key` by which sign-in calls name the network: public, answered by getAuthenticationConfiguration. */
export function toolkitKey(network: PackNetwork): string {
  return network.authentication.key ?? `demo-${network.id}`;
}
