import { passwordMaxLength, passwordMinLength } from "@guichet/contract/limits/sign-in-limits.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";

/** What the rule asks of a password, in the order in which a form shows it (§5). */
export const passwordDemands = ["length", "upper", "lower", "digit", "special"] as const;
export type PasswordDemand = (typeof passwordDemands)[number];
export type PasswordChecklist = Readonly<Record<PasswordDemand, boolean>>;

/** The password as it is hashed: composed, so that every keyboard gives the same. */
export function composedPassword(text: string): string {
  return text.normalize("NFC");
}

/** Which demands of the rule a password meets so far, for a live checklist (§5). Length in code points. */
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
 * Reads a new password (§5), composed. `isCommon` says whether it is among the most common ones: `common-passwords.ts`,
 * passed in because a form need not load it. `missing` names the demands not met, or `common`.
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
