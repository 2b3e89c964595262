import {
  failedSignInsFree,
  failedSignInsPerAccount,
  failedSignInsPerAddress,
  failedSignInWindowMinutes,
} from "@guichet/contract/limits/sign-in-limits.ts";
import { tidyEmail } from "@guichet/rules/emails.ts";
import { later, minutesMs } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import { hashed } from "../ids.ts";
import { countAttempt, forgetAttempts, markUntil, type TryLimit } from "../rate-limits/attempt-store.ts";
import {
  type Attempted,
  type AttemptLimits,
  digest,
  pairSubject,
  takeAttempt,
  takeKnownAttempt,
} from "../rate-limits/attempts.ts";
import type { UserSession } from "../sessions/session-store.ts";
import { isKnownDevice, type Login, loginByEmail } from "./login-store.ts";
import { hashLike, isSameHash, passwordHolds } from "./passwords.ts";
import { type TravellerLogin, travellerLogins } from "./traveller-login-store.ts";

const windowMs = minutesMs(failedSignInWindowMinutes);
const ownLimit: TryLimit = { limit: failedSignInsPerAccount, windowMs, blockMs: windowMs };
/** Of a sign-in by password, customers' and staff's alike (decisions: failed sign-ins). */
export const signInLimits: AttemptLimits = {
  pair: ownLimit,
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

/** Whose password it was: the holder's, or that of travellers with a sign-in of their own. */
export interface SignIn {
  login: Login;
  /** null: the holder's. */
  travellers: readonly TravellerLogin[] | null;
}
export type SignInResult =
  | SignIn
  | { failed: "EMAIL_UNKNOWN" | "PASSWORD_WRONG" }
  | { failed: "TOO_MANY"; waitSeconds: number };

/** Under what the tries at an e-mail address are counted; it does not tell the address. */
export const accountSubject = (email: string): string => `account:${digest(email)}`;
export const confirmSubject = (loginId: string): string => `confirm:${loginId}`;

/**
 * Checks e-mail and password (decisions: failed sign-ins). A try is counted before the password is looked at, and given
 * back when it was right: however many come at once, no more than the limits are ever checked. Unknown e-mails are
 * counted and worked on alike. One reckoning compares the password with the holder's and all travellers' (decision
 * record 042): the password decides who signs in.
 */
export async function checkSignIn(deps: Dependencies, attempt: SignInAttempt): Promise<SignInResult> {
  const { networkId, password } = attempt;
  const email = tidyEmail(attempt.email);
  const taken = await admit(deps, attempt, email);
  if ("waitSeconds" in taken) return { failed: "TOO_MANY", waitSeconds: taken.waitSeconds };
  const login = await loginByEmail(deps.db, networkId, email);
  const travellers = await travellerLogins(deps.db, networkId, login?.id ?? "");
  const reckoned = await hashLike(login?.passwordHash, password).catch(async (error) => {
    // Nothing was checked.
    await taken.takeBack();
    throw error;
  });
  if (login === undefined) return { failed: "EMAIL_UNKNOWN" };
  const isHolders = isSameHash(login.passwordHash, reckoned);
  const theirs = travellers.filter((traveller) => isSameHash(traveller.passwordHash, reckoned) && traveller.active);
  if (!isHolders && theirs.length === 0) return { failed: "PASSWORD_WRONG" };
  // A traveller who knows their own password has no more tries at the holder's by it.
  await (isHolders ? taken.succeed() : taken.takeBack());
  return { login, travellers: isHolders ? null : theirs };
}

/** A browser that signed in before, or that just reset the password, has tries of its own, whatever strangers do. */
async function admit(deps: Dependencies, attempt: SignInAttempt, email: string): Promise<Attempted> {
  const { networkId, address, knownDevice } = attempt;
  const now = deps.clock.now();
  const device = knownDevice === undefined ? undefined : hashed(knownDevice);
  const known = device !== undefined && (await isKnownDevice(deps.db, networkId, email, device, now.toISOString()));
  if (known) return takeKnownAttempt(deps, { networkId, subject: `device:${device}` }, ownLimit);
  const target = accountSubject(email);
  const welcome = welcomeSubject(target, address);
  return takeAttempt(deps, { networkId, target, from: "address", address, welcome }, signInLimits);
}

const welcomeSubject = (target: string, address: string): string => `${pairSubject(target, address)}/welcome`;

/**
 * Lets in who has just set a new password by the link of an e-mail, from the address where they did: it proves more than
 * what was tried there before, by them or by others.
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
 * Checks the holder's password, of somebody who is signed in, before a change; five tries in 15 minutes of that session:
 * one that was stolen takes nothing from the owner's.
 */
export async function confirmPassword(
  deps: Dependencies,
  login: Login,
  session: Pick<UserSession, "tokenHash">,
  password: string,
): Promise<"right" | "wrong" | "too many"> {
  const subject = `${confirmSubject(login.id)}@${session.tokenHash}`;
  if (!(await countAttempt(deps.db, login.networkId, subject, deps.clock.now(), ownLimit))) return "too many";
  if (!(await passwordHolds(login.passwordHash, password))) return "wrong";
  await forgetAttempts(deps.db, login.networkId, subject);
  return "right";
}
