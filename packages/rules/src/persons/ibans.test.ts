import fc from "fast-check";
import { expect, test } from "vitest";
import { groupedIban, isCreditorId, maskedIban, readIban } from "./ibans.ts";

const french = "FR7630006000011234567890189";

test.each([
  ["FR76 3000 6000 0112 3456 7890 189", french],
  ["iban: fr76-3000-6000-0112-3456-7890-189", french],
  [" FR7630006000011234567890189\n", french],
  ["DE89 3704 0044 0532 0130 00", "DE89370400440532013000"],
  ["GB33BUKB20201555555555", "GB33BUKB20201555555555"],
  ["BE68 5390 0754 7034", "BE68539007547034"],
])("the IBAN %j is parsed as %s", (typed, iban) => {
  expect(readIban(typed)).toEqual({ ok: true, value: iban });
});

test.each([
  "",
  "FR76",
  "FR7630006000011234567890188",
  "FR7630006000011234567890180",
  "XX7630006000011234567890189",
  "4970100000000014",
])("%j is not an IBAN", (typed) => {
  expect(readIban(typed)).toMatchObject({ ok: false, code: "IBAN_INVALID" });
});

test.each(["SA0380000000608010167519", "BR1800360305000010009795493C1"])("%s cannot be debited in euro", (typed) => {
  expect(readIban(typed)).toMatchObject({ ok: false, code: "IBAN_COUNTRY_NOT_COLLECTED" });
});

// covers §3: bank account (IBAN)
test("a single wrong digit is always detected", () => {
  const slip = fc.record({ at: fc.integer({ min: 2, max: french.length - 1 }), by: fc.integer({ min: 1, max: 9 }) });
  fc.assert(
    fc.property(slip, ({ at, by }) => {
      const wrong = `${french.slice(0, at)}${(Number(french[at]) + by) % 10}${french.slice(at + 1)}`;
      expect(readIban(wrong).ok).toBe(false);
    }),
  );
});

test("an IBAN is shown in groups of four, a stored one by its country and last characters", () => {
  expect(groupedIban(french)).toBe("FR76 3000 6000 0112 3456 7890 189");
  expect(maskedIban(french)).toBe("FR•• •••• 0189");
});

test.each([
  ["FR48ZZZ594823", true],
  ["DE98ZZZ09999999999", true],
  ["FR48ABC594823", true],
  ["FR49ZZZ594823", false],
  ["FR48ZZZ", false],
  ["fr48zzz594823", false],
])("%s is a creditor identifier: %s", (id, expected) => {
  expect(isCreditorId(id)).toBe(expected);
});
