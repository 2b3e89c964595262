import { err, ok, type Result } from "@guichet/contract/result.ts";
import { friendlyFormatIBAN, isSEPACountry, isValidIBAN } from "ibantools";

/** Bank accounts that are debited (§3 "Bank account"). ISO 13616 with each country's own check; heavy: for servers. */

/**
 * Reads an IBAN however it was typed or pasted (small letters, spaces, hyphens, `IBAN` before it), as its capitals and
 * digits: IBAN_INVALID, or IBAN_COUNTRY_NOT_COLLECTED outside the countries where a debit in euro can be collected.
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

/** In groups of four, as it stands on a bank card or statement. */
export const groupedIban = (iban: string): string => friendlyFormatIBAN(iban) ?? iban;

/** What may be shown of a kept one: country and last four characters. */
export const maskedIban = (iban: string): string => `${iban.slice(0, 2)}•• •••• ${iban.slice(-4)}`;

/** Is this a SEPA creditor identifier (EPC262-08): country, check digits, business code, national id? */
export function isCreditorId(id: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{3}[A-Z\d]{1,28}$/.test(id)) return false;
  // The business code (characters 5 to 7) is left out; letters count from A = 10; ISO 7064 modulo 97-10.
  const turned = `${id.slice(7)}${id.slice(0, 4)}`;
  const digits = turned.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}
