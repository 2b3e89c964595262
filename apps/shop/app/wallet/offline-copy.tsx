import { useEffect } from "react";
import { useLanguagePrefix } from "../page/frame.tsx";
import { href } from "../paths.ts";

/** The wallet's only cache; sign-out and a new sign-in delete it by this name. */
const cacheName = "wallet";

/**
 * Makes the tickets readable offline: a service worker limited to the wallet's address, and one page with the tickets'
 * text and barcodes, renewed each time the wallet opens. Nothing else is stored, and nothing where the browser does not
 * support it.
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
  // A 401 means that the user is signed out, so the stored page is deleted.
  if (page.ok) await cache.put(path, page);
  else if (page.status === 401) await cache.delete(path);
}
