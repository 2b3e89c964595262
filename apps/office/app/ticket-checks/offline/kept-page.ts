/** The cache of the page of the check with what it loads, and of its list. Neither has data of a customer. */
export const checkCache = "ticket-check";
const worker = "/ticket-check-worker.js";

/** Keeps the page for when there is no connection; the worker answers with it only at its own address. */
export async function keepCheckPage(path: string, files: readonly string[]): Promise<void> {
  if (!("serviceWorker" in navigator) || !("caches" in globalThis)) return;
  await newestWorker(path);
  const page = await fetch(path, { cache: "no-store", redirect: "error" });
  if (!page.ok) return;
  const cache = await caches.open(checkCache);
  const html = await page.clone().text();
  const named = [...html.matchAll(/\/assets\/[\w.~-]+/g)].map(([file]) => file);
  const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
  const ours = loaded.filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith("/assets/"));
  const wanted = new Set([...named, ...ours.map(({ pathname }) => pathname), ...files]);
  for (const file of wanted) if (!(await cache.match(file, { ignoreVary: true }))) await cache.add(file);
  // Last: a kept page has everything that it needs.
  await cache.put(path, page);
}

/** Registers the worker; one of a new build first drops what belongs to the old one. */
async function newestWorker(path: string): Promise<void> {
  const registration = await navigator.serviceWorker.register(worker, { scope: path, updateViaCache: "none" });
  await registration.update();
  const coming = registration.installing ?? registration.waiting;
  if (coming === null) return;
  await new Promise<void>((resolve) => {
    const look = () => (coming.state === "activated" || coming.state === "redundant") && resolve();
    coming.addEventListener("statechange", look);
    look();
  });
}

/** Forgets the pages; lists stay, and so do checks that are not reported. */
export async function forgetCheckPages(): Promise<void> {
  if (!("caches" in globalThis) || !(await caches.has(checkCache))) return;
  const cache = await caches.open(checkCache);
  for (const { url } of await cache.keys()) if (url.endsWith("/ticket-check")) await cache.delete(url);
}
