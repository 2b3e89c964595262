import { type Formats, formatsFor } from "@guichet/web/formats.ts";
import { useMemo } from "react";
import { useFrame } from "../page/frame.tsx";
import { usePageContext } from "../page/page-context.tsx";

export type { Formats };

const kept = new Map<string, Formats>();
const keptMax = 50;

/** The formats of the page's language and the network's zone. */
export function useFormats(): Formats {
  const { language } = useFrame();
  const { timeZone } = usePageContext().network;
  return useMemo(() => {
    const key = `${language} ${timeZone}`;
    const formats = kept.get(key) ?? formatsFor(language, timeZone);
    if (kept.size < keptMax) kept.set(key, formats);
    return formats;
  }, [language, timeZone]);
}
