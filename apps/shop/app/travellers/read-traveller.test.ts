import { readPhone } from "@guichet/rules/persons/phones.ts";
import { describe, expect, it } from "vitest";
import { readTraveller } from "./read-traveller.ts";

const lou = {
  firstName: "Lou",
  lastName: "Morel",
  "birthDate-day": "9",
  "birthDate-month": "3",
  "birthDate-year": "2014",
};
const asked = { today: "2026-11-20", hideBirthDate: false, readPhone: (text: string) => readPhone(text, "FR") };

describe("a traveller's form", () => {
  it("returns the request of `createProfile`", () => {
    expect(readTraveller({ ...lou, phone: "06 12 34 56 78" }, asked)).toEqual({
      ok: true,
      value: { firstName: "Lou", lastName: "Morel", birthDate: "2014-03-09", phone: "+33612345678", address: null },
    });
  });

  it.each([
    [{ "birthDate-day": "", "birthDate-month": "", "birthDate-year": "" }, ["birthDate BIRTH_DATE_REQUIRED"]],
    [{ "birthDate-month": "" }, ["birthDate BIRTH_DATE_INVALID"]],
    [{ "birthDate-year": "2027" }, ["birthDate BIRTH_DATE_INVALID"]],
    [{ lastName: "Lou" }, ["lastName NAMES_EQUAL"]],
    [{ phone: "1" }, ["phone PHONE_INVALID"]],
    [
      { firstName: "", "birthDate-day": "", "birthDate-month": "", "birthDate-year": "", addressCity: "Lyon" },
      [
        "firstName FIRST_NAME_REQUIRED",
        "birthDate BIRTH_DATE_REQUIRED",
        "addressRoute STREET_REQUIRED",
        "addressPostalCode POSTAL_CODE_REQUIRED",
      ],
    ],
  ])("reports the errors of %j in the order of the fields", (change, faults) => {
    const read = readTraveller({ ...lou, ...change }, asked);
    expect(read.ok ? [] : read.faults.map(({ field, code }) => `${field} ${code}`)).toEqual(faults);
  });

  it("asks for no birth date if the network hides it", () => {
    const { firstName, lastName } = lou;
    expect(readTraveller({ firstName, lastName }, { ...asked, hideBirthDate: true })).toMatchObject({
      ok: true,
      value: { birthDate: null },
    });
  });
});
