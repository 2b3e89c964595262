import type { Country } from "./country.ts";
import { standardNumber } from "./standard-number.ts";

export const unitedStates: Country = {
  code: "US",
  identifiers: [
    {
      id: "ein",
      label: "EIN",
      example: "91-1144442",
      required: false,
      onTickets: false,
      isValid: standardNumber("US", "ein"),
    },
  ],
  tax: "sales-tax",
  accountingFile: null,
  phoneExample: "(201) 555-0123",
  cityLines: ["{city} {postalCode}"],
  accessibility: {
    law: "Americans with Disabilities Act of 1990",
    standard: "WCAG 2.1 AA",
    authority: {
      name: "U.S. Department of Justice, Civil Rights Division",
      url: "https://www.ada.gov/file-a-complaint/",
      phone: "+1 800-514-0301",
    },
  },
};
