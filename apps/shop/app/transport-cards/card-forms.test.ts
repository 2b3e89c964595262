import { expect, test } from "vitest";
import { readCardData } from "./card-forms.ts";
import { cardFault } from "./card-texts.ts";

const today = "2026-11-20";
const born = { "birthDate-day": "4", "birthDate-month": "5", "birthDate-year": "1990" };

test("number and birth date are accepted in every usual notation", () => {
  const typed = { mediaNumber: " 9250 1111-2222 3333 ", ...born };
  expect(readCardData(typed, today)).toEqual({
    ok: true,
    value: { mediaNumber: "9250111122223333", mediaCustomerBirthDate: "1990-05-04" },
  });
  const arabic = { mediaNumber: "٩٢٥٠", "birthDate-day": "٤", "birthDate-month": "٥", "birthDate-year": "١٩٩٠" };
  expect(readCardData(arabic, today)).toMatchObject({
    value: { mediaNumber: "9250", mediaCustomerBirthDate: "1990-05-04" },
  });
});

test.each([
  [{}, ["CARD_NUMBER_REQUIRED", "CARD_BIRTH_DATE_REQUIRED"]],
  [{ mediaNumber: "- -", ...born }, ["CARD_NUMBER_REQUIRED"]],
  [{ mediaNumber: "1" }, ["CARD_BIRTH_DATE_REQUIRED"]],
  [{ mediaNumber: "1", ...born, "birthDate-year": "2030" }, ["BIRTH_DATE_INVALID"]],
  [{ mediaNumber: "1", ...born, "birthDate-day": "31", "birthDate-month": "2" }, ["BIRTH_DATE_INVALID"]],
])("%j has the errors %j", (typed, codes) => {
  const read = readCardData(typed, today);
  expect(read.ok ? [] : read.faults.map(({ code }) => code)).toEqual(codes);
});

test.each([
  ["CARD_NOT_RECOGNISED", {}, "mediaNumber", "CARD_NOT_RECOGNISED"],
  ["CARD_BIRTH_DATE_MISMATCH", {}, "birthDate", "CARD_BIRTH_DATE_MISMATCH"],
  ["CARD_BIRTH_DATE_MISMATCH", { field: "userId" }, "traveller", "CARD_TRAVELLER_DIFFERS"],
  ["CARD_LINKED", { own: true }, "mediaNumber", "CARD_LINKED_HERE"],
  ["CARD_LINKED", { own: false }, "mediaNumber", "CARD_LINKED"],
  ["CARD_ERROR", {}, undefined, "CARD_ERROR"],
  ["TOO_MANY_REQUESTS", {}, undefined, "CARD_TRIES"],
  ["TOKEN_INVALID", {}, undefined, "CARD_FOUND_OVER"],
  ["TRANSITION_NOT_ALLOWED", {}, undefined, "CARD_STAYS"],
] as const)("%s %j is reported at %s as %s", (code, details, field, shown) => {
  expect(cardFault(code, details)).toEqual({ ...(field === undefined ? {} : { field }), code: shown });
});
