import { useSyncExternalStore } from "react";

/** Key of the browser's storage: the keys of the alerts that this person has dismissed on this device, latest last. */
const storageKey = "dismissed-alerts";
const rememberedMax = 20;

/**
 * Inline script that hides dismissed alerts before the first paint: pages are cached for everybody, so the server renders them. It
 * adds its rules to the page's own inline style sheet, which must come before it. Keys are written by `alertKey` and nothing else.
 */
export const dismissedAlertsScript =
  `try{JSON.parse(localStorage.getItem(${JSON.stringify(storageKey)})).forEach(function(k){` +
  `if(/^[\\w-]+$/.test(k))document.styleSheets[0].insertRule('[data-alert="'+k+'"]{display:none}',0)})}catch(e){}`;

const listeners = new Set<() => void>();
let current: readonly string[] | undefined;

/** Hides an alert on this device; without storage, until the page is left. */
export function dismissAlert(key: string): void {
  current = [...dismissedAlerts().filter((one) => one !== key), key].slice(-rememberedMax);
  try {
    localStorage.setItem(storageKey, JSON.stringify(current));
  } catch {
    // Storage is blocked or full.
  }
  for (const listener of listeners) listener();
}

/** Whether an alert has been dismissed on this device; false on the server. */
export const useIsDismissed = (key: string): boolean =>
  useSyncExternalStore(
    subscribe,
    () => dismissedAlerts().includes(key),
    () => false,
  );

function dismissedAlerts(): readonly string[] {
  current ??= stored();
  return current;
}

function stored(): readonly string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(value) ? value.filter((one) => typeof one === "string").slice(-rememberedMax) : [];
  } catch {
    return [];
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
