import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTexts } from "./server-texts.ts";
import { withValues } from "./translate.ts";

interface Messages {
  "mail.hello": { name: string };
  "mail.days": { days: number };
  "mail.bye": Record<string, never>;
}

function textsOf(language: string, po: string) {
  const folder = mkdtempSync(join(tmpdir(), "texts-"));
  mkdirSync(join(folder, language));
  writeFileSync(join(folder, language, "mail.po"), po);
  return openTexts<Messages>(folder);
}

const arabic =
  'msgid "mail.days"\nmsgstr "{days, plural, zero {# d} one {1d} two {2d} few {# few} many {# many} other {# d}}"\n';

test("a server translates with the plurals of the language, in Latin digits", () => {
  const t = textsOf("ar", arabic)("ar");
  expect([2, 5, 30].map((days) => t("mail.days", { days }))).toEqual(["2d", "5 few", "30 many"]);
});

test("values can be converted before insertion into a text", () => {
  const t = textsOf("en", 'msgid "mail.hello"\nmsgstr "Hello {name}."\n\nmsgid "mail.bye"\nmsgstr "Bye."\n')("en");
  const loud = withValues<Messages>(t, (value) => value.toUpperCase());
  expect([loud("mail.hello", { name: "Ana" }), loud("mail.bye")]).toEqual(["Hello ANA.", "Bye."]);
});

test("a missing text throws with its id", () => {
  expect(() => textsOf("fr", 'msgid "mail.bye"\nmsgstr "x"\n')("fr")("mail.hello", { name: "Ana" })).toThrow(
    "mail.hello is missing",
  );
});
