import { LRUCache } from "lru-cache";

/** A bounded LRU cache of responses that are the same for everybody for a while (§9 "HTTP cache"). */
export interface AnswerCache<T> {
  get(key: string): T | undefined;
  /** `group`: entries that `drop` removes together, a network's id. */
  put(key: string, group: string, value: T): void;
  /** Removes a group; without one, all entries. */
  drop(group?: string): void;
  readonly size: number;
}

interface Entry<T> {
  value: T;
  group: string;
  staleAt: number;
}

/** `now` in milliseconds; an entry lives `lifeMs`, and there are at most `limit` entries. */
export function createAnswerCache<T>(options: { now: () => number; lifeMs: number; limit: number }): AnswerCache<T> {
  const { now, lifeMs, limit } = options;
  // Ages are checked here by `now`, because the library treats the instant 0 as no age limit.
  const entries = new LRUCache<string, Entry<T>>({ max: limit });
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry !== undefined && entry.staleAt > now()) return entry.value;
      entries.delete(key);
      return undefined;
    },
    put(key, group, value) {
      entries.set(key, { value, group, staleAt: now() + lifeMs });
    },
    drop(group) {
      for (const [key, entry] of [...entries]) if (group === undefined || entry.group === group) entries.delete(key);
    },
    get size() {
      return entries.size;
    },
  };
}
