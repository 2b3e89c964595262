import { createHash } from "node:crypto";
import { introspectionCacheMs } from "@guichet/contract/limits/session-limits.ts";

/** State of a process between requests: short-lived introspection results and pending renewals. */
export interface SessionMemory {
  holds(token: string, network: string): boolean;
  remember(token: string, network: string): void;
  forget(token: string): void;
  /** Runs `act` once for all requests with the same spent token, simultaneous or shortly after. */
  once<T>(spent: string, act: () => Promise<T>): Promise<T>;
  /** Clears the introspection results when the clock is moved. */
  clear(): void;
}

const rememberedMax = 10_000;
const renewalCacheMs = 10_000;

export function createSessionMemory(now: () => number): SessionMemory {
  const checked = new Map<string, { until: number; network: string }>();
  const renewals = new Map<string, { until: number; renewal: Promise<unknown> }>();
  return {
    holds(token, network) {
      const entry = checked.get(digest(token));
      return entry !== undefined && entry.network === network && entry.until > now();
    },
    remember(token, network) {
      keepBelow(checked, rememberedMax);
      checked.set(digest(token), { until: now() + introspectionCacheMs, network });
    },
    forget: (token) => void checked.delete(digest(token)),
    once<T>(spent: string, act: () => Promise<T>): Promise<T> {
      const key = digest(spent);
      const underWay = renewals.get(key);
      if (underWay && underWay.until > now()) return underWay.renewal as Promise<T>;
      const renewal = act();
      keepBelow(renewals, rememberedMax);
      renewals.set(key, { until: now() + renewalCacheMs, renewal });
      renewal.catch(() => renewals.delete(key));
      return renewal;
    },
    clear: () => checked.clear(),
  };
}

/** Hash of a token; the tokens themselves are not stored. */
const digest = (text: string): string => createHash("sha256").update(text).digest("base64url");

function keepBelow(map: Map<string, unknown>, limit: number): void {
  const oldest = map.keys().next();
  if (map.size >= limit && !oldest.done) map.delete(oldest.value);
}
