import { languages } from "@guichet/contract/languages.ts";
import { describe, expect, it } from "vitest";
import { poEntries } from "./po-entries.ts";
import { files } from "./tree.ts";

/**
 * What exists in France only. A text that says it is shown to networks of every country, unless it belongs to a feature that only a French
 * network has: those are listed with what switches them on.
 */
const onlyInFrance =
  /SIRET|SIREN|\bRCS\b|RGAA|CNIL|DGCCRF|Défenseur|FranceConnect|France Travail|\bCAF\b|\bFEC\b|\bCB\b|Carte Bleue|Ameli|\+33|\b0[1-7](?: \d\d){4}\b|Code d[eu] (?:la )?(?:consommation|commerce|travail)|L\.? ?\d{3}-\d+|fran(?:çaise|cese|cesa)\b|\bFrench (?:law|State|government)|الفرنسي/u;

/** Texts of features that only a French network has, by the beginnings of their ids. */
const ofFrenchFeatures: Readonly<Record<string, readonly string[]>> = {
  "a sign-in provider with the driver FRANCECONNECT": [
    ...["identity.provider.national", "identity.replace.", "identity.reauthenticate.submit", "identity.unlink."],
    ...["identity.synchronised", "accounts.sign-in-methods.password.note", "accounts.sign-in-methods.replace"],
    ...["documents.by-federation", "documents.fc."],
  ],
  "a qualification provider of API Particulier": ["documents.input.identifiant"],
  "a country record whose accountingFile is `fec`": ["finance.journal.fec"],
  "an invoice issued when every seller was French": ["pdf.siret"],
  "the name of a language": ["campaigns.reason.fr"],
};
const beginnings = Object.values(ofFrenchFeatures).flat();

const isOfFrenchFeature = (id: string): boolean => beginnings.some((beginning) => id.startsWith(beginning));

const catalogues = files.filter((file) =>
  /^apps\/(?:shop|office|ticket-api)\/.*locales\/[a-z]{2}\/[\w-]+\.po$/.test(file),
);

describe("the texts of shop, e-mails, documents and office", () => {
  // covers: every text of a foreign network has nothing that exists in France only
  it("say nothing that exists in France only, in any language", () => {
    expect(new Set(catalogues.map((file) => file.split("/").at(-2)))).toEqual(new Set(languages));
    const french = catalogues.flatMap((file) =>
      [...poEntries(file)].filter(([, text]) => onlyInFrance.test(text)).map(([id, text]) => ({ file, id, text })),
    );
    expect(french.filter(({ id }) => !isOfFrenchFeature(id))).toEqual([]);
    expect(beginnings.filter((beginning) => !french.some(({ id }) => id.startsWith(beginning)))).toEqual([]);
  });

  it("are found when they do", () => {
    for (const text of ["SIRET 732 829 320 00074", "au 06 12 34 56 78", "conforme al RGAA", "la legge francese"])
      expect(onlyInFrance.test(text), text).toBe(true);
    expect(onlyInFrance.test("Par virement, en français facile : 2 300")).toBe(false);
  });
});
