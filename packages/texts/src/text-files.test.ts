import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { languages } from "@guichet/contract/languages.ts";
import { expect, test } from "vitest";
import { readTexts, type TextFolder } from "./text-files.ts";
import { typesFileOf, writeTextTypes } from "./text-types.ts";

function folderWith(texts: Partial<Record<(typeof languages)[number], string>>): TextFolder {
  const folder = mkdtempSync(join(tmpdir(), "texts-"));
  for (const language of languages) {
    mkdirSync(join(folder, language));
    writeFileSync(join(folder, language, "cart.po"), texts[language] ?? 'msgid "cart.a"\nmsgstr "{n}"\n');
  }
  return { folder, languages };
}

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
  ["an id of another module", { fr: 'msgid "home.a"\nmsgstr "{n}"\n' }, "home.a does not begin with its module"],
  [
    "a plural that Arabic needs",
    { ar: 'msgid "cart.a"\nmsgstr "{n, plural, one {x} other {#}}"\n' },
    "ar/cart.po: cart.a lacks the plural zero, two, few, many",
  ],
])("reading throws for %s", (_what, texts, fault) => {
  expect(() => readTexts(folderWith(texts))).toThrow(fault);
});
