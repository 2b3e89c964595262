import { typedCodeLength, wrongTypedCodesPerHour } from "@guichet/contract/limits/sign-in-limits.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { loginIdOfAccount } from "../account-records/account-store.ts";
import { hoursMs } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import { hashed } from "../ids.ts";
import { type AttemptLimit, countAttempt, forgetAttempts } from "../rate-limits/attempt-store.ts";
import type { UserSession } from "../sessions/session-store.ts";
import { type EmailCode, findTypedCode } from "./code-store.ts";

/** How many wrong codes may be typed; the link in the same e-mail works regardless. */
const typedLimit: AttemptLimit = { limit: wrongTypedCodesPerHour, windowMs: hoursMs(1), blockMs: hoursMs(1) };

export const typedCodeSubject = (loginId: string): string => `typed-code:${loginId}`;

/** Splits a short code in two, for readability: `ABCD-EFGH`. */
export const splitCode = (code: string): string =>
  `${code.slice(0, typedCodeLength / 2)}-${code.slice(typedCodeLength / 2)}`;

/** The hash of a short code, bound to its login so that it opens no other; undefined: malformed. */
export function typedCodeHash(loginId: string, text: string): string | undefined {
  // Hyphens and spaces only help reading, and copying from an Arabic e-mail adds direction marks.
  const code = text.toUpperCase().replace(/[\s\p{Pd}\p{Cf}]/gu, "");
  return /^[0-9A-Z]+$/.test(code) && code.length === typedCodeLength ? hashed(`${loginId} ${code}`) : undefined;
}

/**
 * The code of an e-mail by its typed short form, in the session of the holder of the login; undefined when
 * there is none. The attempt is counted before the check, so concurrent attempts cannot exceed the limit.
 */
export async function findTyped(
  deps: Dependencies,
  { networkId, accountId, isHolder }: Pick<UserSession, "networkId" | "accountId" | "isHolder">,
  text: string,
): Promise<Result<EmailCode | undefined, "TOO_MANY_REQUESTS">> {
  const loginId = isHolder ? await loginIdOfAccount(deps.db, networkId, accountId) : undefined;
  const typedHash = loginId === undefined ? undefined : typedCodeHash(loginId, text);
  if (loginId === undefined || typedHash === undefined) return ok(undefined);
  const subject = typedCodeSubject(loginId);
  if (!(await countAttempt(deps.db, networkId, subject, deps.clock.now(), typedLimit))) return err("TOO_MANY_REQUESTS");
  const found = await findTypedCode(deps.db, loginId, typedHash);
  if (found !== undefined) await forgetAttempts(deps.db, networkId, subject);
  return ok(found);
}
