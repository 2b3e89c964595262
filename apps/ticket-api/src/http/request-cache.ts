import { clientHeader } from "@guichet/contract/signature.ts";
import type { FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { Client } from "./client-store.ts";

/** A checked request for public data: its client, its network, and the key of its cached response. */
interface Checked {
  client: Client;
  network: LoadedNetwork;
  key: string;
}

/** The parts of a request that its checks read. */
type Text = Pick<FastifyRequest, "url" | "headers">;

const requestsMax = 500;

/**
 * Caches requests for public data that passed all checks. An identical request of the same client and the same version of its network
 * passes them too: signature and fields depend on nothing else. Requests of clients with replay protection are checked each time.
 */
export class RequestCache {
  readonly #networks: Dependencies["networks"];
  readonly #clients: (id: string) => Promise<Client | undefined>;
  readonly #checked = new LRUCache<string, Checked>({ max: requestsMax });

  constructor({ networks }: Pick<Dependencies, "networks">, clients: (id: string) => Promise<Client | undefined>) {
    this.#networks = networks;
    this.#clients = clients;
  }

  /** The key of the cached response; undefined: the request must be checked. */
  async find(request: Text): Promise<string | undefined> {
    const checked = this.#checked.get(textOf(request));
    if (checked === undefined) return undefined;
    const { client, network, key } = checked;
    if ((await this.#clients(client.id)) !== client) return undefined;
    return (await this.#networks.get(network.id)) === network ? key : undefined;
  }

  keep(request: Text, checked: Checked): void {
    if (checked.client.replayProtection) return;
    this.#checked.set(textOf(request), checked);
  }
}

const textOf = ({ url, headers }: Text): string => `${headers[clientHeader] ?? ""}\n${url}`;
