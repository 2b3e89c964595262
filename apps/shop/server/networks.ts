import type { TicketApi } from "@guichet/client/ticket-api.ts";
import type { Language } from "@guichet/contract/languages.ts";
import type { Network } from "@guichet/contract/networks.ts";

/** Finds the network of a host name (decisions on networks). */
export interface Networks {
  /** The host's network in the language, the default network for an unknown host, undefined for none. */
  find(host: string, language?: Language): Promise<Network | undefined>;
  /** The cached network, without a request; it may be a few seconds old. */
  known(host: string, language?: Language): Network | undefined;
}

export interface NetworksParts {
  api: TicketApi;
  defaultNetwork: string | undefined;
  now: () => number;
  /** Called when a network has changed, so that data cached for it is dropped. */
  changed: (network: string) => void;
}

interface Entry {
  network: Network | undefined;
  askAgainAt: number;
  asking: Promise<Network | undefined> | undefined;
}

/** The maximum age of a network: a change is visible after this time at the latest. */
const freshMs = 15_000;
const entriesMax = 500;

export function createNetworks({ api, defaultNetwork, now, changed }: NetworksParts): Networks {
  const entries = new Map<string, Entry>();
  const versions = new Map<string, string>();

  const ask = async (host: string, language: Language | undefined): Promise<Network | undefined> => {
    const settings = { fresh: true, ...(language === undefined ? {} : { language }) };
    const byDomain = await api.call("getNetworkConfiguration", { domain: host }, settings);
    if (byDomain.ok) return note(byDomain.value.network);
    if (byDomain.code !== "NETWORK_UNKNOWN") throw new Error(`The network of this host: ${byDomain.code}`);
    if (defaultNetwork === undefined) return undefined;
    const byId = await api.call("getNetworkConfiguration", { id: defaultNetwork }, settings);
    return byId.ok ? note(byId.value.network) : undefined;
  };

  const note = (network: Network): Network => {
    const before = versions.get(network.id);
    versions.set(network.id, network.version);
    if (before !== undefined && before !== network.version) {
      api.forget(network.id);
      changed(network.id);
    }
    return network;
  };

  const renew = (key: string, host: string, language: Language | undefined, old: Entry | undefined) => {
    const asking = ask(host, language);
    const entry: Entry = { network: old?.network, askAgainAt: now() + freshMs, asking };
    const oldest = entries.keys().next();
    if (entries.size >= entriesMax && !entries.has(key) && !oldest.done) entries.delete(oldest.value);
    entries.set(key, entry);
    asking.then(
      (network) => {
        entry.network = network;
        entry.asking = undefined;
      },
      () => {
        if (old === undefined) entries.delete(key);
        entry.asking = undefined;
      },
    );
    return asking;
  };

  const keyOf = (host: string, language: Language | undefined) => `${language ?? ""} ${host}`;
  return {
    known: (host, language) => {
      const entry = entries.get(keyOf(host, language));
      if (entry === undefined || entry.askAgainAt <= now()) return undefined;
      return entry.network;
    },
    async find(host, language) {
      const key = keyOf(host, language);
      const entry = entries.get(key);
      if (entry === undefined) return renew(key, host, language, undefined);
      if (entry.asking && entry.network === undefined) return entry.asking;
      if (entry.askAgainAt <= now() && !entry.asking) {
        const asking = renew(key, host, language, entry);
        if (entry.network === undefined) return asking;
        asking.catch(() => undefined);
      }
      return entry.network;
    },
  };
}
