import pLimit, { type LimitFunction } from "p-limit";

/** Runs at most `atOnce` tasks of one key concurrently; the others wait in order of arrival. */
export function keyedLimiter(concurrency: number): <T>(key: string, task: () => Promise<T>) => Promise<T> {
  const limits = new Map<string, LimitFunction>();
  return (key, task) => {
    const limit = limits.get(key) ?? pLimit(concurrency);
    limits.set(key, limit);
    return limit(task);
  };
}
