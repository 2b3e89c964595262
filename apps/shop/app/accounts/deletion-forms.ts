import type { Read, Typed } from "../forms/form-values.ts";
import type { FormCode } from "../identity/forms/form-codes.ts";
import { emailIn, type Faults } from "../identity/forms/person-fields.ts";

/** Error codes of the deletion forms; `UNDERSTOOD_REQUIRED`: the user did not confirm the consequences. */
export type DeletionCode = FormCode | "UNDERSTOOD_REQUIRED";

/** Reads the last step of a deletion: the confirmation, and the password if the account has one. */
export function readDeletion(
  typed: Typed,
  hasPassword: boolean,
): Read<{ confirmed: true; currentPassword?: string }, DeletionCode> {
  const faults: { field: string; code: DeletionCode }[] = [];
  const currentPassword = typed.currentPassword ?? "";
  if (hasPassword && currentPassword === "") {
    faults.push({ field: "currentPassword", code: "CURRENT_PASSWORD_REQUIRED" });
  }
  if (typed.understood === undefined) faults.push({ field: "understood", code: "UNDERSTOOD_REQUIRED" });
  if (faults.length > 0) return { ok: false, faults };
  return { ok: true, value: { confirmed: true, ...(hasPassword ? { currentPassword } : {}) } };
}

/** Reads the e-mail address whose account or orders a signed-out user wants to delete. */
export function readDeletionRequest(typed: Typed): Read<{ email: string }, FormCode> {
  const faults: Faults = [];
  const email = emailIn(typed, "email", faults);
  return faults.length > 0 ? { ok: false, faults } : { ok: true, value: { email } };
}
