import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and at the first render, true once script runs; for controls that need script. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
