import type { Read, Typed } from "../forms/form-values.ts";
import type { FormCode } from "../identity/forms/form-codes.ts";
import { emailIn, type Faults } from "../identity/forms/person-fields.ts";

/** Beside the codes of every form: that one understood what is lost. */
export type DeletionCode = FormCode | "UNDERSTOOD_REQUIRED";

/** The last step of a deletion: that it is understood, and the password where the account has one. */
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

/** The address whose account or orders are to go, of somebody who is not signed in. */
export function readDeletionAsk(typed: Typed): Read<{ email: string }, FormCode> {
  const faults: Faults = [];
  const email = emailIn(typed, "email", faults);
  return faults.length > 0 ? { ok: false, faults } : { ok: true, value: { email } };
}
