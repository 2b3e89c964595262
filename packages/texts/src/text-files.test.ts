import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { languages } from "@guichet/contract/languages.ts";
import { expect, test } from "vitest";
import { readTexts, type TextFolder } from "./text-files.ts";
import { typesFileOf, writeTextTypes } from "./text-types.ts";
import { i18nOf } from "./translate.ts";

function folderWith(texts: Partial<Record<(typeof languages)[number], string>>): TextFolder {
  const folder = mkdtempSync(join(tmpdir(), "texts-"));
  for (const language of languages) {
    mkdirSync(join(folder, language));
    writeFileSync(join(folder, language, "cart.po"), texts[language] ?? 'msgid "cart.a"\nmsgstr "{n}"\n');
  }
  return { folder, languages };
}

const plural = 'msgid "cart.a"\nmsgstr "{n, plural, one {# year} other {# years}}"\n';
const plurals = { fr: plural, en: plural, it: plural, es: plural };

test("the types of the texts are those of the files", () => {
  const texts = folderWith({});
  writeTextTypes(texts);
  expect(readFileSync(typesFileOf(texts), "utf8")).toContain('"cart.a": { n: string };');
});

test("a plural that reads like `other` is left out, and `other` is used for it", () => {
  const few = "{n, plural, zero {none} one {# year} two {# years} few {# years} many {# year} other {# year}}";
  const { catalogues } = readTexts(folderWith({ ar: `msgid "cart.a"\nmsgstr "${few}"\n`, ...plurals }));
  const kept = JSON.stringify(catalogues.ar["cart.a"]);
  expect([...kept.matchAll(/"(\w+)":/g)].map(([, category]) => category)).toEqual(["zero", "two", "few", "other"]);
  const i18n = i18nOf("ar", catalogues.ar);
  const read = [0, 1, 2, 5, 30, 100].map((n) => i18n._("cart.a", { n }));
  expect(read).toEqual(["none", "1 year", "2 years", "5 years", "30 year", "100 year"]);
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
