import type { PackNetwork } from "@guichet/contract/network-pack.ts";
import type { DefaultProvider } from "@guichet/contract/networks.ts";
import type { z } from "zod";
import type { Config } from "../config.ts";
import type { Issuer } from "../integrations/provider-connection.ts";

const sandboxScheme = "sandbox:";
type SandboxConfig = Pick<Config, "demo" | "sandboxUrl">;

/** The issuer in a pack: `https://…` as it is, `sandbox:/…` at the sandbox, which only exists in the demo. */
export function issuerOf({ demo, sandboxUrl }: SandboxConfig, url: string): Issuer | undefined {
  if (!url.startsWith(sandboxScheme)) return { url: new URL(url), insecure: false };
  if (!demo) return undefined;
  return { url: new URL(`${sandboxUrl.replace(/\/$/, "")}${url.slice(sandboxScheme.length)}`), insecure: true };
}

/** The network's default sign-in provider in the wire format (§3); null: e-mail and password. */
export function defaultProviderOf(config: SandboxConfig, network: PackNetwork): z.infer<typeof DefaultProvider> | null {
  const provider = network.authentication.providers.find(({ isDefault }) => isDefault);
  const issuer = provider === undefined ? undefined : issuerOf(config, provider.url);
  if (provider === undefined || issuer === undefined) return null;
  const { driver, slug, client } = provider;
  return { driver, slug, configuration: { url: issuer.url.href, client } };
}
