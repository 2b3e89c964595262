import type { FoundAddress } from "@guichet/contract/addresses.ts";
import { expect, test } from "vitest";
import { streetOf } from "./address-search.ts";
import { isAbroad } from "./country.ts";

const address = (kind: FoundAddress["kind"], addressRoute: string): FoundAddress => ({
  label: `${addressRoute} 76991 Les Dunes`,
  kind,
  addressRoute,
  addressPostalCode: "76991",
  addressCity: "Les Dunes",
  country: "FR",
});

test.each([
  ["housenumber", "12 Rue des Oyats", "12 rue des o", "12 Rue des Oyats"],
  ["street", "Rue des Oyats", "rue des o", "Rue des Oyats"],
  ["street", "Rue des Oyats", "412 rue des o", "412 Rue des Oyats"],
  ["street", "Rue des Oyats", " 4 bis, rue des o", "4 bis Rue des Oyats"],
  ["street", "Rue des Oyats", "4B rue des o", "4B Rue des Oyats"],
  ["street", "Rue du 8 Mai 1945", "8mai", "Rue du 8 Mai 1945"],
  ["locality", "Les Trois Moulins", "3 moulins", "Les Trois Moulins"],
] as const)("of %s %j, found for %j, the street is %j", (kind, route, typed, street) => {
  expect(streetOf(address(kind, route), typed)).toBe(street);
});

test.each([
  ...["", "France", " FRANCE ", "fr", "فرنسا", "Francia", "Normandie", "La Réunion", "Guadeloupe", "re", "x"].map(
    (text) => [text, false] as const,
  ),
  ...["Italie", "italia", "ITALY", "it", "إيطاليا", "Belgique", "Espana", "Maroc", "CH"].map(
    (text) => [text, true] as const,
  ),
])("%j is recognised as a foreign country: %s", (text, abroad) => {
  expect(isAbroad(text)).toBe(abroad);
});
