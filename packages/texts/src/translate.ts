import type { Language } from "@guichet/contract/languages.ts";
import { type Messages as Catalogue, type I18n, setupI18n } from "@lingui/core";

/** Texts of an app by id, with their parameters, as declared in its `messages.gen.ts`. */
export type AllTexts<Texts> = { readonly [Id in keyof Texts]: Readonly<Record<string, string | number>> };
type Values<Texts, Id extends keyof Texts> = Texts[Id] extends Record<string, never> ? [] : [values: Texts[Id]];
/** Translates a text by its id and exactly its parameters, checked by the compiler. */
export type TranslateOf<Texts> = <Id extends keyof Texts & string>(id: Id, ...values: Values<Texts, Id>) => string;

/** Locale for numbers, days and plurals: Latin digits in Arabic too, British English. */
export const formatLocale = (language: Language): string => formatLocales[language] ?? language;
const formatLocales: Partial<Record<Language, string>> = { ar: "ar-u-nu-latn", en: "en-GB" };

/** The texts of one language, from a compiled catalogue. */
export const i18nOf = (language: Language, catalogue: Catalogue): I18n =>
  setupI18n({ locale: language, locales: formatLocale(language), messages: { [language]: catalogue } });

/** The same texts with a conversion of every string value. */
export const withValues =
  <Texts>(translate: TranslateOf<Texts>, change: (value: string) => string): TranslateOf<Texts> =>
  (id, ...values) =>
    translate(id, ...(values.map((one) => changed(one, change)) as typeof values));

const changed = (values: unknown, change: (value: string) => string): object =>
  Object.fromEntries(
    Object.entries(values as object).map(([name, value]) => [name, typeof value === "string" ? change(value) : value]),
  );
