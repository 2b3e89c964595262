import { useSyncExternalStore } from "react";

const wideScreen = "(min-width: 64rem)";

const subscribe = (listener: () => void) => {
  const query = matchMedia(wideScreen);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
};

/** Returns whether the screen is wide enough for the cart's sidebar; false on the server and in the first render. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(wideScreen).matches,
    () => false,
  );
}
