import { readBirthDate } from "@guichet/rules/dates/birth-dates.ts";
import { readEmail } from "@guichet/rules/persons/emails.ts";
import { type NameField, readName, readNames } from "@guichet/rules/persons/names.ts";
import type { Fault, Typed } from "../../forms/form-values.ts";
import type { FormCode } from "./form-codes.ts";

/** Parsers of single fields (§5), shared by browser and server. Each adds its errors to `faults`. */
export type Faults = Fault<FormCode>[];

export const textIn = (typed: Typed, name: string): string => (typed[name] ?? "").trim();

/** Reads first and last name and checks that they differ. */
export function namesIn(typed: Typed, faults: Faults): { firstName: string; lastName: string } {
  const names = { firstName: textIn(typed, "firstName"), lastName: textIn(typed, "lastName") };
  const found: Faults = [];
  for (const field of ["firstName", "lastName"] as const) {
    const read = readName(names[field], field);
    if (!read.ok) found.push({ field, code: nameCode(read.code, field) });
  }
  if (found.length > 0) {
    faults.push(...found);
    return names;
  }
  const both = readNames(names);
  if (both.ok) return both.value;
  faults.push({ field: "lastName", code: nameCode(both.code, "lastName") });
  return names;
}

function nameCode(code: FormCode, field: NameField): FormCode {
  if (code === "FIELD_REQUIRED") return field === "firstName" ? "FIRST_NAME_REQUIRED" : "LAST_NAME_REQUIRED";
  return code === "FIELD_INVALID" ? "NAME_TOO_LONG" : code;
}

export function emailIn(typed: Typed, field: string, faults: Faults): string {
  const text = textIn(typed, field);
  if (text === "") {
    faults.push({ field, code: "EMAIL_REQUIRED" });
    return text;
  }
  const read = readEmail(text);
  if (read.ok) return read.value;
  faults.push({ field, code: read.code });
  return text;
}

/** Reads a birth date from its three fields; null if empty. `today` is in the network's zone. */
export function birthDateIn(typed: Typed, field: string, today: string, faults: Faults): string | null {
  const [day, month, year] = ["day", "month", "year"].map((part) => latinDigits(textIn(typed, `${field}-${part}`)));
  if (!day && !month && !year) return null;
  const read = readBirthDate(`${year}-${month?.padStart(2, "0")}-${day?.padStart(2, "0")}`, today);
  if (read.ok) return read.value;
  faults.push({ field, code: "BIRTH_DATE_INVALID" });
  return null;
}

/** Converts Arabic digits, which an Arabic keyboard produces. */
const latinDigits = (text: string): string =>
  text.replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));

/** Splits a birth date into the values of its three fields. */
export function birthDateParts(day: string | null): {
  "birthDate-day": string;
  "birthDate-month": string;
  "birthDate-year": string;
} {
  const [year = "", month = "", date = ""] = day?.split("-") ?? [];
  return { "birthDate-day": date, "birthDate-month": month, "birthDate-year": year };
}
