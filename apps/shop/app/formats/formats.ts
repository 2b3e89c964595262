import { type Formats, formatsFor } from "@guichet/web/formats.ts";
import { useMemo } from "react";
import { useFrame } from "../page/frame.tsx";
import { usePageContext } from "../page/page-context.tsx";

export type { Formats };

const cache = new Map<string, Formats>();
const cachedMax = 50;

/** Returns formats for the page's language and the network's zone. */
export function useFormats(): Formats {
  const { language } = useFrame();
  const { timeZone } = usePageContext().network;
  return useMemo(() => {
    const key = `${language} ${timeZone}`;
    const formats = cache.get(key) ?? formatsFor(language, timeZone);
    if (cache.size < cachedMax) cache.set(key, formats);
    return formats;
  }, [language, timeZone]);
}
