import { readPhone } from "@guichet/rules/persons/phones.ts";
import { expect, test } from "vitest";
import type { Typed } from "../forms/form-values.ts";
import { readPersonal } from "./read-personal-data.ts";

const today = "2026-11-20";
const names: Typed = { firstName: "Nour", lastName: "Haddad" };
const address: Typed = { addressRoute: "12 rue des Docks", addressPostalCode: "69002", addressCity: "Lyon" };

test("empty fields are absent, others are normalised", () => {
  expect(readPersonal(names, today, (text) => readPhone(text, "FR"))).toEqual({
    ok: true,
    value: { ...names, birthDate: null, phone: null, contactEmail: null, address: null },
  });
  const full = { ...names, ...address, phone: "06 12 34 56 78", contactEmail: " Nour@Example.fr" };
  expect(readPersonal(full, today, (text) => readPhone(text, "FR"))).toMatchObject({
    value: { phone: "+33612345678", contactEmail: "nour@example.fr", address: { ...address, addressState: "" } },
  });
});

test.each<[Typed, string[]]>([
  [{ phone: "123" }, ["phone PHONE_INVALID"]],
  [{ contactEmail: "nour" }, ["contactEmail EMAIL_INVALID"]],
  [{ addressCity: "Lyon" }, ["addressRoute STREET_REQUIRED", "addressPostalCode POSTAL_CODE_REQUIRED"]],
  [
    { addressState: "France", addressRoute: "1 quai" },
    ["addressPostalCode POSTAL_CODE_REQUIRED", "addressCity CITY_REQUIRED"],
  ],
  [{ lastName: "nour" }, ["lastName NAMES_EQUAL"]],
])("personal data with %o has the errors %o", (change, expected) => {
  const read = readPersonal({ ...names, ...change }, today, (text) => readPhone(text, "FR"));
  expect(read.ok ? [] : read.faults.map(({ field, code }) => `${field} ${code}`)).toEqual(expected);
});
