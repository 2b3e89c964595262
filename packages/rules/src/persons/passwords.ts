import { passwordMaxLength, passwordMinLength } from "@guichet/contract/limits/sign-in-limits.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";

/** Requirements for a password, in the order of the form (§5). */
export const passwordDemands = ["length", "upper", "lower", "digit", "special"] as const;
export type PasswordDemand = (typeof passwordDemands)[number];
export type PasswordChecklist = Readonly<Record<PasswordDemand, boolean>>;

/** Normalises a password before hashing: composed letters, so that every keyboard gives the same result. */
export function composedPassword(text: string): string {
  return text.normalize("NFC");
}

/** Requirements that a password meets, for a live checklist (§5). Length in code points. */
export function passwordChecklist(text: string): PasswordChecklist {
  const password = composedPassword(text);
  const length = [...password].length;
  return {
    length: length >= passwordMinLength && length <= passwordMaxLength,
    upper: /\p{Lu}/u.test(password),
    lower: /\p{Ll}/u.test(password),
    digit: /\p{Nd}/u.test(password),
    special: /[^\p{L}\p{M}\p{Nd}]/u.test(password),
  };
}

/**
 * Parses a new password (§5) and returns it composed. `isCommon` checks for common passwords: `common-passwords.ts`,
 * passed in so that forms need not load it. `missing` lists the unmet requirements, or `common`.
 */
export function readPassword(
  text: string,
  isCommon: (password: string) => boolean,
): Result<string, "PASSWORD_DOES_NOT_MEET_REQUIREMENTS"> {
  const checklist = passwordChecklist(text);
  const missing = passwordDemands.filter((demand) => !checklist[demand]);
  if (missing.length > 0) return err("PASSWORD_DOES_NOT_MEET_REQUIREMENTS", { missing });
  const password = composedPassword(text);
  if (isCommon(password)) return err("PASSWORD_DOES_NOT_MEET_REQUIREMENTS", { missing: ["common"] });
  return ok(password);
}
