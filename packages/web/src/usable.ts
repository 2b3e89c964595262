import { useEffect } from "react";

/** The name in the page's own timeline of the instant at which script took the page over: what is pressed now acts. */
export const usableMark = "usable";

/** Notes that instant once the first drawing stands. */
export function Usable() {
  useEffect(() => {
    performance.mark(usableMark);
  }, []);
  return null;
}
