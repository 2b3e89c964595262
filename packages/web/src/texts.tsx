import type { Language } from "@guichet/contract/languages.ts";
import { type Messages as Catalogue, type I18n, setupI18n } from "@lingui/core";
import { I18nProvider, Trans, useLingui } from "@lingui/react";
import { type ReactElement, type ReactNode, useMemo } from "react";

/** Every text of a part by its id, with the parameters that it takes, as `messages.gen.ts` says them. */
type AllTexts<Texts> = { readonly [Id in keyof Texts]: Readonly<Record<string, string | number>> };
type Values<Texts, Id extends keyof Texts> = Texts[Id] extends Record<string, never> ? [] : [values: Texts[Id]];
/** Words a text: the id and exactly its parameters, or it does not compile. */
export type TranslateOf<Texts> = <Id extends keyof Texts & string>(id: Id, ...values: Values<Texts, Id>) => string;

/** Locale for numbers, days and plurals: Latin digits in Arabic too, English as the papers and letters write it. */
export const formatLocale = (language: Language): string => formatLocales[language] ?? language;
const formatLocales: Partial<Record<Language, string>> = { ar: "ar-u-nu-latn", en: "en-GB" };

/** One language's texts; never changes once made. */
export const wordsOf = (language: Language, catalogue: Catalogue): I18n =>
  setupI18n({ locale: language, locales: formatLocale(language), messages: { [language]: catalogue } });

export function TextsProvider({ words, children }: { words: I18n; children: ReactNode }) {
  return <I18nProvider i18n={words}>{children}</I18nProvider>;
}

interface TextProps<Id, Given> {
  id: Id;
  values?: Given;
  /** Elements for the tags in the text: `<link>…</link>`. */
  components?: Record<string, ReactElement>;
}
type TextPropsOf<Texts, Id extends keyof Texts> =
  Texts[Id] extends Record<string, never> ? TextProps<Id, undefined> : TextProps<Id, Texts[Id]> & { values: Texts[Id] };

/** A text with elements inside it; each part gives it the types of its own texts. */
function AnyText({ id, values, components }: TextProps<string, object | undefined>) {
  return <Trans id={id} {...(values ? { values: { ...values } } : {})} {...(components ? { components } : {})} />;
}

const translateWith =
  (words: I18n) =>
  (id: string, values?: Readonly<Record<string, string | number>>): string =>
    words._(id, values);

/** The words of the page's language: `t("cart.total", { amount })`. */
function useT() {
  const { i18n } = useLingui();
  return useMemo(() => translateWith(i18n), [i18n]);
}

interface TextsOf<Texts> {
  translateWith: (words: I18n) => TranslateOf<Texts>;
  useT: () => TranslateOf<Texts>;
  T: <Id extends keyof Texts & string>(props: TextPropsOf<Texts, Id>) => ReactElement;
}

/** The words of one part, whose texts have these ids and parameters. */
export function textsOf<Texts extends AllTexts<Texts>>(): TextsOf<Texts> {
  return { translateWith, useT, T: AnyText } as TextsOf<Texts>;
}
