import { err, ok, type Result } from "@guichet/contract/result.ts";
import { readBirthDate } from "@guichet/rules/dates/birth-dates.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { type Names, type NamesRefusal, readNames } from "@guichet/rules/persons/names.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";

/** Reads a guest's names (§5): both, or none for a guest who is known by the e-mail alone (decision 129). */
export function readGuestNames({
  firstName,
  lastName,
}: {
  firstName?: string | undefined;
  lastName?: string | undefined;
}): Result<Names, NamesRefusal> {
  if (firstName === undefined && lastName === undefined) return ok({ firstName: "", lastName: "" });
  return readNames({ firstName: firstName ?? "", lastName: lastName ?? "" });
}

/** Reads a guest's birth date, which some articles require (§5); null: not given. */
export function readGuestBirthDate(
  value: string | null,
  { definition: { specific, timeZone } }: LoadedNetwork,
  now: string,
): Result<string | null, "FIELD_INVALID" | "BIRTH_DATE_INVALID"> {
  if (value === null) return ok(null);
  if (specific.hideBirthDate) return err("FIELD_INVALID", { field: "guest.birthDate" });
  return readBirthDate(value, dayIn(now, timeZone));
}
