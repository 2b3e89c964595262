import { useEffect } from "react";
import { useLanguagePrefix } from "../page/frame.tsx";
import { href } from "../paths.ts";

/** The one cache of the wallet; whoever signs out or signs in anew empties it by this name. */
const cacheName = "wallet";

/**
 * Keeps the tickets readable without a network: a worker for the wallet's address alone, and one page with the tickets' own words
 * and drawings, made anew each time the wallet opens. Nothing else is stored, and nothing where the browser cannot.
 */
export function OfflineCopy({ flash }: { flash: string | null }) {
  const path = useLanguagePrefix()(href("wallet"));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was just done with a ticket changes what is kept
  useEffect(() => {
    const loading = new AbortController();
    void storeOfflineCopy(path, loading.signal).catch(() => undefined);
    return () => loading.abort();
  }, [path, flash]);
  return null;
}

async function storeOfflineCopy(path: string, signal: AbortSignal): Promise<void> {
  if (!("serviceWorker" in navigator) || !("caches" in globalThis)) return;
  await navigator.serviceWorker.register("/wallet-worker.js", { scope: path, updateViaCache: "none" });
  const page = await fetch(`${path}/offline`, { cache: "no-store", redirect: "error", signal });
  const cache = await caches.open(cacheName);
  if (signal.aborted) return;
  // Whoever is signed in no longer holds what was kept.
  if (page.ok) await cache.put(path, page);
  else if (page.status === 401) await cache.delete(path);
}
