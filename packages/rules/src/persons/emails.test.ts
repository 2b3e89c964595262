import { Email } from "@guichet/contract/values.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isSameEmail, readEmail, readNewEmail } from "./emails.ts";

// covers §5: e-mail form, confirmation, difference
test.each([
  ["ana@example.fr", true],
  [" Ana.Roy+ticket@Example.co.uk ", true],
  ["o'neill@example.org", true],
  ["ana", false],
  ["@example.fr", false],
  ["ana@", false],
  ["ana@example", false],
  ["ana roy@example.fr", false],
  ["ana@@example.fr", false],
  [".ana@example.fr", false],
  ["ana.@example.fr", false],
  ["a..b@example.fr", false],
  ["ana@-example.fr", false],
  [`${"a".repeat(250)}@b.fr`, false],
])("the address %j is valid: %s, here and in the contract", (text, holds) => {
  expect(readEmail(text).ok).toBe(holds);
  expect(Email.safeParse(text).success).toBe(holds);
});

test("the form accepts an address exactly if the contract does", () => {
  const piece = fc.string({ unit: fc.constantFrom(..."aZ9.'+-_@ é"), maxLength: 8 });
  const text = fc.oneof(
    piece,
    fc.tuple(piece, piece, piece).map(([a, b, c]) => `${a}@${b}.${c}`),
  );
  fc.assert(
    fc.property(text, (candidate) => {
      expect(readEmail(candidate).ok).toBe(Email.safeParse(candidate).success);
    }),
    { numRuns: 2000 },
  );
});

// covers §5: e-mail form, confirmation, difference
test("a new address differs from the current one, whatever the letter case", () => {
  expect(readNewEmail("ANA@example.fr", "ana@example.fr")).toMatchObject({ code: "EMAIL_UNCHANGED" });
  expect(readNewEmail("roy@example.fr", "ana@example.fr")).toEqual({ ok: true, value: "roy@example.fr" });
  expect(readNewEmail("roy", "ana@example.fr")).toMatchObject({ code: "EMAIL_INVALID" });
});

// covers §5: e-mail form, confirmation, difference
test("a confirmation matches whatever the letter case and surrounding spaces", () => {
  expect(isSameEmail("ana@example.fr", " Ana@example.FR ")).toBe(true);
  expect(isSameEmail("ana@example.fr", "anna@example.fr")).toBe(false);
});
