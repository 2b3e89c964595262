import { useEffect } from "react";
import { clearBrowser } from "./clear-browser.ts";
import { useFrame } from "./frame.tsx";

/** Empties what this browser keeps, then goes to the shop; without script after a moment. */
export function LeaveCleared() {
  const { prefix } = useFrame();
  useEffect(() => {
    void clearBrowser().then(() => location.replace(`${prefix}/`));
  }, [prefix]);
  return <meta httpEquiv="refresh" content={`3;url=${prefix}/`} />;
}
