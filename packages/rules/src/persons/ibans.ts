import { err, ok, type Result } from "@guichet/contract/result.ts";
import { friendlyFormatIBAN, isSEPACountry, isValidIBAN } from "ibantools";

/** Bank accounts for direct debits (§3 "Bank account"). Checks ISO 13616 with country-specific rules. Server only. */

/**
 * Parses a typed or pasted IBAN (lower case, spaces, hyphens, prefix `IBAN`) and returns its capitals and digits.
 * IBAN_INVALID, or IBAN_COUNTRY_NOT_COLLECTED outside the countries where debits in euro are possible.
 */
export function readIban(typed: string): Result<string, "IBAN_INVALID" | "IBAN_COUNTRY_NOT_COLLECTED"> {
  const letters = typed
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^A-Z\d]/g, "");
  const iban = letters.replace(/^IBAN/, "");
  if (!isValidIBAN(iban)) return err("IBAN_INVALID");
  const country = iban.slice(0, 2);
  return isSEPACountry(country) ? ok(iban) : err("IBAN_COUNTRY_NOT_COLLECTED", { country });
}

/** Formats an IBAN in groups of four, as on a bank card or statement. */
export const groupedIban = (iban: string): string => friendlyFormatIBAN(iban) ?? iban;

/** Masks a stored IBAN for display: country and last four characters. */
export const maskedIban = (iban: string): string => `${iban.slice(0, 2)}•• •••• ${iban.slice(-4)}`;

/** Whether a text is a SEPA creditor identifier (EPC262-08): country, check digits, business code, national id. */
export function isCreditorId(id: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{3}[A-Z\d]{1,28}$/.test(id)) return false;
  // ISO 7064 modulo 97-10 without the business code (characters 5 to 7); letters count from A = 10.
  const turned = `${id.slice(7)}${id.slice(0, 4)}`;
  const digits = turned.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}
