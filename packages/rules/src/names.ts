import { nameMaxLength, nameMinLength } from "@guichet/contract/limits.ts";
import { done, type Outcome, refuse } from "@guichet/contract/outcome.ts";
import { fold } from "./folding.ts";

export type NameRefusal =
  | "FIELD_REQUIRED"
  | "FIELD_INVALID"
  | "NAME_TOO_SHORT"
  | "NAME_WITHOUT_VOWEL"
  | "NAME_FORBIDDEN_CHARACTER";
export type NamesRefusal = NameRefusal | "NAMES_EQUAL";
export type NameField = "firstName" | "lastName";
export interface Names {
  firstName: string;
  lastName: string;
}

const allowed = /^[\p{L}\p{M} '’ʼ\-‐‑]+$/u;
const letters = /\p{L}/gu;
const latinOnly = /^[\p{Script=Latin}\p{M} '’ʼ\-‐‑]+$/u;
const vowel = /[aeiouyəɛɔ]/u;

/** The name as it is kept: composed letters, single spaces, none at the ends. */
export function tidyName(text: string): string {
  return text.normalize("NFC").trim().replace(/\s+/gu, " ");
}

/**
 * Reads one name (§5): letters of any script, spaces, hyphens and apostrophes, at least two letters, and a vowel
 * where it is written in Latin script (accented letters and y count). Refuses with the name of the field.
 */
export function readName(text: string, field: NameField): Outcome<string, NameRefusal> {
  const name = tidyName(text);
  if (name === "") return refuse("FIELD_REQUIRED", { field });
  if (!allowed.test(name)) return refuse("NAME_FORBIDDEN_CHARACTER", { field });
  if ((name.match(letters)?.length ?? 0) < nameMinLength)
    return refuse("NAME_TOO_SHORT", { field, minLength: nameMinLength });
  if ([...name].length > nameMaxLength) return refuse("FIELD_INVALID", { field, maxLength: nameMaxLength });
  if (latinOnly.test(name) && !vowel.test(fold(name))) return refuse("NAME_WITHOUT_VOWEL", { field });
  return done(name);
}

/** Reads first and last name together (§5): each holds, and they differ otherwise than by case and accents. */
export function readNames(names: Names): Outcome<Names, NamesRefusal> {
  const first = readName(names.firstName, "firstName");
  if (!first.ok) return first;
  const last = readName(names.lastName, "lastName");
  if (!last.ok) return last;
  if (fold(first.value) === fold(last.value)) return refuse("NAMES_EQUAL", { field: "lastName" });
  return done({ firstName: first.value, lastName: last.value });
}
