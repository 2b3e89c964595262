import type { Country } from "./country.ts";
import { standardNumber } from "./standard-number.ts";

export const unitedKingdom: Country = {
  code: "GB",
  identifiers: [
    {
      id: "company-number",
      label: {
        fr: "N° d’entreprise",
        en: "Company number",
        ar: "رقم الشركة",
        it: "Numero di registro",
        es: "N.º de sociedad",
      },
      example: "01234567",
      required: false,
      onTickets: true,
      isValid: (value) => /^([A-Z]{2}\d{6}|\d{8})$/.test(value),
    },
    {
      id: "vat",
      label: { fr: "N° de TVA", en: "VAT number", ar: "رقم ضريبة القيمة المضافة", it: "Numero IVA", es: "N.º de IVA" },
      example: "GB980780684",
      required: false,
      onTickets: false,
      isValid: standardNumber("GB", "vat"),
    },
  ],
  tax: "vat",
  accountingFile: null,
  phoneExample: "07400 123456",
  cityLines: ["{city}", "{postalCode}"],
  accessibility: {
    law: "Equality Act 2010",
    standard: "WCAG 2.2 AA",
    authority: {
      name: "Equality Advisory and Support Service (EASS)",
      url: "https://www.equalityadvisoryservice.com/",
      phone: "+44 808 800 0082",
    },
  },
};
