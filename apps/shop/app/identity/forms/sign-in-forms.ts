import type { User } from "@guichet/contract/accounts.ts";
import { isSameEmail, readNewEmail } from "@guichet/rules/persons/emails.ts";
import { composedPassword, readPassword } from "@guichet/rules/persons/passwords.ts";
import type { Read, Typed } from "../../forms/form-values.ts";
import type { FormCode } from "./form-codes.ts";
import { birthDateIn, emailIn, type Faults, namesIn } from "./person-fields.ts";

/** Parse result of the sign-in forms; browser and server apply the same rules (§5). */
type FormRead<T> = Read<T, FormCode>;
type IsCommon = (password: string) => boolean;

const ended = <T>(faults: Faults, value: T): FormRead<T> =>
  faults.length > 0 ? { ok: false, faults } : { ok: true, value };
/** The list of common passwords is not loaded in the browser; the server checks it. */
const unknown: IsCommon = () => false;

export function readLogin(typed: Typed): FormRead<{ email: string; password: string }> {
  const faults: Faults = [];
  const email = emailIn(typed, "email", faults);
  const password = typed.password ?? "";
  if (password === "") faults.push({ field: "password", code: "PASSWORD_REQUIRED" });
  return ended(faults, { email, password });
}

export interface Registration {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  /** null if not entered. */
  birthDate: string | null;
}

/** Parses the registration form. `today` is in the network's zone. */
export function readRegistration(typed: Typed, today: string, isCommon: IsCommon = unknown): FormRead<Registration> {
  const faults: Faults = [];
  const names = namesIn(typed, faults);
  const birthDate = birthDateIn(typed, "birthDate", today, faults);
  const email = emailIn(typed, "email", faults);
  const password = newPasswordIn(typed, "password", isCommon, faults);
  return ended(faults, { ...names, birthDate, email, password });
}

/** Parses the password with which a guest creates an account. */
export function readGuestPassword(typed: Typed, isCommon: IsCommon = unknown): FormRead<{ password: string }> {
  const faults: Faults = [];
  const password = newPasswordIn(typed, "password", isCommon, faults);
  return ended(faults, { password });
}

/** Fields that complete an account; fields set by an identity provider are not requested. */
export interface Completion {
  firstName?: string;
  lastName?: string;
  birthDate?: string;
  email?: string;
}
export interface CompletionAsks {
  synchronised: User["synchronisedFields"];
  /** The account has no e-mail address because its provider supplied none. */
  email: boolean;
}

/** Parses the names, birth date and e-mail address that an account lacks (§4). */
export function readCompletion(typed: Typed, today: string, asks: CompletionAsks): FormRead<Completion> {
  const faults: Faults = [];
  const names = asks.synchronised.includes("lastName") ? {} : namesIn(typed, faults);
  const birthDate = asks.synchronised.includes("birthDate") ? null : birthDateIn(typed, "birthDate", today, faults);
  const email = asks.email ? { email: emailIn(typed, "email", faults) } : {};
  return ended(faults, { ...names, ...(birthDate === null ? {} : { birthDate }), ...email });
}

export function readResetRequest(typed: Typed): FormRead<{ email: string }> {
  const faults: Faults = [];
  return ended(faults, { email: emailIn(typed, "email", faults) });
}

/** Parses a new password and its confirmation. */
export function readNewPassword(typed: Typed, isCommon: IsCommon = unknown): FormRead<{ password: string }> {
  const faults: Faults = [];
  const password = newPasswordIn(typed, "newPassword", isCommon, faults);
  againIn(typed, faults);
  return ended(faults, { password });
}

/** Parses an e-mail address, a new password and its confirmation, for an additional sign-in method. */
export function readNewSignIn(
  typed: Typed,
  isCommon: IsCommon = unknown,
): FormRead<{ email: string; password: string }> {
  const faults: Faults = [];
  const email = emailIn(typed, "email", faults);
  const password = newPasswordIn(typed, "newPassword", isCommon, faults);
  againIn(typed, faults);
  return ended(faults, { email, password });
}

