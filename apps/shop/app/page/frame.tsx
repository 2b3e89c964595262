import { withLanguagePrefix } from "@guichet/contract/language-prefix.ts";
import { type Frame, useFrame } from "@guichet/web/frame.tsx";
import { useCallback } from "react";

export {
  dirOf,
  type Frame,
  FrameProvider,
  readFrame,
  type ThemeChoice,
  themeOf,
  useFrame,
} from "@guichet/web/frame.tsx";

/** Puts the page's language in front of an address that the router does not lead to: of a fetch, a file, a whole page. */
export function useLanguagePrefix(): (address: string) => string {
  const { prefix } = useFrame();
  return useCallback((address) => withLanguagePrefix(prefix, address), [prefix]);
}

const localeCookieSeconds = 365 * 86_400; // §9

/** A language chosen by its prefix is the one for addresses without prefix, for a year (§9). */
export function noteLanguage({ language, prefix }: Frame): void {
  if (prefix === "") return;
  const secure = location.protocol === "https:" ? "; secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in all browsers yet
  document.cookie = `locale=${language}; path=/; max-age=${localeCookieSeconds}; samesite=strict${secure}`;
}
