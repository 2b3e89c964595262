import { expect, test } from "vitest";
import { officeFormatsFor } from "./office-formats.ts";

test.each([
  ["fr", 0, "0 %"],
  ["fr", 0.1254, "12,5 %"],
  ["en", 1, "100%"],
] as const)("a share in %s: %d is %s", (language, share, text) => {
  const { percent } = officeFormatsFor(language, "Europe/Paris");
  expect(percent(share).replaceAll(/[\u00a0\u202f]/g, " ")).toBe(text);
});

test.each([
  ["fr", "ar", "arabe"],
  ["en", "es", "Spanish"],
] as const)("in %s the language %s is %s", (language, code, name) => {
  expect(officeFormatsFor(language, "Europe/Paris").language(code)).toBe(name);
});