/** Parses the current password, used to reauthenticate the user. */
export function readReauthentication(typed: Typed): FormRead<{ currentPassword: string }> {
  const faults: Faults = [];
  return ended(faults, { currentPassword: currentPasswordIn(typed, "currentPassword", faults) });
}

/** Parses a password change; the new password must differ from the current one. */
export function readPasswordChange(
  typed: Typed,
  isCommon: IsCommon = unknown,
): FormRead<{ currentPassword: string; password: string }> {
  const faults: Faults = [];
  const currentPassword = currentPasswordIn(typed, "currentPassword", faults);
  const password = newPasswordIn(typed, "newPassword", isCommon, faults);
  if (password !== "" && password === composedPassword(currentPassword)) {
    faults.push({ field: "newPassword", code: "PASSWORD_UNCHANGED" });
  }
  againIn(typed, faults);
  return ended(faults, { currentPassword, password });
}

/** Parses a new e-mail address, its confirmation and the current password. */
export function readEmailChange(typed: Typed, current: string): FormRead<{ email: string; currentPassword: string }> {
  const faults: Faults = [];
  const email = emailIn(typed, "email", faults);
  if (faults.length === 0) {
    const read = readNewEmail(email, current);
    if (!read.ok) faults.push({ field: "email", code: read.code });
    else if (!isSameEmail(email, typed.emailAgain ?? "")) {
      faults.push({ field: "emailAgain", code: "EMAIL_AGAIN_DIFFERS" });
    }
  }
  const currentPassword = currentPasswordIn(typed, "emailPassword", faults);
  return ended(faults, { email, currentPassword });
}

export interface Guest {
  firstName: string;
  lastName: string;
  email: string;
  /** null if not asked. */
  birthDate: string | null;
}

/**
 * Parses the guest form: names and the address for the tickets (§6), and a birth date if the form asks for it because an
 * article in the cart has an age limit. `today` is in the network's zone.
 */
export function readGuest(typed: Typed, today: string): FormRead<Guest> {
  const faults: Faults = [];
  const names = namesIn(typed, faults);
  const asked = typed["birthDate-day"] !== undefined;
  const before = faults.length;
  const birthDate = asked ? birthDateIn(typed, "birthDate", today, faults) : null;
  if (asked && birthDate === null && faults.length === before) {
    faults.push({ field: "birthDate", code: "BIRTH_DATE_REQUIRED" });
  }
  return ended(faults, { ...names, email: emailIn(typed, "email", faults), birthDate });
}

export function readInvoiceEmail(typed: Typed): FormRead<{ email: string }> {
  const faults: Faults = [];
  return ended(faults, { email: emailIn(typed, "email", faults) });
}

function newPasswordIn(typed: Typed, field: string, isCommon: IsCommon, faults: Faults): string {
  const text = typed[field] ?? "";
  if (text === "") {
    faults.push({ field, code: "NEW_PASSWORD_REQUIRED" });
    return "";
  }
  const read = readPassword(text, isCommon);
  if (read.ok) return read.value;
  const missing = read.details?.missing;
  const isListed = Array.isArray(missing) && missing.includes("common");
  faults.push({ field, code: isListed ? "PASSWORD_COMMON" : read.code });
  return "";
}

function currentPasswordIn(typed: Typed, field: string, faults: Faults): string {
  const text = typed[field] ?? "";
  if (text === "") faults.push({ field, code: "CURRENT_PASSWORD_REQUIRED" });
  return text;
}

function againIn(typed: Typed, faults: Faults): void {
  const isSame = composedPassword(typed.newPassword ?? "") === composedPassword(typed.newPasswordAgain ?? "");
  if (!isSame) faults.push({ field: "newPasswordAgain", code: "PASSWORD_AGAIN_DIFFERS" });
}
