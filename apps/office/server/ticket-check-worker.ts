/**
 * The office's service worker, for the page of the ticket check alone: without a connection it answers the page and what
 * it loads from what the page has kept (`kept-page.ts`). It keeps nothing itself. Each build has a new worker, which drops
 * what belongs to the previous build; the list by which tickets are checked stays.
 */
export const ticketCheckWorker = (build: string): string => `// ${build}
const name = "ticket-check";
addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(dropOld());
});
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => kept(pathname)));
  else if (pathname.startsWith("/assets/")) event.respondWith(keptFirst(request));
});
const kept = async (path) => (await caches.match(path, { cacheName: name, ignoreVary: true })) ?? Response.error();
async function keptFirst(request) {
  return (await caches.match(request, { cacheName: name, ignoreVary: true })) ?? fetch(request);
}
async function dropOld() {
  const cache = await caches.open(name);
  for (const { url } of await cache.keys()) if (!url.endsWith("/ticket-check/list")) await cache.delete(url);
}
`;
