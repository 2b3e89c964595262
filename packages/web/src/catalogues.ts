import { catalogues } from "virtual:texts";
import { type Language, languageOf } from "@guichet/contract/languages.ts";
import { i18nOf } from "@guichet/texts/translate.ts";
import type { I18n, Messages } from "@lingui/core";

/** Texts of this browser's page; modules add theirs when their screens are loaded. */
let browserWords: I18n | undefined;
const needed = new Map<string, Promise<void>>();

export function wordsInBrowser(): I18n {
  const language = languageOf(document.documentElement.lang) ?? "fr";
  browserWords ??= i18nOf(language, {});
  return browserWords;
}

/** Loads a module's texts in the page's language; the build makes the module's components wait for it. */
export function needTexts(module: string): Promise<void> {
  const words = wordsInBrowser();
  const loading = needed.get(module) ?? loadTexts(module, words);
  needed.set(module, loading);
  return loading;
}

async function loadTexts(module: string, words: I18n): Promise<void> {
  const { default: list } = await catalogues[words.locale as Language]();
  const part = await list[module]?.();
  if (part !== undefined) words.load(words.locale, part.default);
}

/** Replaces texts of an open page; only during development, when a PO file changes. */
export function renewTexts(language: string, texts: Messages): void {
  const words = wordsInBrowser();
  if (words.locale === language) words.load(language, texts);
}

/** All texts of a language, for the server. */
export async function allWords(language: Language): Promise<I18n> {
  const { default: list } = await catalogues[language]();
  const parts = await Promise.all(Object.values(list).map((load) => load()));
  return i18nOf(language, Object.assign({}, ...parts.map((part) => part.default)));
}
