import type { Language } from "@guichet/contract/languages.ts";
import interUrl from "@guichet/ui/fonts/inter.woff2?url";
import arabicUrl from "@guichet/ui/fonts/noto-arabic-400.woff2?url";
import arabicBoldUrl from "@guichet/ui/fonts/noto-arabic-700.woff2?url";
import vollkornUrl from "@guichet/ui/fonts/vollkorn-600.woff2?url";
import { dirOf } from "../page/frame.tsx";

/** The fonts of text and headings in a language: a browser requests them with the style sheet instead of after it. */
export const firstFonts = (language: Language): readonly string[] =>
  dirOf(language) === "rtl" ? [arabicUrl, arabicBoldUrl] : [interUrl, vollkornUrl];
