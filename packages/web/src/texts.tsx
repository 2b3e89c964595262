import type { AllTexts, TranslateOf } from "@guichet/texts/translate.ts";
import type { I18n } from "@lingui/core";
import { LinguiContext, Trans, useLingui } from "@lingui/react";
import { type ReactElement, type ReactNode, startTransition, useEffect, useMemo, useState } from "react";

/**
 * Provides a page's texts, and renders what shows texts anew when others are loaded. Unlike Lingui's own provider as a transition: parts of a
 * page whose script is still loading stay on the screen as the server rendered them.
 */
export function TextsProvider({ words, children }: { words: I18n; children: ReactNode }) {
  const [texts, setTexts] = useState(() => textsFrom(words));
  useEffect(() => words.on("change", () => startTransition(() => setTexts(textsFrom(words)))), [words]);
  return <LinguiContext value={texts}>{children}</LinguiContext>;
}

/** Another object after each change, so that what shows texts is rendered anew. */
const textsFrom = (words: I18n) => ({ i18n: new Proxy(words, {}), _: words.t.bind(words) });

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
