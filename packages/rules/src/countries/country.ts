import type { Language } from "@guichet/contract/languages.ts";
import type { CountryCode } from "@guichet/contract/values.ts";
import type { CityLines } from "./postal-address.ts";

/** A text that is the same in every language, such as an official name, or one by language. */
export type CountryText = string | Readonly<Record<Language, string>>;

/** An identifier that the law or the tax authority gives to a seller. */
export interface SellerIdentifier {
  /** Its key in `seller.identifiers` of a network pack. */
  id: string;
  /** As printed before the number. */
  label: CountryText;
  example: string;
  /** Whether a seller must state it. */
  required: boolean;
  /** Whether tickets state it too; invoices, credit notes and statements state all of them. */
  onTickets: boolean;
  isValid(value: string): boolean;
}

/** The authority to which customers can turn about accessibility. Numbers and addresses are as official pages write them. */
export interface AccessibilityAuthority {
  name: string;
  url: string;
  phone?: string;
  post?: string;
}

/** What is known about a country. Nothing about a country is anywhere else; the next one is one more record in `countries.ts`. */
export interface Country {
  code: CountryCode;
  /** In the order in which documents state them. */
  identifiers: readonly SellerIdentifier[];
  tax: "vat" | "sales-tax";
  /** The file of the accounting journal that the tax authority takes; null: no format of its own. */
  accountingFile: "fec" | null;
  /** A mobile number in national form, for hints. */
  phoneExample: string;
  /** Where postal code and town are in an address. */
  cityLines: CityLines;
  accessibility: {
    /** Official name of the law that obliges the shop, in its own language. */
    law: string;
    /** The technical standard by which a shop is assessed. */
    standard: string;
    authority: AccessibilityAuthority;
  };
}

/** The text of a record in a language. */
export const countryText = (text: CountryText, language: Language): string =>
  typeof text === "string" ? text : text[language];
