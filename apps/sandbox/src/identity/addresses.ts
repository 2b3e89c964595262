import { identityLogoutPaths, identityReturnPaths } from "@guichet/contract/integrations/sandbox-identity.ts";
import { languages } from "@guichet/contract/languages.ts";
import type { Provider } from "oidc-provider";

const prefix = new RegExp(`^/(?:${languages.join("|")})(?=/|$)`);

/** Whether a sign-in may redirect to this address: a shop on this machine, a known path, any language prefix. */
export function mayReturnTo(address: string): boolean {
  return leadsTo(address, identityReturnPaths);
}

/** Whether a sign-out may redirect to this address. */
export function mayEndAt(address: string): boolean {
  return leadsTo(address, identityLogoutPaths);
}

function leadsTo(address: string, paths: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, pathname, search, hash, username, password } = new URL(address);
  const here = hostname === "127.0.0.1" || hostname === "localhost" || /^[a-z0-9-]+\.localhost$/.test(hostname);
  if (protocol !== "http:" || !here || username || password || search || hash || /[?#]$/.test(address)) return false;
  return paths.includes(pathname.replace(prefix, "") || "/");
}

/** Replaces the library's fixed lists of redirect addresses with these rules. */
export function acceptAddresses({ Client }: Provider): void {
  Client.prototype.redirectUriAllowed = mayReturnTo;
  Client.prototype.postLogoutRedirectUriAllowed = mayEndAt;
}
