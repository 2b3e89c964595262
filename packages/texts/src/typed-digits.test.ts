import { compileMessage } from "@lingui/message-utils/compileMessage";
import { expect, test } from "vitest";
import type { Texts } from "./text-files.ts";
import { typedDigits } from "./typed-digits.ts";

const textsWith = (message: string): Texts => ({
  catalogues: { fr: { "cart.a": compileMessage(message) }, en: {}, ar: {}, it: {}, es: {} },
  parameters: new Map(),
});

test.each([
  ["Réessayez dans 15 minutes.", ["fr cart.a: Réessayez dans 15 minutes."]],
  ["{n, plural, one {# jour} other {30 jours}}", ["fr cart.a: 30 jours"]],
  ["حاول بعد ١٥ دقيقة", ["fr cart.a: حاول بعد ١٥ دقيقة"]],
  ["{n, plural, =5 {cinq jours} one {# jour} other {# jours}} avant {day1}", []],
])("in %j the typed digits are %j", (message, found) => {
  expect(typedDigits(textsWith(message), [])).toEqual(found);
});

test("a listed text may contain digits", () => {
  expect(typedDigits(textsWith("Au 09 69 39 00 00"), [{ ids: /^cart\.a$/, why: "a telephone number" }])).toEqual([]);
});
