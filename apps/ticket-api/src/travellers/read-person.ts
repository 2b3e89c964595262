import { addressPartMaxLength } from "@guichet/contract/accounts.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { readBirthDate } from "@guichet/rules/dates/birth-dates.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { readName, readNames } from "@guichet/rules/persons/names.ts";
import { readPhone } from "@guichet/rules/persons/phones.ts";
import type { Traveller } from "../account-records/traveller-store.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { readStatus } from "./read-status.ts";

export type Person = Pick<Traveller, "firstName" | "lastName" | "birthDate" | "phone" | "tariffStatus" | "address">;

/** A change of a person's data; an absent field stays, null removes it. */
export interface PersonInput {
  firstName?: string | undefined;
  lastName?: string | undefined;
  birthDate?: string | null | undefined;
  phone?: string | null | undefined;
  tariffStatus?: string | null | undefined;
  address?: Person["address"] | undefined;
}

export type PersonError =
  | "FIELD_REQUIRED"
  | "FIELD_INVALID"
  | "FEATURE_DISABLED"
  | "NAME_TOO_SHORT"
  | "NAME_WITHOUT_VOWEL"
  | "NAME_FORBIDDEN_CHARACTER"
  | "NAMES_EQUAL"
  | "BIRTH_DATE_INVALID"
  | "PHONE_INVALID";

/** Validates the given fields (§5). A tariff status must be one of the network's, and requires profiling. */
export function readPerson(
  request: PersonInput,
  before: Pick<Person, "firstName" | "lastName">,
  { definition, statuses }: Pick<LoadedNetwork, "definition" | "statuses">,
  now: string,
): Result<Partial<Person>, PersonError> {
  const person: Partial<Person> = {};
  if (request.firstName !== undefined || request.lastName !== undefined) {
    const names = readChangedNames(request.firstName, request.lastName, before);
    if (!names.ok) return names;
    Object.assign(person, names.value);
  }
  if (request.birthDate === null) person.birthDate = null;
  else if (request.birthDate !== undefined) {
    const birthDate = readBirthDate(request.birthDate, dayIn(now, definition.timeZone));
    if (!birthDate.ok) return birthDate;
    person.birthDate = birthDate.value;
  }
  if (request.phone === null || request.phone === "") person.phone = null;
  else if (request.phone !== undefined) {
    const phone = readPhone(request.phone, definition.country);
    if (!phone.ok) return phone;
    person.phone = phone.value;
  }
  if (request.tariffStatus !== undefined) {
    const status = readStatus({ definition, statuses }, request.tariffStatus);
    if (!status.ok) return status;
    Object.assign(person, status.value);
  }
  if (request.address !== undefined) {
    const address = readAddress(request.address);
    if (!address.ok) return address;
    person.address = address.value;
  }
  return ok(person);
}

/** Validates an address: street, postal code and town are required, the country is optional; all empty means none. */
function readAddress(input: Person["address"]): Result<Person["address"], "FIELD_REQUIRED" | "FIELD_INVALID"> {
  if (input === null) return ok(null);
  const address = {
    addressRoute: input.addressRoute.trim(),
    addressPostalCode: input.addressPostalCode.trim(),
    addressCity: input.addressCity.trim(),
    addressState: input.addressState.trim(),
  };
  const fields = Object.entries(address);
  if (fields.every(([, value]) => value === "")) return ok(null);
  const tooLong = fields.find(([, value]) => value.length > addressPartMaxLength);
  if (tooLong !== undefined) return err("FIELD_INVALID", { field: tooLong[0], maxLength: addressPartMaxLength });
  const missing = fields.find(([field, value]) => value === "" && field !== "addressState");
  return missing === undefined ? ok(address) : err("FIELD_REQUIRED", { field: missing[0] });
}

/** Validates changed names; a single changed name is compared with the other stored one, once there is one. */
function readChangedNames(
  first: string | undefined,
  last: string | undefined,
  before: Pick<Person, "firstName" | "lastName">,
) {
  const firstName = first ?? before.firstName;
  const lastName = last ?? before.lastName;
  if (first === undefined && firstName === "") {
    const read = readName(lastName, "lastName");
    return read.ok ? ok({ firstName, lastName: read.value }) : read;
  }
  if (last === undefined && lastName === "") {
    const read = readName(firstName, "firstName");
    return read.ok ? ok({ firstName: read.value, lastName }) : read;
  }
  return readNames({ firstName, lastName });
}
