import { refusals } from "@guichet/contract/error-codes.ts";
import { languages } from "@guichet/contract/languages.ts";
import { readTexts } from "@guichet/texts/text-files.ts";
import { i18nOf } from "@guichet/texts/translate.ts";
import { expect, test } from "vitest";
import { refusalText } from "../app/texts/refusal-texts.ts";
import { translateWith } from "../app/texts/texts.tsx";
import { shopTexts } from "./texts.ts";

// covers §8: every error code has a text in five languages
test("every error code has a text in every language, without raw codes, and English differs from the others", () => {
  const { catalogues } = readTexts(shopTexts);
  const english = i18nOf("en", catalogues.en);
  for (const language of languages) {
    const words = i18nOf(language, catalogues[language]);
    for (const code of Object.keys(refusals)) {
      const text = refusalText(translateWith(words), code);
      expect(text, `${language} ${code}`).not.toMatch(/[A-Z]{3,}_|^refusals\./);
      if (language !== "en") expect(text, `${language} ${code}`).not.toBe(refusalText(translateWith(english), code));
    }
    expect(refusalText(translateWith(words), "NEVER_HEARD_OF")).toBe(words._("refusals.common"));
  }
});

test("in French messages, colons and guillemets stay on the line of their words", () => {
  const french = Object.entries(readTexts(shopTexts).catalogues.fr);
  const notices = french.filter(([id]) => /^subscriptions\.(held|blocked|state)|\.unpaid$|suspension\.since/.test(id));
  expect(notices.length).toBeGreaterThan(20);
  expect(notices.filter(([, text]) => / [:»]|« /.test(JSON.stringify(text)))).toEqual([]);
});

test("Arabic texts use all plural forms and Latin digits", () => {
  const words = i18nOf("ar", readTexts(shopTexts).catalogues.ar);
  expect(words._("shell.cart.count", { count: 2 })).toBe("تذكرتان في السلة");
  expect(words._("shell.cart.count", { count: 5 })).toBe("5 تذاكر في السلة");
  expect(words._("shell.cart.count", { count: 11 })).toBe("11 تذكرة في السلة");
});
