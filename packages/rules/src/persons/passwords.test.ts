import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isCommonPassword } from "./common-passwords.ts";
import { passwordChecklist, readPassword } from "./passwords.ts";

const missingOf = (text: string) => {
  const outcome = readPassword(text, isCommonPassword);
  return outcome.ok ? [] : outcome.details?.missing;
};

describe("a password", () => {
  // covers §5: password rule
  // covers §9: password 12, name 2, voucher 4
  test.each([
    ["Guichet-demo-2026", []],
    ["Correct horse 9", []],
    ["Élan vital 42", []],
    ["Ab1 567890123", []],
    ["Ab1-5678901", ["length"]],
    ["", ["length", "upper", "lower", "digit", "special"]],
    ["lower-case-9999", ["upper"]],
    ["UPPER-CASE-9999", ["lower"]],
    ["No-digits-at-all", ["digit"]],
    ["NoSpecialSign99", ["special"]],
    ["E\u0301lanvitalxx42", ["special"]],
    [`Aa1-${"x".repeat(124)}`, []],
    [`Aa1-${"x".repeat(125)}`, ["length"]],
    [`Bk1-${"😀".repeat(8)}`, []],
    ["Bk1-😀😀😀", ["length"]],
  ])("%j lacks %j", (text, missing) => {
    expect(missingOf(text)).toEqual(missing);
  });

  // covers §5: password rule
  test.each([
    "Password123!",
    "P@ssw0rd1234",
    "P@$$w0rd2024!",
    "Motdepasse1!",
    "Azerty123456!",
    "Qwerty@12345",
    "1Qaz!2wsx@3edc",
    "Welcome@2024",
    "Bienvenue2026!",
    "Admin@123456",
    "TestTest1234!",
    "Contraseña1!",
    "!!Password1!!",
  ])("%s is refused as common", (text) => {
    expect(isCommonPassword(text)).toBe(true);
  });

  test.each(["Guichet-demo-2026", "Password-of-Zoe-7", "Azerty#9470162", "Rain on tram 12"])(
    "%s is not common",
    (text) => {
      expect(isCommonPassword(text)).toBe(false);
    },
  );

  test("is accepted exactly if it meets every requirement and is not common", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 140 }), fc.boolean(), (text, common) => {
        const all = Object.values(passwordChecklist(text)).every(Boolean);
        expect(readPassword(text, () => common).ok).toBe(all && !common);
      }),
    );
  });

  test("typed with composed or separate accents is the same password", () => {
    const composed = readPassword("Élan vital 42", isCommonPassword);
    expect(readPassword("E\u0301lan vital 42", isCommonPassword)).toEqual(composed);
  });
});
