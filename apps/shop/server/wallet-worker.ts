/**
 * The wallet's service worker, with the wallet's address in one language as its scope: it returns the stored page of
 * tickets when the network fails. It neither fetches nor stores anything else. Each build has a new worker.
 */
export const walletWorker = (build: string): string => `// ${build}
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode !== "navigate" || request.method !== "GET") return;
  const kept = async () => {
    const found = await caches.match(new URL(registration.scope).pathname, { cacheName: "wallet" });
    return found ?? Response.error();
  };
  event.respondWith(fetch(request).catch(kept));
});
`;
