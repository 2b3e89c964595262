import {
  failedSignInsFree,
  failedSignInsPerAccount,
  failedSignInsPerAddress,
  failedSignInWindowMinutes,
} from "@guichet/contract/limits/sign-in-limits.ts";
import { normaliseEmail } from "@guichet/rules/persons/emails.ts";
import { later, minutesMs } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import { hashed } from "../ids.ts";
import { type AttemptLimit, countAttempt, forgetAttempts, markUntil } from "../rate-limits/attempt-store.ts";
import {
  type AttemptLimits,
  type AttemptResult,
  digest,
  pairSubject,
  takeAttempt,
  takeKnownAttempt,
} from "../rate-limits/attempts.ts";
import type { UserSession } from "../sessions/session-store.ts";
import { isKnownDevice, type Login, loginByEmail } from "./login-store.ts";
import { hashLike, isSameHash, verifyPassword } from "./passwords.ts";
import { type TravellerLogin, travellerLogins } from "./traveller-login-store.ts";

const windowMs = minutesMs(failedSignInWindowMinutes);
const pairLimit: AttemptLimit = { limit: failedSignInsPerAccount, windowMs, blockMs: windowMs };
/** Limits of password sign-in, for customers and staff alike (decisions: failed sign-ins). */
export const signInLimits: AttemptLimits = {
  pair: pairLimit,
  address: { limit: failedSignInsPerAddress, windowMs, blockMs: windowMs },
  freeAttempts: failedSignInsFree,
  windowMs,
};

export interface SignInAttempt {
  networkId: string;
  email: string;
  password: string;
  /** The customer's own address. */
  address: string;
  /** The token of a browser that signed in before. */
  knownDevice: string | undefined;
}

/** Who signed in: the holder, or travellers with their own sign-in. */
export interface SignIn {
  login: Login;
  /** null: the holder. */
  travellers: readonly TravellerLogin[] | null;
}
export type SignInResult =
  | SignIn
  | { failed: "EMAIL_UNKNOWN" | "PASSWORD_WRONG" }
  | { failed: "TOO_MANY"; waitSeconds: number };

/** The subject under which attempts at an e-mail address are counted; it does not reveal the address. */
export const accountSubject = (email: string): string => `account:${digest(email)}`;
export const confirmSubject = (loginId: string): string => `confirm:${loginId}`;

/**
 * Checks e-mail and password (decisions: failed sign-ins). An attempt is counted before the password is checked, and no longer
 * counts when it was right: of concurrent attempts no more than the limits are ever checked. Unknown e-mails are counted and take the
 * same work. One hash is compared with the holder's and all travellers' (decision record 042): the password decides who signs in.
 */
export async function checkSignIn(deps: Dependencies, attempt: SignInAttempt): Promise<SignInResult> {
  const { networkId, password } = attempt;
  const email = normaliseEmail(attempt.email);
  const admitted = await admit(deps, attempt, email);
  if ("waitSeconds" in admitted) return { failed: "TOO_MANY", waitSeconds: admitted.waitSeconds };
  const login = await loginByEmail(deps.db, networkId, email);
  const travellers = await travellerLogins(deps.db, networkId, login?.id ?? "");
  const passwordHash = await hashLike(login?.passwordHash, password).catch(async (error) => {
    // Nothing was checked.
    await admitted.discard();
    throw error;
  });
  if (login === undefined) return { failed: "EMAIL_UNKNOWN" };
  const isHolder = isSameHash(login.passwordHash, passwordHash);
  const matching = travellers.filter(
    (traveller) => isSameHash(traveller.passwordHash, passwordHash) && traveller.active,
  );
  if (!isHolder && matching.length === 0) return { failed: "PASSWORD_WRONG" };
  // A traveller's correct password gives no further attempts at the holder's.
  await (isHolder ? admitted.succeed() : admitted.discard());
  return { login, travellers: isHolder ? null : matching };
}

/** Admits an attempt. A browser that signed in before, or that just reset the password, has its own attempts. */
async function admit(deps: Dependencies, attempt: SignInAttempt, email: string): Promise<AttemptResult> {
  const { networkId, address, knownDevice } = attempt;
  const now = deps.clock.now();
  const device = knownDevice === undefined ? undefined : hashed(knownDevice);
  const known = device !== undefined && (await isKnownDevice(deps.db, networkId, email, device, now.toISOString()));
  if (known) return takeKnownAttempt(deps, { networkId, subject: `device:${device}` }, pairLimit);
  const target = accountSubject(email);
  const welcome = welcomeSubject(target, address);
  return takeAttempt(deps, { networkId, target, from: "address", address, welcome }, signInLimits);
}

const welcomeSubject = (target: string, address: string): string => `${pairSubject(target, address)}/welcome`;

/**
 * Admits the client that has just set a new password with the link of an e-mail, from its address: this proves more than
 * the earlier attempts there, by the same person or by others.
 */
export async function resetSignInAttempts(deps: Dependencies, login: Login, address: string): Promise<void> {
  const now = deps.clock.now();
  const target = accountSubject(login.email);
  const welcome = welcomeSubject(target, address);
  for (const subject of [pairSubject(target, address), `${welcome}/tries`]) {
    await forgetAttempts(deps.db, login.networkId, subject);
  }
  await markUntil(deps.db, login.networkId, welcome, now, later(now, windowMs));
}

/**
 * Checks the holder's password before a change, for a signed-in session. Five attempts in 15 minutes per session:
 * a stolen session takes nothing from the owner's.
 */
export async function confirmPassword(
  deps: Dependencies,
  login: Login,
  session: Pick<UserSession, "tokenHash">,
  password: string,
): Promise<"right" | "wrong" | "too many"> {
  const subject = `${confirmSubject(login.id)}@${session.tokenHash}`;
  if (!(await countAttempt(deps.db, login.networkId, subject, deps.clock.now(), pairLimit))) return "too many";
  if (!(await verifyPassword(login.passwordHash, password))) return "wrong";
  await forgetAttempts(deps.db, login.networkId, subject);
  return "right";
}
