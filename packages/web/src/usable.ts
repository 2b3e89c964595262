import { useEffect } from "react";

/** Name of the performance mark set when the page becomes interactive. */
export const usableMark = "usable";

/** Sets the mark after the first render. */
export function Usable() {
  useEffect(() => {
    performance.mark(usableMark);
  }, []);
  return null;
}
