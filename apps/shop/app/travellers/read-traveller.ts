import type { Fault, Read, Typed } from "../forms/form-values.ts";
import type { FormCode } from "../identity/forms/form-codes.ts";
import { type Personal, type PhoneReader, readPersonal } from "./read-personal-data.ts";

export type TravellerTyped = Omit<Personal, "contactEmail">;

/**
 * Reads a traveller's names, birth date, phone and address (§5). Fares depend on the birth date: it is required unless
 * the network hides it.
 */
export function readTraveller(
  typed: Typed,
  { today, hideBirthDate, readPhone }: { today: string; hideBirthDate: boolean; readPhone: PhoneReader },
): Read<TravellerTyped, FormCode> {
  const read = readPersonal({ ...typed, contactEmail: "" }, today, readPhone);
  const faults: Fault<FormCode>[] = read.ok ? [] : [...read.faults];
  const isEmpty = ["day", "month", "year"].every((part) => (typed[`birthDate-${part}`] ?? "").trim() === "");
  if (!hideBirthDate && isEmpty) {
    const names = faults.filter(({ field }) => field === "firstName" || field === "lastName").length;
    faults.splice(names, 0, { field: "birthDate", code: "BIRTH_DATE_REQUIRED" });
  }
  if (faults.length > 0 || !read.ok) return { ok: false, faults };
  const { contactEmail: _, ...traveller } = read.value;
  return { ok: true, value: traveller };
}
