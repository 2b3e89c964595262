import { pageCachePrefix } from "./page-cache.ts";

const worker = "/ticket-check-worker.js";

/** Keeps the page for when there is no connection; the worker answers with it only at its own address. */
export async function keepCheckPage(path: string, files: readonly string[]): Promise<void> {
  if (!("serviceWorker" in navigator) || !("caches" in globalThis)) return;
  await navigator.serviceWorker.register(worker, { scope: path, updateViaCache: "none" });
  const page = await fetch(path, { cache: "no-store", redirect: "error" });
  if (!page.ok) return;
  const html = await page.clone().text();
  const named = [...html.matchAll(/\/assets\/[\w.~-]+/g)].map(([file]) => file);
  const loaded = performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith("/assets/"))
    .map(({ pathname }) => pathname);
  // A page of a newer build loads other files than this one: it keeps itself once it is opened.
  if (named.some((file) => isManifest(file) && !loaded.includes(file))) return;
  const cache = await caches.open(`${pageCachePrefix}${path}`);
  const wanted = new Set([...named, ...loaded, ...files]);
  // Names of files change with their content: those of the page that is kept so far stay beside the new ones.
  for (const file of wanted) if (!(await cache.match(file, { ignoreVary: true }))) await cache.add(file);
  // Last: a kept page has everything that it needs. Only now nothing needs the files of the previous one.
  await cache.put(path, page);
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (pathname !== path && !wanted.has(pathname)) await cache.delete(url);
  }
}

/** The router's list of the files of a build. */
const isManifest = (file: string): boolean => file.startsWith("/assets/manifest-");

/** Forgets the pages of all networks; what they load stays, and so do lists and checks that are not reported. */
export async function forgetCheckPages(): Promise<void> {
  if (!("caches" in globalThis)) return;
  for (const name of (await caches.keys()).filter((each) => each.startsWith(pageCachePrefix))) {
    await (await caches.open(name)).delete(name.slice(pageCachePrefix.length));
  }
}
