import { z } from "zod";
import { type Language as LanguageCode, languages } from "./languages.ts";

export { type LocaleEntry, languageOf, languages, locales } from "./languages.ts";
export type Language = LanguageCode;
export const Language = z.enum(languages);

/** A text in one or more languages. */
export const Texts = z
  .partialRecord(Language, z.string().min(1).max(20_000))
  .refine((texts) => Object.keys(texts).length > 0, "at least one language");
export type Texts = z.infer<typeof Texts>;

/** Selects the text in the requested language, else in the first available of `fallbacks`, else in any. */
export function textIn(texts: Texts, language: Language, fallbacks: readonly Language[] = languages): string {
  for (const candidate of [language, ...fallbacks]) {
    const text = texts[candidate];
    if (text !== undefined) return text;
  }
  return Object.values(texts)[0] ?? "";
}
