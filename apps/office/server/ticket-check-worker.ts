import { pageCachePrefix } from "../app/ticket-checks/offline/page-cache.ts";

/**
 * The office's service worker, for the page of the ticket check alone: without a connection it answers the page and what
 * it loads from what the page has kept (`kept-page.ts`). It keeps and drops nothing itself. Each network has its own worker and cache, by
 * the path of its page.
 */
export const ticketCheckWorker = `const name = "${pageCachePrefix}" + new URL(registration.scope).pathname;
addEventListener("install", () => skipWaiting());
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
`;
