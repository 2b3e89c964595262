import { isCommonPassword } from "@guichet/rules/persons/common-passwords.ts";
import { describe, expect, test } from "vitest";
import type { Read, Typed } from "../../forms/form-values.ts";
import {
  readEmailChange,
  readGuest,
  readLogin,
  readNewPassword,
  readPasswordChange,
  readRegistration,
} from "./sign-in-forms.ts";

const today = "2026-11-20";
const wrong = (read: Read<unknown>): string[] =>
  read.ok ? [] : read.faults.map(({ field, code }) => `${field} ${code}`);

const whole: Typed = {
  firstName: " Nour ",
  lastName: "Haddad",
  email: " Nour@Example.fr ",
  password: "Tramway-bleu-2026",
  "birthDate-day": "5",
  "birthDate-month": "4",
  "birthDate-year": "1994",
};

describe("a registration", () => {
  test("is normalised: trimmed names, the address in lower case, the birth date as a day", () => {
    expect(readRegistration(whole, today, isCommonPassword)).toEqual({
      ok: true,
      value: {
        firstName: "Nour",
        lastName: "Haddad",
        email: "nour@example.fr",
        password: "Tramway-bleu-2026",
        birthDate: "1994-04-05",
      },
    });
  });

  test.each<[Typed, string[]]>([
    [{ firstName: "" }, ["firstName FIRST_NAME_REQUIRED"]],
    [{ lastName: "  " }, ["lastName LAST_NAME_REQUIRED"]],
    [{ firstName: "N" }, ["firstName NAME_TOO_SHORT"]],
    [{ firstName: "N4" }, ["firstName NAME_FORBIDDEN_CHARACTER"]],
    [{ firstName: "Krč" }, ["firstName NAME_WITHOUT_VOWEL"]],
    [{ firstName: "a".repeat(81) }, ["firstName NAME_TOO_LONG"]],
    [{ firstName: "haddad" }, ["lastName NAMES_EQUAL"]],
    [{ email: "" }, ["email EMAIL_REQUIRED"]],
    [{ email: "nour" }, ["email EMAIL_INVALID"]],
    [{ password: "" }, ["password NEW_PASSWORD_REQUIRED"]],
    [{ password: "Short-1" }, ["password PASSWORD_DOES_NOT_MEET_REQUIREMENTS"]],
    [{ password: "Password123!" }, ["password PASSWORD_COMMON"]],
    [{ "birthDate-year": "2030" }, ["birthDate BIRTH_DATE_INVALID"]],
    [{ "birthDate-day": "" }, ["birthDate BIRTH_DATE_INVALID"]],
    [{ "birthDate-day": "", "birthDate-month": "", "birthDate-year": "" }, []],
    [{ "birthDate-day": "٥", "birthDate-month": "٤", "birthDate-year": "١٩٩٤" }, []],
    [
      { firstName: "", email: "x", password: "" },
      ["firstName FIRST_NAME_REQUIRED", "email EMAIL_INVALID", "password NEW_PASSWORD_REQUIRED"],
    ],
  ])("with %o has the errors %o", (change, expected) => {
    expect(wrong(readRegistration({ ...whole, ...change }, today, isCommonPassword))).toEqual(expected);
  });

  test("is not compared with the list of common passwords in the browser, which does not load it", () => {
    expect(readRegistration({ ...whole, password: "Password123!" }, today).ok).toBe(true);
  });
});

test.each<[Typed, string[]]>([
  [{ email: "a@example.fr", password: "x" }, []],
  [{ email: "a@example.fr" }, ["password PASSWORD_REQUIRED"]],
  [{}, ["email EMAIL_REQUIRED", "password PASSWORD_REQUIRED"]],
])("a sign-in with %o has the errors %o", (typed, expected) => {
  expect(wrong(readLogin(typed))).toEqual(expected);
});

const good = "Trolley-vert-2026";
test.each<[Typed, string[]]>([
  [{ newPassword: good, newPasswordAgain: good }, []],
  [{ newPassword: good, newPasswordAgain: "Trolley-vert-2027" }, ["newPasswordAgain PASSWORD_AGAIN_DIFFERS"]],
  [{ newPassword: "É-lan vital 42", newPasswordAgain: "E\u0301-lan vital 42" }, []],
])("a new password with %o has the errors %o", (typed, expected) => {
  expect(wrong(readNewPassword(typed, isCommonPassword))).toEqual(expected);
});

test.each<[Typed, string[]]>([
  [{ currentPassword: "Tramway-bleu-2026", newPassword: good, newPasswordAgain: good }, []],
  [{ currentPassword: good, newPassword: good, newPasswordAgain: good }, ["newPassword PASSWORD_UNCHANGED"]],
  [{ newPassword: good, newPasswordAgain: good }, ["currentPassword CURRENT_PASSWORD_REQUIRED"]],
])("a change of password with %o has the errors %o", (typed, expected) => {
  expect(wrong(readPasswordChange(typed, isCommonPassword))).toEqual(expected);
});

test.each<[Typed, string[]]>([
  [{ email: "b@example.fr", emailAgain: "B@example.fr ", emailPassword: "x" }, []],
  [{ email: "A@example.fr", emailAgain: "A@example.fr", emailPassword: "x" }, ["email EMAIL_UNCHANGED"]],
  [{ email: "b@example.fr", emailAgain: "c@example.fr", emailPassword: "x" }, ["emailAgain EMAIL_AGAIN_DIFFERS"]],
  [{ email: "b@example.fr", emailAgain: "b@example.fr" }, ["emailPassword CURRENT_PASSWORD_REQUIRED"]],
])("a change of address with %o has the errors %o", (typed, expected) => {
  expect(wrong(readEmailChange(typed, "a@example.fr"))).toEqual(expected);
});

test("a guest enters names and address, no more", () => {
  expect(wrong(readGuest({}, "2026-11-20"))).toEqual([
    "firstName FIRST_NAME_REQUIRED",
    "lastName LAST_NAME_REQUIRED",
    "email EMAIL_REQUIRED",
  ]);
});
