import type { Country } from "./country.ts";
import { standardNumber } from "./standard-number.ts";

/** The NIF of a company is its former CIF. */
const kinds = ["cif", "nif", "nie"].map((kind) => standardNumber("ES", kind));
const isNif = (value: string): boolean => kinds.some((isValid) => isValid(value));

export const spain: Country = {
  code: "ES",
  identifiers: [
    {
      id: "nif",
      label: "NIF",
      example: "A58818501",
      required: true,
      onTickets: true,
      isValid: isNif,
    },
    {
      id: "nif-iva",
      label: "NIF-IVA",
      example: "ESA58818501",
      required: false,
      onTickets: false,
      isValid: (value) => /^ES/i.test(value) && isNif(value.slice(2)),
    },
  ],
  tax: "vat",
  accountingFile: null,
  phoneExample: "612 34 56 78",
  cityLines: ["{postalCode} {city}"],
  accessibility: {
    law: "Ley 11/2023, de 8 de mayo",
    standard: "UNE-EN 301549",
    authority: { name: "Oficina de Atención a la Discapacidad (OADIS)", url: "https://www.oadis.vpsocial.gob.es/" },
  },
};
