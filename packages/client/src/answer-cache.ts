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
  const entries = new Map<string, Entry<T>>();
  return {
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      if (entry.staleAt <= now()) return undefined;
      entries.set(key, entry);
      return entry.value;
    },
    put(key, group, value) {
      entries.delete(key);
      entries.set(key, { value, group, staleAt: now() + lifeMs });
      const oldest = entries.keys().next();
      if (entries.size > limit && !oldest.done) entries.delete(oldest.value);
    },
    drop(group) {
      for (const [key, entry] of entries) if (group === undefined || entry.group === group) entries.delete(key);
    },
    get size() {
      return entries.size;
    },
  };
}
