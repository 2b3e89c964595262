import { countryCodes } from "@guichet/contract/values.ts";
import { expect, test } from "vitest";
import { countries, identifierFaults, statedIdentifiers } from "./countries.ts";
import { addressInLine, cityLinesOf } from "./postal-address.ts";

test.each(countryCodes)("the record of %s accepts its own examples", (code) => {
  const { identifiers } = countries[code];
  const examples = Object.fromEntries(identifiers.map(({ id, example }) => [id, example]));
  expect(countries[code].code).toBe(code);
  expect(identifierFaults(examples, code)).toEqual({});
});

test.each([
  ["FR", "siret", "732 829 320 00075"],
  ["FR", "vat", "FR45732829320"],
  ["IT", "partita-iva", "IT00743110158"],
  ["ES", "nif", "A58818502"],
  ["MA", "ice", "001561191000067"],
  ["MA", "if", "12"],
  ["GB", "vat", "GB980780685"],
  ["GB", "company-number", "123"],
  ["US", "ein", "07-1144442"],
] as const)("in %s, a %s with a wrong digit is refused", (country, id, value) => {
  expect(identifierFaults({ [id]: value }, country)[id]).toMatch(/^not valid/);
});

test("a missing identifier and one of another country are named", () => {
  expect(identifierFaults({ siret: "732 829 320 00074" }, "MA")).toEqual({
    ice: "missing: sellers in MA state it, as 001561191000066",
    if: "missing: sellers in MA state it, as 3338823",
    siret: "unknown in MA: ice, if, tp",
  });
});

test("identifiers are stated in the country's order, with labels in the customer's language", () => {
  const identifiers = { vat: "GB980780684", "company-number": "01234567" };
  expect(statedIdentifiers({ identifiers }, "GB", "it")).toEqual([
    { label: "Numero di registro", value: "01234567", onTickets: true },
    { label: "Numero IVA", value: "GB980780684", onTickets: false },
  ]);
});

test("postal code and town are where the country writes them", () => {
  const place = { addressRoute: "1 High Street", addressPostalCode: "SW1A 1AA", addressCity: "London" };
  expect(cityLinesOf(place, countries.GB.cityLines)).toEqual(["London", "SW1A 1AA"]);
  expect(addressInLine({ ...place, addressPostalCode: "80000" }, countries.FR.cityLines)).toBe(
    "1 High Street, 80000 London",
  );
  expect(cityLinesOf({ addressPostalCode: "", addressCity: "$& Roma" }, countries.IT.cityLines)).toEqual(["$& Roma"]);
});
