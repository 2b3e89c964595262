import type { PackNetwork } from "@guichet/contract/network-pack.ts";

/** The public `key` that names the network in sign-in calls; getAuthenticationConfiguration returns it. */
export function toolkitKey(network: PackNetwork): string {
  return network.authentication.key ?? `demo-${network.id}`;
}
