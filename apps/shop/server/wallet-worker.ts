import { languages } from "@guichet/contract/languages.ts";

/**
 * The shop's service worker. If the network fails, it serves the stored page of tickets at the wallet's address, and
 * every other page with the stored offline page of its language. Styles, fonts and pictures that these pages need come from
 * their cache. It stores nothing itself: the pages do (`offline-store.ts`). Each build has a new worker, which drops what
 * the previous build looked like.
 */
export const walletWorker = (build: string): string => `// ${build}
const prefixes = /^\\/(${languages.join("|")})(?=\\/|$)/;
const kept = /^\\/(assets\\/.+\\.(css|woff2|svg)|network\\/logo\\.svg)$/;
addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.delete("offline"));
});
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const url = new URL(request.url);
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => storedPage(url.pathname)));
  else if (url.origin === location.origin && kept.test(url.pathname)) event.respondWith(storedFile(request));
});
async function storedFile(request) {
  const found = await caches.match(request, { cacheName: "offline", ignoreVary: true });
  return found ?? fetch(request);
}
async function storedPage(path) {
  const language = prefixes.exec(path)?.[0] ?? "";
  const isWallet = path.slice(language.length).replace(/\\/$/, "") === "/account/wallet";
  const tickets = isWallet ? await caches.match(language + "/account/wallet", { cacheName: "wallet" }) : undefined;
  return tickets ?? (await offlinePage(language)) ?? Response.error();
}
async function offlinePage(language) {
  const cache = await caches.open("offline");
  const page = await cache.match(language + "/account/wallet/offline-shop");
  if (page) return page;
  const other = (await cache.keys()).find(({ url }) => url.endsWith("/offline-shop"));
  return other && cache.match(other);
}
`;
