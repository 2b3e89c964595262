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

/** Adds the page's language prefix to an address outside the router: a fetch, a file or a full page load. */
export function useLanguagePrefix(): (address: string) => string {
  const { prefix } = useFrame();
  return useCallback((address) => withLanguagePrefix(prefix, address), [prefix]);
}

const localeCookieSeconds = 365 * 86_400; // §9

/** Saves the language of the prefix as the default for addresses without prefix, for a year (§9). */
export function noteLanguage({ language, prefix }: Frame): void {
  if (prefix === "") return;
  const secure = location.protocol === "https:" ? "; secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in all browsers yet
  document.cookie = `locale=${language}; path=/; max-age=${localeCookieSeconds}; samesite=strict${secure}`;
}
