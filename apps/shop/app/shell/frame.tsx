import type { Frame } from "@guichet/web/frame.tsx";

export {
  dirOf,
  type Frame,
  FrameProvider,
  readFrame,
  type ThemeChoice,
  themeOf,
  useFrame,
} from "@guichet/web/frame.tsx";

const localeCookieSeconds = 365 * 86_400; // §9

/** A language chosen by its prefix is the one for addresses without prefix, for a year (§9). */
export function noteLanguage({ language, prefix }: Frame): void {
  if (prefix === "") return;
  const secure = location.protocol === "https:" ? "; secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in all browsers yet
  document.cookie = `locale=${language}; path=/; max-age=${localeCookieSeconds}; samesite=strict${secure}`;
}
