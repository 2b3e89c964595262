import type { Country } from "./country.ts";
import { standardNumber } from "./standard-number.ts";

const isVatNumber = standardNumber("FR", "tva");

export const france: Country = {
  code: "FR",
  identifiers: [
    {
      id: "siret",
      label: "SIRET",
      example: "732 829 320 00074",
      required: true,
      onTickets: true,
      isValid: standardNumber("FR", "siret"),
    },
    {
      id: "vat",
      label: {
        fr: "N° de TVA intracommunautaire",
        en: "VAT number",
        ar: "رقم التعريف لضريبة القيمة المضافة",
        it: "Partita IVA",
        es: "N.º de IVA",
      },
      example: "FR44732829320",
      required: false,
      onTickets: false,
      isValid: (value) => /^FR/i.test(value) && isVatNumber(value),
    },
  ],
  tax: "vat",
  accountingFile: "fec",
  phoneExample: "06 12 34 56 78",
  cityLines: ["{postalCode} {city}"],
  accessibility: {
    law: "loi n° 2005-102 du 11 février 2005, article 47",
    standard: "RGAA 4.1",
    authority: {
      name: "Défenseur des droits",
      url: "https://formulaire.defenseurdesdroits.fr/",
      phone: "+33 9 69 39 00 00",
      post: "Défenseur des droits, Libre réponse 71120, 75342 Paris CEDEX 07, France",
    },
  },
};
