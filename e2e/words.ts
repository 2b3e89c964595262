import { readFileSync } from "node:fs";
import path from "node:path";
import { type Language, locales } from "@guichet/contract/languages.ts";
import { i18nOf } from "@guichet/texts/translate.ts";
import { formatsFor } from "@guichet/web/formats.ts";
import { type Translate as SandboxTranslate, textsIn as sandboxTextsIn } from "../apps/sandbox/src/locales/texts.ts";
import type { Translate } from "../apps/shop/app/texts/texts.tsx";
import { readTexts } from "../apps/shop/scripts/texts.ts";

const networks = path.join(import.meta.dirname, "../networks");
const { catalogues } = readTexts();

/** The texts in a language: the shop's, the sandbox's, and the names of a network's articles. */
export interface Words {
  language: Language;
  direction: "ltr" | "rtl";
  /** A text of the shop, without the markup of its links. */
  t: Translate;
  /** An amount in euro cents, as the shop writes it. */
  euros(cents: number): string;
  /** The name of an article of the network. */
  article(id: string): string;
  /** The group of an article, and what is chosen in it; null: nothing. */
  choices(id: string): { group: string | null; zone: string | null; audience: string | null };
  /** A text of the sandbox: its payment page, its sign-in pages. */
  sandbox: SandboxTranslate;
}

export function wordsIn(language: Language, network: "demo" | "zones" | "bare" = "demo"): Words {
  const texts = i18nOf(language, catalogues[language]);
  const translate = (id: string, values?: Readonly<Record<string, string | number>>) => texts._(id, values);
  const { money } = formatsFor(language, "Europe/Paris");
  return {
    language,
    direction: locales[language].dir,
    t: (id, ...[values]) => translate(id, values).replace(/<\/?[a-z]+\/?>/g, ""),
    euros: (amount) => money({ amount, currency: "EUR" }),
    article: (id) => packArticle(network, id).name[language],
    choices: (id) => {
      const { group = null, zone, audience } = packArticle(network, id);
      return { group, zone: zone?.[language] ?? null, audience: audience?.[language] ?? null };
    },
    sandbox: sandboxTextsIn(language),
  };
}

/** The letters of a text in order: PDF readers guess spaces and drop direction marks unpredictably. */
export const lettersOf = (text: string): string => text.replace(/[\s\p{M}\p{Cf}]/gu, "");

type Texts = Record<Language, string>;

interface PackArticle {
  id: string;
  name: Texts;
  group?: string;
  zone?: Texts;
  audience?: Texts;
}

function packArticle(network: string, id: string): PackArticle {
  const file = path.join(networks, network, "catalogue.json");
  const { articles }: { articles: PackArticle[] } = JSON.parse(readFileSync(file, "utf8"));
  const found = articles.find((article) => article.id === id);
  if (found === undefined) throw new Error(`the network ${network} has no article ${id}`);
  return found;
}
