import { useEffect } from "react";
import type {} from "./early-input.ts";
import { usableMark } from "./usable-mark.ts";

/** Sets the mark after the first render, and lets React know what was entered before it. */
export function Usable() {
  useEffect(() => {
    performance.mark(usableMark);
    if (window.entered?.size) import("./replay-input.ts");
  }, []);
  return null;
}
