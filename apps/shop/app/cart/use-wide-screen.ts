import { useSyncExternalStore } from "react";

const wideScreen = "(min-width: 64rem)";

const subscribe = (listener: () => void) => {
  const query = matchMedia(wideScreen);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
};

/** Is there room for the cart beside the shop? False on the server and on the first drawing. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(wideScreen).matches,
    () => false,
  );
}
