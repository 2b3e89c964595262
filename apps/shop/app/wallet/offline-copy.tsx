import { useEffect } from "react";
import { useLanguagePrefix } from "../page/frame.tsx";
import { href } from "../paths.ts";

/** The one cache of the wallet; whoever signs out or signs in anew empties it by this name. */
const keptName = "wallet";

/**
 * Keeps the tickets readable without a network: a worker for the wallet's address alone, and one page with the tickets' own words
 * and drawings, made anew at each visit. Nothing else is kept, and nothing where the browser cannot.
 */
export function OfflineCopy({ told }: { told: string | null }) {
  const place = useLanguagePrefix()(href("wallet"));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was just done with a ticket changes what is kept
  useEffect(() => {
    const loading = new AbortController();
    void keep(place, loading.signal).catch(() => undefined);
    return () => loading.abort();
  }, [place, told]);
  return null;
}

async function keep(place: string, signal: AbortSignal): Promise<void> {
  if (!("serviceWorker" in navigator) || !("caches" in globalThis)) return;
  await navigator.serviceWorker.register("/wallet-worker.js", { scope: place, updateViaCache: "none" });
  const page = await fetch(`${place}/offline`, { cache: "no-store", redirect: "error", signal });
  const kept = await caches.open(keptName);
  if (signal.aborted) return;
  // Whoever is signed in no longer holds what was kept.
  if (page.ok) await kept.put(place, page);
  else if (page.status === 401) await kept.delete(place);
}
