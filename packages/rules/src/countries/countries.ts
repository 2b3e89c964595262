import type { Language } from "@guichet/contract/languages.ts";
import type { Seller } from "@guichet/contract/networks.ts";
import type { CountryCode } from "@guichet/contract/values.ts";
import { type Country, countryText } from "./country.ts";
import { france } from "./france.ts";
import { italy } from "./italy.ts";
import { morocco } from "./morocco.ts";
import { spain } from "./spain.ts";
import { unitedKingdom } from "./united-kingdom.ts";
import { unitedStates } from "./united-states.ts";

/** The record of every country. For servers: the checks of identifiers are too large for a browser. */
export const countries: Readonly<Record<CountryCode, Country>> = {
  ES: spain,
  FR: france,
  GB: unitedKingdom,
  IT: italy,
  MA: morocco,
  US: unitedStates,
};

/** What is wrong with the identifiers of a seller in a country, by key. */
export function identifierFaults(identifiers: Seller["identifiers"], country: CountryCode): Record<string, string> {
  const known = countries[country].identifiers;
  const faults: Record<string, string> = {};
  for (const { id, example, required, isValid } of known) {
    const value = identifiers[id];
    if (value === undefined && required) faults[id] = `missing: sellers in ${country} state it, as ${example}`;
    if (value !== undefined && !isValid(value)) faults[id] = `not valid, as ${example} is`;
  }
  for (const id of Object.keys(identifiers))
    if (!known.some((identifier) => identifier.id === id))
      faults[id] = `unknown in ${country}: ${known.map((identifier) => identifier.id).join(", ")}`;
  return faults;
}

/** The identifiers of a seller with their labels in a language, in the order in which documents state them. */
export function statedIdentifiers(
  { identifiers }: Pick<Seller, "identifiers">,
  country: CountryCode,
  language: Language,
): { label: string; value: string; onTickets: boolean }[] {
  return countries[country].identifiers.flatMap(({ id, label, onTickets }) => {
    const value = identifiers[id];
    return value === undefined ? [] : [{ label: countryText(label, language), value, onTickets }];
  });
}
