import { type Language, languages } from "@guichet/contract/languages.ts";
import { readTexts, type TextFolder } from "@guichet/texts/text-files.ts";
import { writtenTexts } from "@guichet/texts/typed-digits.ts";
import { describe, expect, it } from "vitest";
import { officeTexts } from "../apps/office/scripts/texts.ts";
import { sandboxTexts } from "../apps/sandbox/scripts/texts.ts";
import { shopTexts } from "../apps/shop/scripts/texts.ts";
import { ticketApiTexts } from "../apps/ticket-api/scripts/texts.ts";
import { forbiddenTerms, usesTerm } from "./terms.ts";

const apps: [name: string, texts: TextFolder][] = [
  ["shop", shopTexts],
  ["office", officeTexts],
  ["ticket-api", ticketApiTexts],
  ["sandbox", sandboxTexts],
];

/** Texts that need a term of the column "not", each with its reason. */
const allowed: readonly { language: Language; ids: RegExp; word: string; why: string }[] = [];

const found = apps.flatMap(([app, folder]) => {
  const { catalogues } = readTexts(folder);
  return folder.languages.flatMap((language) => {
    const terms = forbiddenTerms(language);
    return Object.entries(catalogues[language]).flatMap(([id, message]) =>
      terms
        .filter((term) => writtenTexts(message).some((text) => usesTerm(text, term)))
        .map(({ word, use }) => ({ app, language, id, word, use })),
    );
  });
});

describe.each(languages)("the texts in %s", (language) => {
  it("use the terms of docs/terms.md", () => {
    const unexpected = found.filter(
      (use) =>
        use.language === language &&
        !allowed.some((one) => one.language === language && one.word === use.word && one.ids.test(use.id)),
    );
    expect(unexpected.map(({ app, id, word, use }) => `${app} ${id}: "${word}", use: ${use}`)).toEqual([]);
  });

  it("have a table of terms", () => {
    expect(forbiddenTerms(language)).toBeInstanceOf(Array);
  });
});

describe("the terms of docs/terms.md", () => {
  it("are allowed in no text that does not use them", () => {
    const unused = allowed.filter(
      (one) => !found.some((use) => use.language === one.language && use.word === one.word && one.ids.test(use.id)),
    );
    expect(unused).toEqual([]);
  });

  it("are found as whole words, in every form and case", () => {
    const titre = { word: "titre", exceptIn: ["titre de transport"] };
    expect(usesTerm("Titre valable", titre)).toBe(true);
    expect(usesTerm("Votre titre de transport et ce titre", titre)).toBe(true);
    expect(usesTerm("Un <b>titre</b> de transport", titre)).toBe(false);
    expect(usesTerm("Le sous-titrage", titre)).toBe(false);
    expect(usesTerm("Composté à bord", { word: "compost*", exceptIn: [] })).toBe(true);
    expect(usesTerm("Les cartes à l'abri", { word: "à l’abri", exceptIn: [] })).toBe(true);
  });

  it("are found in Arabic with their particles and vowel signs", () => {
    const term = { word: "تصديق", exceptIn: [] };
    for (const text of ["تصديق التذكرة", "وبالتصديق", "عند التَّصديق", "للتصديق"])
      expect(usesTerm(text, term), text).toBe(true);
    expect(usesTerm("تصديقات", term)).toBe(false);
    expect(usesTerm("تصديقات", { word: "تصديق*", exceptIn: [] })).toBe(true);
  });

  it("are read from the table of their language", () => {
    const page =
      "# Terms\n\n## Italian\n\n| a | b | c | d |\n| - | - | - | - |\n| x | y | `titolo` `titoli` | `titolo di studio` |\n";
    expect(forbiddenTerms("it", page)).toEqual([
      { concept: "x", use: "y", word: "titolo", exceptIn: ["titolo di studio"] },
      { concept: "x", use: "y", word: "titoli", exceptIn: ["titolo di studio"] },
    ]);
    expect(() => forbiddenTerms("es", page)).toThrow("no table of Spanish");
  });
});
