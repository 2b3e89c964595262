import type { Language } from "@guichet/contract/languages.ts";
import { read } from "./tree.ts";

/** A term that the texts of a language do not use, and the phrases in which it is right. */
export interface ForbiddenTerm {
  concept: string;
  use: string;
  word: string;
  exceptIn: readonly string[];
}

const headings: Record<Language, string> = {
  fr: "French",
  en: "English",
  ar: "Arabic",
  it: "Italian",
  es: "Spanish",
};

/** Forbidden terms of a language, from its table in docs/terms.md. */
export function forbiddenTerms(language: Language, page = read("docs/terms.md")): ForbiddenTerm[] {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${headings[language]}\n`));
  if (section === undefined) throw new Error(`docs/terms.md has no table of ${headings[language]}`);
  const [, , ...rows] = section.split("\n").filter((line) => line.startsWith("|"));
  return rows.flatMap((row) => {
    const [, concept = "", use = "", words = "", exceptions = ""] = row.split("|").map((cell) => cell.trim());
    return quoted(words).map((word) => ({ concept, use, word, exceptIn: quoted(exceptions) }));
  });
}

const quoted = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word);

/** Whether a text uses the term outside of the phrases in which it is right. */
export function usesTerm(text: string, { word, exceptIn }: Pick<ForbiddenTerm, "word" | "exceptIn">): boolean {
  const withoutPhrases = exceptIn.reduce((left, phrase) => left.replace(pattern(phrase), " "), plain(text));
  return pattern(word).test(withoutPhrases);
}

/** Text without tags, vowel signs and typographic variants. */
const plain = (text: string) =>
  text
    .replace(/<\/?\w+\/?>/g, "")
    .replace(/[\u0640\u064b-\u0652\u0670]/g, "")
    .replace(/’/g, "'")
    .replace(/\s+/g, " ");

/** Conjunctions, prepositions and the article, which Arabic joins to the next word. */
const particles = "[وف]?(?:[بك]?ال|لل|[بلكس])?";

/** Matches whole words; `*` stands for any ending. */
function pattern(word: string): RegExp {
  const body = plain(word)
    .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", "[\\p{L}\\p{M}]*");
  const before = /\p{Script=Arabic}/u.test(word) ? particles : "";
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${before}${body}(?![\\p{L}\\p{M}\\p{N}])`, "giu");
}
