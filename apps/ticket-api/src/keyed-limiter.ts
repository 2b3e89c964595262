import pLimit, { type LimitFunction } from "p-limit";

/** Runs at most `atOnce` tasks of one key concurrently; the others wait in order of arrival. */
export function keyedLimiter(atOnce: number): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const limits = new Map<string, LimitFunction>();
  return (key, work) => {
    const limit = limits.get(key) ?? pLimit(atOnce);
    limits.set(key, limit);
    return limit(work);
  };
}
