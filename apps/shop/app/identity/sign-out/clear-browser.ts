/** Empties what this browser keeps of the shop: storages, cached files, its offline worker. Cookies are the server's. */
export async function clearBrowser(): Promise<void> {
  quietly(() => localStorage.clear());
  quietly(() => sessionStorage.clear());
  try {
    for (const name of await caches.keys()) await caches.delete(name);
    for (const worker of (await navigator.serviceWorker?.getRegistrations()) ?? []) await worker.unregister();
  } catch {
    // Blocked or not there: nothing is kept then.
  }
}

function quietly(act: () => void): void {
  try {
    act();
  } catch {
    // Storage is blocked: nothing is kept then.
  }
}
