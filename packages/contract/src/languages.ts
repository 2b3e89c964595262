/** Languages without any schema, so that browser scripts can import them without a validator. */

/** The five languages; the first is the fallback (§1). */
export const languages = ["fr", "en", "ar", "it", "es"] as const;
export type Language = (typeof languages)[number];

/** A locale entry (§3): the language properties that a page needs. */
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

/** Reduces `fr-FR` or `fr_FR` to `fr` (§9); undefined for an unsupported language. */
export function languageOf(code: string | null | undefined): Language | undefined {
  const bare = code?.toLowerCase().split(/[-_]/)[0];
  return languages.find((language) => language === bare);
}
