import type { Language } from "@guichet/contract/languages.ts";
import { type Messages as Catalogue, type I18n, setupI18n } from "@lingui/core";
import { I18nProvider, Trans, useLingui } from "@lingui/react";
import { type ReactElement, type ReactNode, useMemo } from "react";
import type { MessageId, Messages } from "../locales/messages.gen.ts";

type Values<Id extends MessageId> = Messages[Id] extends Record<string, never> ? [] : [values: Messages[Id]];
/** Words a text: the id and exactly its parameters, or it does not compile. */
export type Translate = <Id extends MessageId>(id: Id, ...values: Values<Id>) => string;

/** Locale for numbers and plurals: Latin digits in Arabic too. */
export const formatLocale = (language: Language): string => (language === "ar" ? "ar-u-nu-latn" : language);

/** One language's texts; never changes once made. */
export const wordsOf = (language: Language, catalogue: Catalogue): I18n =>
  setupI18n({ locale: language, locales: formatLocale(language), messages: { [language]: catalogue } });

export function TextsProvider({ words, children }: { words: I18n; children: ReactNode }) {
  return <I18nProvider i18n={words}>{children}</I18nProvider>;
}

export const translateWith =
  (words: I18n): Translate =>
  (id, ...[values]) =>
    words._(id, values);

/** The words of the page's language: `t("cart.total", { amount })`. */
export function useT(): Translate {
  const { i18n } = useLingui();
  return useMemo(() => translateWith(i18n), [i18n]);
}

interface TProps<Id extends MessageId> {
  id: Id;
  /** Elements for the tags in the text: `<link>…</link>`. */
  components?: Record<string, ReactElement>;
}

/** A text with elements inside it. */
export function T<Id extends MessageId>(
  props: TProps<Id> & (Messages[Id] extends Record<string, never> ? { values?: undefined } : { values: Messages[Id] }),
) {
  const { id, values, components } = props;
  return <Trans id={id} {...(values ? { values } : {})} {...(components ? { components } : {})} />;
}
