import type { Read, Typed } from "../forms/form-values.ts";
import type { FormCode } from "../identity/forms/form-codes.ts";
import { readPasswordChange } from "../identity/forms/sign-in-forms.ts";

/** Reads a traveller's password, entered twice, and the holder's, which must differ (§5, §6). */
export function readOwnSignIn(
  typed: Typed,
  isCommon?: (password: string) => boolean,
): Read<{ currentPassword: string; password: string }, FormCode> {
  const read = readPasswordChange(typed, isCommon);
  if (read.ok) return read;
  const faults = read.faults.map((fault) =>
    fault.code === "PASSWORD_UNCHANGED" ? { ...fault, code: "PASSWORD_OF_HOLDER" as const } : fault,
  );
  return { ok: false, faults };
}

/** Reads the holder's password, required to remove a traveller's. */
export function readRemoval(typed: Typed): Read<{ currentPassword: string }, FormCode> {
  const currentPassword = typed.removePassword ?? "";
  return currentPassword === ""
    ? { ok: false, faults: [{ field: "removePassword", code: "CURRENT_PASSWORD_REQUIRED" }] }
    : { ok: true, value: { currentPassword } };
}
