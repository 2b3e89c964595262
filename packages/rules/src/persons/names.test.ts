import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fold } from "./folding.ts";
import { readName, readNames } from "./names.ts";

const codeOf = (text: string) => {
  const outcome = readName(text, "firstName");
  return outcome.ok ? "ok" : outcome.code;
};

describe("a name", () => {
  // covers §5: names
  // covers §9: password 12, name 2, voucher 4
  test.each([
    ["Zoé", "ok"],
    ["Jean-Luc", "ok"],
    ["O’Neill", "ok"],
    ["D'Arc", "ok"],
    ["Anne Marie", "ok"],
    ["Ly", "ok"],
    ["Ŷx", "ok"],
    ["Øx", "ok"],
    ["Œb", "ok"],
    ["محمد", "ok"],
    ["Дмитрий", "ok"],
    ["קרן", "ok"],
    ["李明", "ok"],
    ["कृति", "ok"],
    ["", "FIELD_REQUIRED"],
    ["   ", "FIELD_REQUIRED"],
    ["A", "NAME_TOO_SHORT"],
    ["A-", "NAME_TOO_SHORT"],
    ["Krč", "NAME_WITHOUT_VOWEL"],
    ["Bcd", "NAME_WITHOUT_VOWEL"],
    ["Ann4", "NAME_FORBIDDEN_CHARACTER"],
    ["An٣a", "NAME_FORBIDDEN_CHARACTER"],
    ["Anna!", "NAME_FORBIDDEN_CHARACTER"],
    ["Anna\u200b", "NAME_FORBIDDEN_CHARACTER"],
    ["<b>Anna", "NAME_FORBIDDEN_CHARACTER"],
    ["a".repeat(80), "ok"],
    ["a".repeat(81), "FIELD_INVALID"],
  ])("%j is %s", (text, expected) => {
    expect(codeOf(text)).toBe(expected);
  });

  test("is stored composed, with single spaces and trimmed", () => {
    expect(readName("  Zoe\u0301   Anne ", "firstName")).toEqual({ ok: true, value: "Zoé Anne" });
  });

  test("that is already normalised stays unchanged", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const once = readName(text, "lastName");
        if (once.ok) expect(readName(once.value, "lastName")).toEqual(once);
      }),
    );
  });
});

describe("first and last name", () => {
  // covers §5: names
  test.each([
    ["Élodie", "elodie"],
    ["Noël", "NOEL"],
    ["أحمد", "احمد"],
    ["D’Or", "d'or"],
  ])("%s and %s count as the same", (firstName, lastName) => {
    expect(readNames({ firstName, lastName })).toMatchObject({ ok: false, code: "NAMES_EQUAL" });
  });

  test("that differ are both accepted, and an error names its field", () => {
    expect(readNames({ firstName: "Ana ", lastName: "Roy" })).toEqual({
      ok: true,
      value: { firstName: "Ana", lastName: "Roy" },
    });
    expect(readNames({ firstName: "Ana", lastName: "R2" })).toMatchObject({ details: { field: "lastName" } });
  });
});

test("folding leaves out case, accents and Arabic vowel signs, not the vowels of other scripts", () => {
  expect(fold("Œuvre  ÉTÉ")).toBe("oeuvre ete");
  expect(fold("مُحَمَّد")).toBe(fold("محمد"));
  expect(fold("तीन")).not.toBe(fold("तन"));
});
