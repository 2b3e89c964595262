import { useEffect } from "react";
import { useLanguagePrefix } from "../../page/frame.tsx";
import { filePaths, href } from "../../paths.ts";
import { storeOfflinePage, storeTickets } from "./offline-store.ts";

/**
 * Makes the tickets readable offline: one page with their text and barcodes, renewed each time the wallet opens. Nothing
 * else about the person is stored, and nothing where the browser does not support it.
 */
export function OfflineCopy({ flash }: { flash: string | null }) {
  const path = useLanguagePrefix()(href("wallet"));
  // biome-ignore lint/correctness/useExhaustiveDependencies: an action on a ticket changes the stored copy
  useEffect(() => {
    const loading = new AbortController();
    void storeTickets(path, loading.signal).catch(() => undefined);
    return () => loading.abort();
  }, [path, flash]);
  return null;
}

/** Stores the shop's offline page, shown instead of the browser's error page, when the page is idle. */
export function OfflinePageCopy() {
  const path = useLanguagePrefix()(filePaths.offlineShop);
  useEffect(() => {
    const loading = new AbortController();
    const store = () => void storeOfflinePage(path, loading.signal).catch(() => undefined);
    const timer = setTimeout(store, idleMs);
    return () => {
      clearTimeout(timer);
      loading.abort();
    };
  }, [path]);
  return null;
}

/** How long after a page's first render the offline page is stored, so that it delays nothing. */
const idleMs = 1500;
