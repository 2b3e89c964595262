import { readLanguagePrefix, withLanguagePrefix } from "@guichet/contract/language-prefix.ts";
import { type Language, languageOf } from "@guichet/contract/languages.ts";
import { accepted } from "@guichet/web/accept-language.ts";

export interface Asked {
  /** The requested path, without the query. */
  path: string;
  cookie: string | undefined;
  acceptLanguage: string | undefined;
  /** The languages of the network, its default first. */
  offered: readonly Language[];
}

export type Chosen =
  | { language: Language; prefix: string; path: string }
  /** The same page under a valid prefix (302). */
  | { redirect: string };

/**
 * Chooses the language of a page (§2, decisions on networks): by prefix, else cookie, Accept-Language, default. `fr-FR`
 * is read as `fr`; the prefix of a language that the network does not offer redirects to its default.
 */
export function chooseLanguage({ path, cookie, acceptLanguage, offered }: Asked): Chosen {
  const standard = offered[0] ?? "fr";
  const asked = readLanguagePrefix(path);
  if (asked === undefined) {
    const language = [languageOf(cookie), ...accepted(acceptLanguage)].find((one) => one && offered.includes(one));
    return { language: language ?? standard, prefix: "", path };
  }
  const { rest, written } = asked;
  const language = offered.includes(asked.language) ? asked.language : standard;
  if (language !== written) return { redirect: withLanguagePrefix(`/${language}`, rest) };
  return { language, prefix: `/${language}`, path: rest };
}
