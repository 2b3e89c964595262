import type { AllTexts, TranslateOf } from "@guichet/texts/translate.ts";
import type { I18n } from "@lingui/core";
import { I18nProvider, Trans, useLingui } from "@lingui/react";
import { type ReactElement, type ReactNode, useMemo } from "react";

export function TextsProvider({ words, children }: { words: I18n; children: ReactNode }) {
  return <I18nProvider i18n={words}>{children}</I18nProvider>;
}

interface TextProps<Id, Given> {
  id: Id;
  values?: Given;
  /** Elements for the tags in the text: `<link>…</link>`. */
  components?: Record<string, ReactElement>;
}
interface TextWithValuesProps<Id, Given> extends TextProps<Id, Given> {
  values: Given;
}
type TextPropsOf<Texts, Id extends keyof Texts> =
  Texts[Id] extends Record<string, never> ? TextProps<Id, undefined> : TextWithValuesProps<Id, Texts[Id]>;

/** A text with elements inside it; each app adds the types of its own texts. */
function AnyText({ id, values, components }: TextProps<string, object | undefined>) {
  return <Trans id={id} {...(values ? { values: { ...values } } : {})} {...(components ? { components } : {})} />;
}

const translateWith =
  (words: I18n) =>
  (id: string, values?: Readonly<Record<string, string | number>>): string =>
    words._(id, values);

/** Returns the texts of the page's language: `t("cart.total", { amount })`. */
function useT() {
  const { i18n } = useLingui();
  return useMemo(() => translateWith(i18n), [i18n]);
}

interface TextsOf<Texts> {
  translateWith: (words: I18n) => TranslateOf<Texts>;
  useT: () => TranslateOf<Texts>;
  T: <Id extends keyof Texts & string>(props: TextPropsOf<Texts, Id>) => ReactElement;
}

/** The texts of one app, with their ids and parameters, for components. */
export function textsOf<Texts extends AllTexts<Texts>>(): TextsOf<Texts> {
  return { translateWith, useT, T: AnyText } as TextsOf<Texts>;
}
