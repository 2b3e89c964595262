import { clientHeader } from "@guichet/contract/signature.ts";
import type { FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { Client } from "./client-store.ts";

/** A request for what everybody is shown, checked whole: who made it, of which network, and under which key its answer is kept. */
interface Checked {
  client: Client;
  network: LoadedNetwork;
  key: string;
}

/** All of a request that its checks read. */
type Text = Pick<FastifyRequest, "url" | "headers">;

const checkedMost = 500;

/**
 * Requests for kept answers that were checked whole. One that is the same to the letter, of the same client as it stands and of the
 * same version of its network, would be checked to the same end: signature, fields and all depend on nothing else. A client that
 * asked for freshness (`replayProtection`) is checked each time.
 */
export class KeptRequests {
  readonly #networks: Dependencies["networks"];
  readonly #clients: (id: string) => Promise<Client | undefined>;
  readonly #checked = new LRUCache<string, Checked>({ max: checkedMost });

  constructor({ networks }: Pick<Dependencies, "networks">, clients: (id: string) => Promise<Client | undefined>) {
    this.#networks = networks;
    this.#clients = clients;
  }

  /** The key of its answer; undefined where it has to be checked. */
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
