import type { Country } from "./country.ts";
import { standardNumber } from "./standard-number.ts";

const isVatNumber = standardNumber("IT", "iva");
const isPersonalCode = standardNumber("IT", "codicefiscale");

export const italy: Country = {
  code: "IT",
  identifiers: [
    {
      id: "partita-iva",
      label: "Partita IVA",
      example: "IT00743110157",
      required: true,
      onTickets: true,
      isValid: isVatNumber,
    },
    {
      id: "codice-fiscale",
      label: "Codice fiscale",
      example: "00743110157",
      required: false,
      onTickets: false,
      // That of a company has the form of a partita IVA.
      isValid: (value) => isPersonalCode(value) || isVatNumber(value),
    },
  ],
  tax: "vat",
  accountingFile: null,
  phoneExample: "312 345 6789",
  cityLines: ["{postalCode} {city}"],
  accessibility: {
    law: "decreto legislativo 27 maggio 2022, n. 82",
    standard: "UNI CEI EN 301549",
    authority: { name: "Agenzia per l’Italia Digitale (AgID)", url: "https://www.agid.gov.it/" },
  },
};
