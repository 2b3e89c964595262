import { err, ok, type Result } from "@guichet/contract/result.ts";

const emailMaxLength = 254;
const localPart = /^[a-z0-9_'+-][a-z0-9_'+.-]*$/;
const domainPart = /^([a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/;

/** Normalises an e-mail address for storage and comparison: trimmed, in lower case. */
export function normaliseEmail(text: string): string {
  return text.trim().toLowerCase();
}

/** Parses an e-mail address (§5) by the same rules as the contract, without a schema library in the browser. */
export function readEmail(text: string): Result<string, "EMAIL_INVALID"> {
  const email = normaliseEmail(text);
  const at = email.indexOf("@");
  if (at < 1 || email.length > emailMaxLength) return err("EMAIL_INVALID");
  const local = email.slice(0, at);
  if (!localPart.test(local) || /[.']$/.test(local) || email.includes("..")) return err("EMAIL_INVALID");
  if (!domainPart.test(email.slice(at + 1))) return err("EMAIL_INVALID");
  return ok(email);
}

/** Parses an address that replaces `current` (§5: it must differ). */
export function readNewEmail(text: string, current: string): Result<string, "EMAIL_INVALID" | "EMAIL_UNCHANGED"> {
  const email = readEmail(text);
  if (email.ok && email.value === normaliseEmail(current)) return err("EMAIL_UNCHANGED");
  return email;
}

/** Whether the confirmation is the same address (§5). */
export function isSameEmail(email: string, confirmation: string): boolean {
  return normaliseEmail(email) === normaliseEmail(confirmation);
}
