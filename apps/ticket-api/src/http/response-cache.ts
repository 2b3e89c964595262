import { LRUCache } from "lru-cache";
import type { Clock } from "../clock.ts";

/** An answer in the bytes that go out. */
export interface KeptAnswer {
  at: number;
  bytes: Buffer;
}

/** How long an answer is sent again, by the installation's clock: sales begin and end at most this late. */
const keptMs = 1_000;
const keptMost = 500;

/**
 * Answers that are the same for everybody for a moment (`cacheable`), kept in the bytes that go out. What an answer
 * depends on stands in its key: call, client, network and its version, language, values.
 */
export class KeptAnswers {
  readonly #clock: Clock;
  readonly #kept = new LRUCache<string, KeptAnswer>({ max: keptMost });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  find(key: string): Buffer | undefined {
    const found = this.#kept.get(key);
    if (found === undefined) return undefined;
    const age = this.#clock.now().getTime() - found.at;
    // The clock of a demo moves both ways.
    return age >= 0 && age < keptMs ? found.bytes : undefined;
  }

  keep(key: string, body: unknown): Buffer {
    const bytes = Buffer.from(JSON.stringify(body));
    this.#kept.set(key, { at: this.#clock.now().getTime(), bytes });
    return bytes;
  }
}
