/** Clears the shop's browser data: storage, cached files and service worker. Cookies are cleared by the server. */
export async function clearBrowser(): Promise<void> {
  quietly(() => localStorage.clear());
  quietly(() => sessionStorage.clear());
  try {
    for (const name of await caches.keys()) await caches.delete(name);
    for (const worker of (await navigator.serviceWorker?.getRegistrations()) ?? []) await worker.unregister();
  } catch {
    // The API is blocked or missing, so no data exists.
  }
}

function quietly(act: () => void): void {
  try {
    act();
  } catch {
    // Storage is blocked, so no data exists.
  }
}
