/** The pages' cache with tickets: personal, deleted by this name on sign-out and when another account signs in. */
const ticketCache = "wallet";
/** The cache of what offline pages look like: the same for everybody. */
const lookCache = "offline";

const canStore = (): boolean => "serviceWorker" in navigator && "caches" in globalThis;

/** Registers the service worker for the whole shop; browsers look for a new one with each page. */
async function registerWorker(): Promise<void> {
  await navigator.serviceWorker.register("/wallet-worker.js", { scope: "/", updateViaCache: "none" });
  await navigator.serviceWorker.ready;
}

/** Stores the offline page at `path`, and how it looks, unless this build's is stored. */
export async function storeOfflinePage(path: string, signal: AbortSignal): Promise<void> {
  if (!canStore()) return;
  await registerWorker();
  const cache = await caches.open(lookCache);
  await storeLook(cache);
  if (await cache.match(path)) return;
  const page = await fetch(path, { cache: "no-store", redirect: "error", signal });
  if (page.ok && !signal.aborted) await cache.put(path, page);
}

/** Stores the page with the tickets at the wallet's address; a user who has signed out loses it. */
export async function storeTickets(path: string, signal: AbortSignal): Promise<void> {
  if (!canStore()) return;
  await registerWorker();
  const page = await fetch(`${path}/offline`, { cache: "no-store", redirect: "error", signal });
  const cache = await caches.open(ticketCache);
  if (signal.aborted) return;
  // A 401 means that the user is signed out, so the stored page is deleted.
  if (page.ok) await cache.put(path, page);
  else if (page.status === 401) await cache.delete(path);
  await storeLook(await caches.open(lookCache));
}

/** Stores the styles, fonts and pictures that this page has loaded: those of its language. */
async function storeLook(cache: Cache): Promise<void> {
  const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
  const files = loaded.filter(
    ({ origin, pathname }) =>
      origin === location.origin &&
      (/^\/assets\/.+\.(css|woff2|svg)$/.test(pathname) || pathname === "/network/logo.svg"),
  );
  for (const { href } of files) if (!(await cache.match(href, { ignoreVary: true }))) await cache.add(href);
}
