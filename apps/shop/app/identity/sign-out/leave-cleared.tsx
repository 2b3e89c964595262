import { useEffect } from "react";
import { useLanguagePrefix } from "../../page/frame.tsx";
import { href } from "../../paths.ts";
import { clearBrowser } from "./clear-browser.ts";

/** Clears the browser data, then redirects to the shop; without script it redirects after a short delay. */
export function LeaveCleared() {
  const shop = useLanguagePrefix()(href("home"));
  useEffect(() => {
    void clearBrowser().then(() => location.replace(shop));
  }, [shop]);
  return <meta httpEquiv="refresh" content={`3;url=${shop}`} />;
}
