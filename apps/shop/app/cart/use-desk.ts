import { useSyncExternalStore } from "react";

const fromDesk = "(min-width: 64rem)";

const subscribe = (listener: () => void) => {
  const query = matchMedia(fromDesk);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
};

/** Is there room for the cart beside the shop? False on the server and on the first drawing. */
export function useDesk(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(fromDesk).matches,
    () => false,
  );
}
