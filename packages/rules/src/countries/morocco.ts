import type { Country } from "./country.ts";
import { standardNumber } from "./standard-number.ts";

export const morocco: Country = {
  code: "MA",
  // Code général des impôts, article 145: invoices state all three.
  identifiers: [
    {
      id: "ice",
      label: "ICE",
      example: "001561191000066",
      required: true,
      onTickets: true,
      isValid: standardNumber("MA", "ice"),
    },
    {
      id: "if",
      label: "IF",
      example: "3338823",
      required: true,
      onTickets: false,
      // Numbers without a check digit.
      isValid: (value) => /^\d{6,8}$/.test(value),
    },
    {
      id: "tp",
      label: "TP",
      example: "34200518",
      required: false,
      onTickets: false,
      isValid: (value) => /^\d{6,8}$/.test(value),
    },
  ],
  tax: "vat",
  accountingFile: null,
  phoneExample: "06 12 34 56 78",
  cityLines: ["{postalCode} {city}"],
  accessibility: {
    law: "loi-cadre n° 97-13",
    standard: "WCAG 2.1 AA",
    authority: { name: "Conseil national des droits de l’Homme (CNDH)", url: "https://www.cndh.ma/" },
  },
};
