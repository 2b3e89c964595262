import { languages } from "@guichet/contract/languages.ts";
import { describe, expect, it } from "vitest";
import { poEntries } from "./po-entries.ts";
import { files, read } from "./tree.ts";

const catalogueOf = /^(apps\/\w[\w-]*\/(?:app|src)\/locales)\/([a-z]{2})\/([\w-]+\.po)$/;

/** The files of every catalogue of texts, by language. */
const catalogues = new Map<string, Map<string, string>>();
for (const file of files) {
  const [, folder, language, name] = catalogueOf.exec(file) ?? [];
  if (folder === undefined || language === undefined || name === undefined) continue;
  const key = `${folder}/*/${name}`;
  catalogues.set(key, (catalogues.get(key) ?? new Map<string, string>()).set(language, file));
}

describe("the texts of every app", () => {
  it("are found", () => {
    expect(catalogues.size).toBeGreaterThan(0);
  });

  it.each([...catalogues])("%s are complete in every language of their app", (_name, byLanguage) => {
    expect([...byLanguage.keys()].sort()).toEqual([...languages].sort());
    const ids = [...new Set([...byLanguage.values()].flatMap((file) => [...poEntries(file).keys()]))];
    expect(ids.length).toBeGreaterThan(0);
    const missing = [...byLanguage].flatMap(([language, file]) => {
      const texts = poEntries(file);
      return ids.filter((id) => (texts.get(id) ?? "") === "").map((id) => `${language}: ${id}`);
    });
    expect(missing).toEqual([]);
  });
});

describe("the form of address of a language", () => {
  /** Beginnings of sentences that address the reader in the form which CONTRIBUTING excludes. */
  const others = {
    it: "acceda|aggiunga|apra|attenda|calcoli|chieda|completi|confermi|contatti|continui|controlli|corregga|faccia|firmi|indichi|inserisca|invii|legga|mostri|paghi|prema|provi|ricarichi|riduca|riprovi|scelga|scriva|spunti|tenga|tolga|torni|usi|vada|verifichi",
    es: "abre|accede|añade|comprueba|confirma|corrige|elige|escribe|espera|haz|indica|introduce|lee|muestra|paga|pide|prueba|pulsa|quita|recarga|revisa|ve|vuelve",
  };
  /** Texts that describe what something does, in the third person: "pide autenticación reforzada", of a card. */
  const aboutThings = /^payment\.conduct\./;
  const begins = (language: keyof typeof others) =>
    new RegExp(`(?:^|["“«¿{(.:;!?…,] ?)(?:lo |la |no |non )?(?:${others[language]})(?![\\p{L}’])`, "iu");
  const spoken = (Object.keys(others) as (keyof typeof others)[]).flatMap((language) =>
    [...catalogues.values()].flatMap((byLanguage) => {
      const file = byLanguage.get(language);
      return file === undefined ? [] : [{ language, file }];
    }),
  );

  // covers §1: five languages, Arabic from right to left
  it.each(spoken)("is the same in every sentence of $file", ({ language, file }) => {
    const texts = [...poEntries(file)].filter(([id]) => !aboutThings.test(id));
    expect(texts.filter(([, text]) => begins(language).test(text))).toEqual([]);
  });

  it("is checked by a rule that finds the other form", () => {
    for (const wrong of ["Calcoli il più economico", "Nessun indirizzo: continui a mano", "Errore. Lo verifichi."])
      expect(begins("it").test(wrong), wrong).toBe(true);
    expect(begins("it").test("Il carrello è conservato, qualunque cosa tu scelga.")).toBe(false);
    expect(begins("es").test("Se perdió. Vuelve a intentarlo")).toBe(true);
    expect(begins("es").test("Espere y vuelva a intentarlo: vuelvo")).toBe(false);
  });
});

describe("French", () => {
  const french = files.filter((file) => /\/locales\/fr\/[\w-]+\.po$/.test(file));
  /** A plain space, or none, where French typography asks for a no-break space; "12:30" and addresses have none. */
  const plain = / [:;?!»](?!\w)|« |[\p{L}\p{N})»}][?!;»](?![\w=])|[\p{L})»}]:(?=\s|$)/u;

  it.each(french)("%s has a no-break space before : ; ? ! and inside « »", (file) => {
    expect([...poEntries(file)].filter(([, text]) => plain.test(text))).toEqual([]);
  });

  it("is checked by a rule that finds each of them", () => {
    for (const wrong of ["Total : 3", "Oui ; non", "Qui ?", "Attention !", "« Tout »", "Qui?", "Total: 3"])
      expect(plain.test(wrong), wrong).toBe(true);
    expect(plain.test("Le 3 à 12:30\u00a0: «\u00a0Qui\u00a0?\u00a0», https://guichet.example/?a=1")).toBe(false);
  });
});

describe("Arabic", () => {
  const arabic = files.filter((file) => /\/locales\/ar\/[\w-]+\.po$/.test(file) || /\/terms\/ar\//.test(file));
  /** Latin punctuation next to an Arabic word, or digits of the other script. */
  const foreign = /\p{Script=Arabic}["\u201d\u00bb)]?[,;?%]|[,;?%] ?\p{Script=Arabic}|[\u0660-\u0669\u06f0-\u06f9]/u;
  /** Arguments of a text, and code, are not words. */
  const said = (line: string) =>
    line.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}|\{\w+(?=[,}])[^{}]*/g, "").replace(/["'`](, |;$|,$)/g, "");

  it.each(arabic)("%s uses Arabic punctuation and Latin digits", (file) => {
    expect(
      read(file)
        .split("\n")
        .filter((line) => foreign.test(said(line))),
    ).toEqual([]);
  });

  it("is checked by a rule that finds each of them", () => {
    for (const wrong of ["نعم, لا", "متى?", "أولا; ثانيا", "٥ أيام", "10% خصم"]) {
      expect(foreign.test(said(`msgstr "${wrong}"`)), wrong).toBe(true);
    }
    expect(foreign.test(said('msgstr "نعم، لا؟ {count, plural, one {يوم}}"'))).toBe(false);
  });

  it("gets its lists from the formats: no screen joins words by a Latin comma", () => {
    const screens = files.filter((file) => /^apps\/(shop|office)\/app\/.*\.tsx$/.test(file));
    const joined = screens.flatMap((file) =>
      read(file)
        .split("\n")
        .filter((line) => /\.join\(", "\)|\}, \$\{/.test(line) && !/address/i.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(joined).toEqual([]);
  });
});

describe("texts", () => {
  it("are in PO files: no source is in one language", () => {
    expect(files.filter((file) => /(^|[/-])(fr|en|ar|it|es)\.ts$/.test(file))).toEqual([]);
  });
});
