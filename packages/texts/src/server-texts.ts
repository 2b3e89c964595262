import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "@guichet/contract/languages.ts";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { parsePo } from "pofile-ts";
import { type AllTexts, i18nOf, type TranslateOf } from "./translate.ts";

/**
 * Opens the PO files of a server that runs without a build: `texts("fr")("pdf.ticket.title", { number })`.
 * Files are read and messages compiled at first use; both are cached.
 * Throws for an id that the language lacks, which the checks of the texts prevent.
 */
export function openTexts<Texts extends AllTexts<Texts>>(folder: string): (language: Language) => TranslateOf<Texts> {
  const opened = new Map<Language, TranslateOf<Texts>>();
  return (language) => {
    const translate = opened.get(language) ?? translateFrom<Texts>(join(folder, language), language);
    opened.set(language, translate);
    return translate;
  };
}

function translateFrom<Texts>(folder: string, language: Language): TranslateOf<Texts> {
  const i18n = i18nOf(language, {});
  const modules = new Map<string, Map<string, string>>();
  const translate = (id: string, values?: Readonly<Record<string, string | number>>): string => {
    if (!Object.hasOwn(i18n.messages, id)) i18n.load(language, { [id]: compileMessageOrThrow(sourceOf(id)) });
    return i18n._(id, values);
  };
  return translate as TranslateOf<Texts>;

  function sourceOf(id: string): string {
    const module = id.slice(0, id.indexOf("."));
    const sources = modules.get(module) ?? readModule(join(folder, `${module}.po`));
    modules.set(module, sources);
    const source = sources.get(id);
    if (source === undefined) throw new Error(`${folder}: ${id} is missing`);
    return source;
  }
}

const readModule = (file: string): Map<string, string> =>
  new Map(parsePo(readFileSync(file, "utf8")).items.map(({ msgid, msgstr }) => [msgid, msgstr[0] ?? ""]));
