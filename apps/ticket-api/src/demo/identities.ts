import {
  demoRealmPassword,
  federationIdentities,
  federationPaths,
  realmUsers,
} from "@guichet/contract/integrations/sandbox-identity.ts";
import type { PackProvider } from "@guichet/contract/packs/pack-providers.ts";
import type { Dependencies } from "../dependencies.ts";

export interface TestIdentity {
  providerId: string;
  provider: string;
  networks: string[];
  /** The name to choose, or to type as the user name. */
  name: string;
  password?: string;
  firstName: string;
  lastName: string;
  birthDate?: string;
  email: string | null;
  emailVerified?: boolean;
  note: string;
}

const listTimeoutMs = 2_000;

/** The test identities of the sandbox's providers; empty if the sandbox does not respond. */
export async function testIdentities({ config, networks }: Dependencies): Promise<TestIdentity[]> {
  const entries = new Map<string, { provider: PackProvider; networks: string[] }>();
  for (const id of await networks.ids()) {
    const network = await networks.get(id);
    for (const provider of network?.definition.authentication.providers ?? []) {
      if (!provider.url.startsWith("sandbox:")) continue;
      const entry = entries.get(provider.url);
      if (entry === undefined) entries.set(provider.url, { provider, networks: [id] });
      else entry.networks.push(id);
    }
  }
  const found = [...entries.values()].map((entry) => peopleAt(config.sandboxUrl, entry.provider, entry.networks));
  return (await Promise.all(found)).flat();
}

async function peopleAt(
  sandboxUrl: string,
  { id, name: provider, driver, url }: PackProvider,
  networks: string[],
): Promise<TestIdentity[]> {
  const path = driver === "FRANCECONNECT" ? federationPaths.identities : `${url.slice("sandbox:".length)}/users`;
  const content = await fetch(new URL(path, sandboxUrl), { signal: AbortSignal.timeout(listTimeoutMs) })
    .then((response) => response.json())
    .catch(() => undefined);
  const at = { providerId: id, provider, networks };
  if (driver === "FRANCECONNECT") {
    const { items } = federationIdentities.safeParse(content).data ?? { items: [] };
    return items.map(({ name, givenName, familyName, birthdate, email = null, note }) => {
      return { ...at, name, firstName: givenName, lastName: familyName, birthDate: birthdate, email, note };
    });
  }
  const { items } = realmUsers.safeParse(content).data ?? { items: [] };
  return items.map(({ name, givenName, familyName, email = null, emailVerified, note }) => {
    const password = demoRealmPassword;
    return { ...at, name, password, firstName: givenName, lastName: familyName, email, emailVerified, note };
  });
}
