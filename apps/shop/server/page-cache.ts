import type { PackedAnswer } from "@guichet/web/packing.ts";
import { LRUCache } from "lru-cache";

/** Short-lived cache of anonymous pages, the same for everybody by host, path, language and theme (decisions, last section). */
export interface PageCache {
  get(key: string): PackedAnswer | undefined;
  put(key: string, network: string, page: PackedAnswer): void;
  /** Drops the pages of a network that has changed, or all pages when the clock is moved. */
  drop(network?: string): void;
  readonly size: number;
}

const lifeMs = 15_000;
const pagesMax = 400;
const pageMaxBytes = 600_000;

export function createPageCache(now: () => number): PageCache {
  const pages = new LRUCache<string, { page: PackedAnswer; network: string; until: number }>({ max: pagesMax });
  return {
    get(key) {
      // `peek` does not count as use: the oldest pages are evicted first, however often they are read.
      const entry = pages.peek(key);
      if (entry && entry.until > now()) return entry.page;
      pages.delete(key);
      return undefined;
    },
    put(key, network, page) {
      if (page.plain.byteLength > pageMaxBytes) return;
      pages.set(key, { page, network, until: now() + lifeMs });
    },
    drop(network) {
      for (const [key, entry] of [...pages]) if (network === undefined || entry.network === network) pages.delete(key);
    },
    get size() {
      return pages.size;
    },
  };
}
