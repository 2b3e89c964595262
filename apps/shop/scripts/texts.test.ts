import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { refusals } from "@guichet/contract/error-codes.ts";
import { languages } from "@guichet/contract/languages.ts";
import { readTexts, type TextFolder, typesFileOf, writeTextTypes } from "@guichet/web/text-files.ts";
import { wordsOf } from "@guichet/web/texts.tsx";
import { expect, test } from "vitest";
import { refusalText } from "../app/texts/refusal-texts.ts";
import { translateWith } from "../app/texts/texts.tsx";
import { shopTexts } from "./texts.ts";

function folderWith(texts: Partial<Record<(typeof languages)[number], string>>): TextFolder {
  const folder = mkdtempSync(join(tmpdir(), "texts-"));
  for (const language of languages) {
    mkdirSync(join(folder, language));
    writeFileSync(join(folder, language, "cart.po"), texts[language] ?? 'msgid "cart.a"\nmsgstr "{n}"\n');
  }
  return { folder, languages };
}

test("every text is there in five languages, with the same parameters and all plurals", () => {
  const { catalogues, parameters } = readTexts(shopTexts);
  for (const language of languages) expect(Object.keys(catalogues[language]).sort()).toEqual([...parameters.keys()]);
});

test("the types of the texts are those of the files", () => {
  const texts = folderWith({});
  writeTextTypes(texts);
  expect(readFileSync(typesFileOf(texts), "utf8")).toContain('"cart.a": { n: string };');
});

test.each([
  ["a language that lacks an id", { it: 'msgid "cart.b"\nmsgstr "x"\n' }, "it: cart.a is missing"],
  ["an empty text", { es: 'msgid "cart.a"\nmsgstr ""\n' }, "es/cart.po: cart.a is empty"],
  ["a malformed message", { en: 'msgid "cart.a"\nmsgstr "{n"\n' }, "en/cart.po: cart.a"],
  ["other parameters", { ar: 'msgid "cart.a"\nmsgstr "{m}"\n' }, "ar: cart.a takes"],
  ["an id of another room", { fr: 'msgid "home.a"\nmsgstr "{n}"\n' }, "home.a does not begin with its room"],
  [
    "a plural that Arabic needs",
    { ar: 'msgid "cart.a"\nmsgstr "{n, plural, one {x} other {#}}"\n' },
    "ar/cart.po: cart.a lacks the plural zero, two, few, many",
  ],
])("the build stops at %s", (_what, texts, fault) => {
  expect(() => readTexts(folderWith(texts))).toThrow(fault);
});

test("every refusal has words in every language, without raw codes, and English stays in English", () => {
  const { catalogues } = readTexts(shopTexts);
  const english = wordsOf("en", catalogues.en);
  for (const language of languages) {
    const words = wordsOf(language, catalogues[language]);
    for (const code of Object.keys(refusals)) {
      const text = refusalText(translateWith(words), code);
      expect(text, `${language} ${code}`).not.toMatch(/[A-Z]{3,}_|^refusals\./);
      if (language !== "en") expect(text, `${language} ${code}`).not.toBe(refusalText(translateWith(english), code));
    }
    expect(refusalText(translateWith(words), "NEVER_HEARD_OF")).toBe(words._("refusals.common"));
  }
});

test("notices in French keep a colon and guillemets on the line of their words", () => {
  const french = Object.entries(readTexts(shopTexts).catalogues.fr);
  const notices = french.filter(([id]) => /^subscriptions\.(held|blocked|state)|\.unpaid$|suspension\.since/.test(id));
  expect(notices.length).toBeGreaterThan(20);
  expect(notices.filter(([, text]) => / [:»]|« /.test(JSON.stringify(text)))).toEqual([]);
});

test("plurals and Latin digits in Arabic", () => {
  const words = wordsOf("ar", readTexts(shopTexts).catalogues.ar);
  expect(words._("shell.cart.count", { count: 2 })).toBe("تذكرتان في السلة");
  expect(words._("shell.cart.count", { count: 5 })).toBe("5 تذاكر في السلة");
  expect(words._("shell.cart.count", { count: 11 })).toBe("11 تذكرة في السلة");
});
