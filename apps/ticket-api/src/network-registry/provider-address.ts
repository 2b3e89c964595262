import type { PackNetwork } from "@guichet/contract/network-pack.ts";
import type { DefaultProvider } from "@guichet/contract/networks.ts";
import type { z } from "zod";
import type { Config } from "../config.ts";
import type { Issuer } from "../integrations/provider-connection.ts";

const sandboxScheme = "sandbox:";
type Place = Pick<Config, "demo" | "sandboxUrl">;

/** The issuer that a pack names: `https://…` as it stands, `sandbox:/…` at the sandbox, which exists in the demo only. */
export function issuerOf({ demo, sandboxUrl }: Place, url: string): Issuer | undefined {
  if (!url.startsWith(sandboxScheme)) return { url: new URL(url), insecure: false };
  if (!demo) return undefined;
  return { url: new URL(`${sandboxUrl.replace(/\/$/, "")}${url.slice(sandboxScheme.length)}`), insecure: true };
}

/** The network's default way to sign in as the wire names it (§3): its default provider; null: e-mail and password. */
export function defaultProviderOf(place: Place, network: PackNetwork): z.infer<typeof DefaultProvider> | null {
  const provider = network.authentication.providers.find(({ isDefault }) => isDefault);
  const issuer = provider === undefined ? undefined : issuerOf(place, provider.url);
  if (provider === undefined || issuer === undefined) return null;
  const { driver, slug, client } = provider;
  return { driver, slug, configuration: { url: issuer.url.href, client } };
}
