/**
 * The worker of the wallet, whose scope is the wallet's address in one language: an address that cannot be reached is answered with
 * the page of tickets that was kept last. It fetches and keeps nothing itself. A new build has a new worker.
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
