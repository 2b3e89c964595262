import { setTimeout as pause } from "node:timers/promises";

const askAgainMs = 20;

/** Polls until the result is defined, at most for `limitMs`; undefined after that. */
export async function until<T>(limitMs: number, ask: () => Promise<T | undefined>): Promise<T | undefined> {
  const end = performance.now() + limitMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() >= end) return undefined;
    await pause(askAgainMs);
  }
}

/** Whether the promise settles within `limitMs`. */
export async function settlesWithin(limitMs: number, promise: Promise<unknown>): Promise<boolean> {
  const stopped = new AbortController();
  const late = pause(limitMs, false, { signal: stopped.signal }).catch(() => false);
  const settled = promise.then(
    () => true,
    () => true,
  );
  const answer = await Promise.race([settled, late]);
  stopped.abort();
  return answer;
}
