import { nameMaxLength, nameMinLength } from "@guichet/contract/limits/account-limits.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
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

/** Normalises a name for storage: composed letters, single spaces, trimmed. */
export function normaliseName(text: string): string {
  return text.normalize("NFC").trim().replace(/\s+/gu, " ");
}

/**
 * Parses one name (§5): letters of any script, spaces, hyphens and apostrophes, at least two letters, and a vowel in Latin script
 * (accented letters and y count). An error names the field.
 */
export function readName(text: string, field: NameField): Result<string, NameRefusal> {
  const name = normaliseName(text);
  if (name === "") return err("FIELD_REQUIRED", { field });
  if (!allowed.test(name)) return err("NAME_FORBIDDEN_CHARACTER", { field });
  if ((name.match(letters)?.length ?? 0) < nameMinLength)
    return err("NAME_TOO_SHORT", { field, minLength: nameMinLength });
  if ([...name].length > nameMaxLength) return err("FIELD_INVALID", { field, maxLength: nameMaxLength });
  if (latinOnly.test(name) && !vowel.test(fold(name))) return err("NAME_WITHOUT_VOWEL", { field });
  return ok(name);
}

/** Parses first and last name (§5): each must be valid, and they must differ by more than case and accents. */
export function readNames(names: Names): Result<Names, NamesRefusal> {
  const first = readName(names.firstName, "firstName");
  if (!first.ok) return first;
  const last = readName(names.lastName, "lastName");
  if (!last.ok) return last;
  if (fold(first.value) === fold(last.value)) return err("NAMES_EQUAL", { field: "lastName" });
  return ok({ firstName: first.value, lastName: last.value });
}
