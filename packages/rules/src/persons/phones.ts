import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { CountryCode } from "@guichet/contract/values.ts";
import { parsePhoneNumberFromString } from "libphonenumber-js/min";

const phoneMaxLength = 40;

/** Parses a phone number (§5) to E.164; a number without a country prefix belongs to `country`. */
export function readPhone(text: string, country: CountryCode): Result<string, "PHONE_INVALID"> {
  if (text.length > phoneMaxLength) return err("PHONE_INVALID");
  const phone = parsePhoneNumberFromString(text.trim(), { defaultCountry: country, extract: false });
  if (!phone?.isValid()) return err("PHONE_INVALID");
  return ok(phone.number);
}

/** Formats a stored number for readers in `country`: national at home, international elsewhere. */
export function formatPhone(e164: string, country: CountryCode): string {
  const phone = parsePhoneNumberFromString(e164);
  if (phone === undefined) return e164;
  return phone.country === country ? phone.formatNational() : phone.formatInternational();
}
