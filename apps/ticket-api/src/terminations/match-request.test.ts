import { expect, it, test } from "vitest";
import { contractNumber, isOfContract } from "./match-request.ts";

test.each([
  ["2026-004512", "2026-004512"],
  [" 2026 - 004512 ", "2026-004512"],
  ["2026–004512", "2026-004512"],
  ["k7qm 2rt4", "K7QM2RT4"],
  ["\u2068٢٠٢٦-٠٠٤٥١٢\u2069", "2026-004512"],
])("the number %j is read as %j", (typed, number) => {
  expect(contractNumber(typed)).toBe(number);
});

const contract = {
  email: "amal@example.org",
  formerEmails: ["amal.before@example.org"],
  names: [
    { firstName: "Amal", lastName: "Haddad" },
    { firstName: "Zoé-Élise", lastName: "d’Hervé" },
    { firstName: "", lastName: "" },
  ],
};
const request = (firstName: string, lastName: string, email = contract.email) => ({ firstName, lastName, email });

it.each([
  request("Amal", "Haddad"),
  request(" AMAL ", "haddad"),
  request("Haddad", "Amal"),
  request("Zoe Elise", "D'Herve"),
  request("Amal", "Haddad", " Amal@Example.org "),
  request("Amal", "Haddad", "amal.before@example.org"),
])("the contract is that of %j", (typed) => {
  expect(isOfContract(typed, contract)).toBe(true);
});

it.each([
  request("Amal", "Hadda"),
  request("Amal", "d’Hervé"),
  request("Amal", "Haddad", "amal@example.com"),
  request("", ""),
  request("Haddad", "Haddad"),
])("the contract is not that of %j", (typed) => {
  expect(isOfContract(typed, contract)).toBe(false);
});
