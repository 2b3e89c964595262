import { z } from "zod";
import { type Language as LanguageCode, languages } from "./languages.ts";

export { type LocaleEntry, languageOf, languages, locales } from "./languages.ts";
export type Language = LanguageCode;
export const Language = z.enum(languages);

/** Words in several languages, at least one of them. */
export const Texts = z
  .partialRecord(Language, z.string().min(1).max(20_000))
  .refine((texts) => Object.keys(texts).length > 0, "at least one language");
export type Texts = z.infer<typeof Texts>;

/** The words in the language asked for, else in the first of `fallbacks` that has them, else in any. */
export function textIn(texts: Texts, language: Language, fallbacks: readonly Language[] = languages): string {
  for (const candidate of [language, ...fallbacks]) {
    const text = texts[candidate];
    if (text !== undefined) return text;
  }
  return Object.values(texts)[0] ?? "";
}
