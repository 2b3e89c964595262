import { z } from "zod";

/** The five languages, first the one used where nothing else is known (§1). */
export const languages = ["fr", "en", "ar", "it", "es"] as const;
export type Language = (typeof languages)[number];
export const Language = z.enum(languages);

/** A locale entry (§3): what a page needs to know of a language. */
export interface LocaleEntry {
  id: Language;
  code: Language;
  isoCode: string;
  language: string;
  dir: "ltr" | "rtl";
}

const entry = (code: Language, isoCode: string, language: string, dir: "ltr" | "rtl" = "ltr"): LocaleEntry => ({
  id: code,
  code,
  isoCode,
  language,
  dir,
});

export const locales: Record<Language, LocaleEntry> = {
  fr: entry("fr", "fr-FR", "Français"),
  en: entry("en", "en-GB", "English"),
  ar: entry("ar", "ar", "العربية", "rtl"),
  it: entry("it", "it-IT", "Italiano"),
  es: entry("es", "es-ES", "Español"),
};

/** Reduces `fr-FR` or `fr_FR` to `fr` (§9); undefined for a language that is not ours. */
export function languageOf(code: string | null | undefined): Language | undefined {
  const bare = code?.toLowerCase().split(/[-_]/)[0];
  return languages.find((language) => language === bare);
}

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
