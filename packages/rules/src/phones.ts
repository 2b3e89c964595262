import { err, ok, type Result } from "@guichet/contract/result.ts";
import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/min";

const phoneMaxLength = 40;

/** Reads a phone number (§5) as E.164; a number without a country prefix is one of `country`. */
export function readPhone(text: string, country: CountryCode = "FR"): Result<string, "PHONE_INVALID"> {
  if (text.length > phoneMaxLength) return err("PHONE_INVALID");
  const phone = parsePhoneNumberFromString(text.trim(), { defaultCountry: country, extract: false });
  if (!phone?.isValid()) return err("PHONE_INVALID");
  return ok(phone.number);
}

/** A kept number as people of `country` read it: national at home, international elsewhere. */
export function formatPhone(e164: string, country: CountryCode = "FR"): string {
  const phone = parsePhoneNumberFromString(e164);
  if (phone === undefined) return e164;
  return phone.country === country ? phone.formatNational() : phone.formatInternational();
}
