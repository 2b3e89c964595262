import { ok, type Result } from "@guichet/contract/result.ts";
import { readEmail } from "@guichet/rules/persons/emails.ts";
import type { Read, Typed } from "../forms/form-values.ts";
import type { FormCode } from "../identity/forms/form-codes.ts";
import { birthDateIn, type Faults, namesIn, textIn } from "../identity/forms/person-fields.ts";

export interface Address {
  addressRoute: string;
  addressPostalCode: string;
  addressCity: string;
  addressState: string;
}

export interface Personal {
  firstName: string;
  lastName: string;
  birthDate: string | null;
  phone: string | null;
  contactEmail: string | null;
  address: Address | null;
}

/** Reads a phone number. `phones.ts` is large, so a browser passes the reader in once it is loaded. */
export type PhoneReader = (text: string) => Result<string, "PHONE_INVALID">;
export const anyPhone: PhoneReader = (text) => ok(text);

/** Fields synchronised from an identity provider (§6): shown, but neither editable nor read. */
export type Synchronised = readonly ("firstName" | "lastName" | "birthDate")[];

/** Reads the personal data of an account (§5). An address is complete or absent. `today` in the network's zone. */
export function readPersonal(
  typed: Typed,
  today: string,
  readPhone: PhoneReader,
  synchronised: Synchronised = [],
): Read<Personal, FormCode> {
  const faults: Faults = [];
  const names = synchronised.includes("lastName") ? { firstName: "", lastName: "" } : namesIn(typed, faults);
  const birthDate = synchronised.includes("birthDate") ? null : birthDateIn(typed, "birthDate", today, faults);
  const phone = phoneIn(typed, readPhone, faults);
  const contactEmail = contactEmailIn(typed, faults);
  const address = addressIn(typed, faults);
  if (faults.length > 0) return { ok: false, faults };
  return { ok: true, value: { ...names, birthDate, phone, contactEmail, address } };
}

/** Reads phone and address only: a traveller with their own sign-in may change these. */
export function readContact(typed: Typed, readPhone: PhoneReader): Read<Pick<Personal, "phone" | "address">, FormCode> {
  const faults: Faults = [];
  const phone = phoneIn(typed, readPhone, faults);
  const address = addressIn(typed, faults);
  return faults.length > 0 ? { ok: false, faults } : { ok: true, value: { phone, address } };
}

function phoneIn(typed: Typed, readPhone: PhoneReader, faults: Faults): string | null {
  const text = textIn(typed, "phone");
  if (text === "") return null;
  const read = readPhone(text);
  if (read.ok) return read.value;
  faults.push({ field: "phone", code: read.code });
  return null;
}

function contactEmailIn(typed: Typed, faults: Faults): string | null {
  const text = textIn(typed, "contactEmail");
  if (text === "") return null;
  const read = readEmail(text);
  if (read.ok) return read.value;
  faults.push({ field: "contactEmail", code: read.code });
  return null;
}

function addressIn(typed: Typed, faults: Faults): Address | null {
  const address: Address = {
    addressRoute: textIn(typed, "addressRoute"),
    addressPostalCode: textIn(typed, "addressPostalCode"),
    addressCity: textIn(typed, "addressCity"),
    addressState: textIn(typed, "addressState"),
  };
  if (Object.values(address).every((part) => part === "")) return null;
  if (address.addressRoute === "") faults.push({ field: "addressRoute", code: "STREET_REQUIRED" });
  if (address.addressPostalCode === "") faults.push({ field: "addressPostalCode", code: "POSTAL_CODE_REQUIRED" });
  if (address.addressCity === "") faults.push({ field: "addressCity", code: "CITY_REQUIRED" });
  return address;
}
