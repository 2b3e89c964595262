import { LRUCache } from "lru-cache";

/** A bounded memory of answers that are the same for everybody for a while (§9 "HTTP cache"). Oldest use goes first. */
export interface AnswerCache<T> {
  get(key: string): T | undefined;
  /** `group` is what `drop` forgets together: a network's id. */
  put(key: string, group: string, value: T): void;
  /** Without a group: everything. */
  drop(group?: string): void;
  readonly size: number;
}

interface Entry<T> {
  value: T;
  group: string;
  staleAt: number;
}

/** `now` in milliseconds; an entry lives `lifeMs`, at most `limit` entries are kept. */
export function createAnswerCache<T>(options: { now: () => number; lifeMs: number; limit: number }): AnswerCache<T> {
  const { now, lifeMs, limit } = options;
  // Ages are checked against `now`: the library takes an instant of 0 for no limit of age.
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
