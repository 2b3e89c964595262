import { LRUCache } from "lru-cache";
import type { Clock } from "../clock.ts";

/** A response, in the bytes that are sent. */
export interface CachedResponse {
  at: number;
  bytes: Buffer;
}

/** How long a response is reused, by the installation's clock: the start and end of a sale show at most this late. */
const cacheMs = 1_000;
const responsesMax = 500;

/**
 * Caches the bytes of responses that are the same for everyone (`cacheable`). The key holds what a response depends on: call, client,
 * network and its version, language, values.
 */
export class ResponseCache {
  readonly #clock: Clock;
  readonly #kept = new LRUCache<string, CachedResponse>({ max: responsesMax });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  find(key: string): Buffer | undefined {
    const found = this.#kept.get(key);
    if (found === undefined) return undefined;
    const age = this.#clock.now().getTime() - found.at;
    // The clock of a demo moves both ways.
    return age >= 0 && age < cacheMs ? found.bytes : undefined;
  }

  keep(key: string, body: unknown): Buffer {
    const bytes = Buffer.from(JSON.stringify(body));
    this.#kept.set(key, { at: this.#clock.now().getTime(), bytes });
    return bytes;
  }
}
