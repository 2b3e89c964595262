import { useEffect } from "react";

/**
 * Keeps the screen awake while the component is shown. The browser releases the lock when the page is hidden, so it is
 * requested again when the page returns. Without the API, or if it is denied (low battery), nothing happens.
 */
export function useWakeLock(): void {
  useEffect(() => {
    if (!("wakeLock" in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let isShown = true;
    const request = async () => {
      if (document.visibilityState !== "visible" || (lock && !lock.released)) return;
      try {
        lock = await navigator.wakeLock.request("screen");
        if (!isShown) await lock.release();
      } catch {
        // Denied: the screen dims as usual.
      }
    };
    void request();
    document.addEventListener("visibilitychange", request);
    return () => {
      isShown = false;
      document.removeEventListener("visibilitychange", request);
      void lock?.release().catch(() => undefined);
    };
  }, []);
}
