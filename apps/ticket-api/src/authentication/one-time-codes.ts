import { typedCodeLength, wrongTypedCodesPerHour } from "@guichet/contract/limits/sign-in-limits.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { loginIdOfAccount } from "../account-records/account-store.ts";
import { hoursMs } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import { hashed } from "../ids.ts";
import { countAttempt, forgetAttempts, type TryLimit } from "../rate-limits/attempt-store.ts";
import type { UserSession } from "../sessions/session-store.ts";
import { type EmailCode, findTypedCode } from "./code-store.ts";

/** How often a typed code may be wrong; the link of the same e-mail opens all the same. */
const typedLimit: TryLimit = { limit: wrongTypedCodesPerHour, windowMs: hoursMs(1), blockMs: hoursMs(1) };

export const typedCodeSubject = (loginId: string): string => `typed-code:${loginId}`;

/** Splits a short code in two, as people read it: `ABCD-EFGH`. */
export const inHalves = (code: string): string =>
  `${code.slice(0, typedCodeLength / 2)}-${code.slice(typedCodeLength / 2)}`;

/** How a short code is kept: with its sign-in, so that it opens no other; undefined: it does not look like one. */
export function typedCodeHash(loginId: string, text: string): string | undefined {
  // Hyphens and spaces are there to be read, and copying out of an Arabic e-mail brings marks of direction along.
  const code = text.toUpperCase().replace(/[\s\p{Pd}\p{Cf}]/gu, "");
  return /^[0-9A-Z]+$/.test(code) && code.length === typedCodeLength ? hashed(`${loginId} ${code}`) : undefined;
}

/**
 * The code of an e-mail by its short form, typed in the session of the holder whose sign-in it is for; undefined when
 * there is none. A try is counted before anybody looks: however many come at once, no more than the limit do.
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
