import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and on the first drawing, true once script runs: what needs script shows itself only then. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
