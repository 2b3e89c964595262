import type { ItemField } from "@guichet/contract/catalogue.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { isDay } from "./dates/days.ts";
import { readEmail } from "./persons/emails.ts";

export type FieldRefusal = "ITEM_FIELD_REQUIRED" | "ITEM_FIELD_INVALID";

/** Checks whether a text is a phone number: `phones.ts` where its size does not matter, else the plausibility check below. */
export type PhoneCheck = (text: string) => boolean;

const plausiblePhone: PhoneCheck = (text) =>
  /^\+?[\d\s().-]{6,25}$/u.test(text) && text.replace(/\D/gu, "").length >= 6;
const checked = "true";

/**
 * Parses the value of an article's field (§5 required, min length, max length, email, phone). Returns it trimmed, or empty if it is
 * optional and absent. A checkbox is `true` or empty. An error names the field's id and the fault.
 */
export function readField(
  field: ItemField,
  value: string | undefined,
  isPhone: PhoneCheck = plausiblePhone,
): Result<string, FieldRefusal> {
  const text = (value ?? "").trim();
  if (text === "" || (field.type === "checkbox" && text === "false")) {
    return field.required ? err("ITEM_FIELD_REQUIRED", { field: field.id }) : ok("");
  }
  const length = [...text].length;
  if (field.minLength !== null && length < field.minLength) return invalid(field, { minLength: field.minLength });
  if (field.maxLength !== null && length > field.maxLength) return invalid(field, { maxLength: field.maxLength });
  return isOfType(field, text, isPhone) ? ok(text) : invalid(field, { type: field.type });
}

/** Parses a field that is typed twice (§5 "filled and confirmed"); `again` is ignored where no confirmation is required. */
export function readConfirmedField(
  field: ItemField,
  value: string | undefined,
  again: string | undefined,
  isPhone: PhoneCheck = plausiblePhone,
): Result<string, FieldRefusal> {
  const read = readField(field, value, isPhone);
  if (!read.ok || !field.confirm || read.value === (again ?? "").trim()) return read;
  return invalid(field, { confirmation: true });
}

/** Errors in the values of an article's fields, in field order; an unknown field is an error too. */
export function fieldErrors(
  fields: readonly ItemField[],
  values: Readonly<Record<string, string>>,
  isPhone: PhoneCheck = plausiblePhone,
): { code: FieldRefusal; details: { field: string } }[] {
  const wrong = fields.flatMap((field) => {
    const outcome = readField(field, Object.hasOwn(values, field.id) ? values[field.id] : undefined, isPhone);
    return outcome.ok ? [] : [{ code: outcome.code, details: { ...outcome.details, field: field.id } }];
  });
  const unknown = Object.keys(values).filter((id) => !fields.some((field) => field.id === id));
  return [
    ...wrong,
    ...unknown.map((field) => ({ code: "ITEM_FIELD_INVALID" as const, details: { field, unknown: true } })),
  ];
}

function isOfType(field: ItemField, text: string, isPhone: PhoneCheck): boolean {
  switch (field.type) {
    case "text":
      return true;
    case "number":
      return /^-?\d+([.,]\d+)?$/u.test(text);
    case "date":
      return isDay(text);
    case "email":
      return readEmail(text).ok;
    case "phone":
      return isPhone(text);
    case "select":
      return field.choices.some(({ value }) => value === text);
    case "checkbox":
      return text === checked;
  }
}

function invalid(field: ItemField, details: Record<string, string | number | boolean>) {
  return err("ITEM_FIELD_INVALID", { field: field.id, ...details });
}
