import { readFileSync } from "node:fs";
import path from "node:path";
import { type Language, locales } from "@guichet/contract/languages.ts";
import { i18nOf } from "@guichet/texts/translate.ts";
import { formatsFor } from "@guichet/web/formats.ts";
import { type Translate as SandboxTranslate, textsIn as sandboxTextsIn } from "../apps/sandbox/src/locales/texts.ts";
import { type Translate, translateWith } from "../apps/shop/app/texts/texts.tsx";
import { readTexts } from "../apps/shop/scripts/texts.ts";

const demoNetwork = path.join(import.meta.dirname, "../networks/demo");
const { catalogues } = readTexts();

/** The texts in a language: the shop's, the sandbox's, and the names of the demo's articles. */
export interface Words {
  language: Language;
  direction: "ltr" | "rtl";
  /** A text of the shop, without the markup of its links. */
  t: Translate;
  /** An amount in euro cents, as the shop writes it. */
  euros(cents: number): string;
  /** The name of an article of the network `demo`. */
  article(id: string): string;
  /** A text of the sandbox: its payment page, its sign-in pages. */
  sandbox: SandboxTranslate;
}

export function wordsIn(language: Language): Words {
  const translate = translateWith(i18nOf(language, catalogues[language]));
  const { money } = formatsFor(language, "Europe/Paris");
  return {
    language,
    direction: locales[language].dir,
    t: (id, ...values) => translate(id, ...values).replace(/<\/?[a-z]+\/?>/g, ""),
    euros: (amount) => money({ amount, currency: "EUR" }),
    article: (id) => articleName(id, language),
    sandbox: sandboxTextsIn(language),
  };
}

/** The letters of a text in order: PDF readers guess spaces and drop direction marks unpredictably. */
export const lettersOf = (text: string): string => text.replace(/[\s\p{M}\p{Cf}]/gu, "");

interface Pack {
  articles: { id: string; name: Record<Language, string> }[];
}

function articleName(id: string, language: Language): string {
  const { articles }: Pack = JSON.parse(readFileSync(path.join(demoNetwork, "catalogue.json"), "utf8"));
  const found = articles.find((article) => article.id === id);
  if (found === undefined) throw new Error(`the network demo has no article ${id}`);
  return found.name[language];
}
