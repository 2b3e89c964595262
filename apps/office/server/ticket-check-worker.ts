/**
 * The office's service worker, for the page of the ticket check alone: without a connection it answers the page and what
 * it loads from what the page has kept (`kept-page.ts`). It keeps nothing itself but its build. Each build has a new worker, which drops
 * what belongs to the previous build; the list by which tickets are checked stays.
 */
export const ticketCheckWorker = (build: string): string => `const build = "${build}";
const name = "ticket-check";
const mark = "/ticket-check-build";
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
  // Each network has a worker, and all share the cache.
  if ((await (await cache.match(mark))?.text()) === build) return;
  for (const { url } of await cache.keys()) if (!url.endsWith("/ticket-check/list")) await cache.delete(url);
  await cache.put(mark, new Response(build));
}
`;
