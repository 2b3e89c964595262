import pLimit, { type LimitFunction } from "p-limit";

/** Lets no more than `atOnce` pieces of work of one key go on at the same time; the others wait, in the order in which they came. */
export function inTurn(atOnce: number): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const limits = new Map<string, LimitFunction>();
  return (key, work) => {
    const limit = limits.get(key) ?? pLimit(atOnce);
    limits.set(key, limit);
    return limit(work);
  };
}
