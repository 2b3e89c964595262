import { createHash } from "node:crypto";
import {
  failedSignInsPerAccount,
  failedSignInsPerAddress,
  failedSignInWindowMinutes,
} from "@guichet/contract/limits.ts";
import { tidyEmail } from "@guichet/rules/emails.ts";
import { minutesMs } from "../clock.ts";
import type { House } from "../house.ts";
import { hashed } from "../ids.ts";
import { addressBlock } from "./address-block.ts";
import { isKnownDevice, type Login, loginByEmail } from "./login-store.ts";
import { hashLike, isSameHash, passwordHolds } from "./passwords.ts";
import { type TravellerLogin, travellerLogins } from "./traveller-login-store.ts";
import { forgetTries, giveTryBack, type TryLimit, takeTry } from "./tries-store.ts";

const windowMs = minutesMs(failedSignInWindowMinutes);
const accountLimit: TryLimit = { limit: failedSignInsPerAccount, windowMs, blockMs: windowMs };
const addressLimit: TryLimit = { limit: failedSignInsPerAddress, windowMs, blockMs: windowMs };

export interface SignInTry {
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
export type SignInEnd = SignIn | { failed: "TOO_MANY" | "EMAIL_UNKNOWN" | "PASSWORD_WRONG" };

/** Under what the tries at an e-mail address are counted; it does not tell the address. */
export const accountSubject = (email: string): string => `account:${digest(email)}`;
export const confirmSubject = (loginId: string): string => `confirm:${loginId}`;
/** Under what the letters with codes to an e-mail address are counted, whoever asks for them. */
export const letterSubject = (email: string): string => `letters:${digest(email)}`;
const digest = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 32);

/**
 * Checks e-mail and password (decisions: failed sign-ins). A try is counted before the password is looked at, and given
 * back when it was right: however many come at once, no more than the limit are ever checked. Unknown e-mails are
 * counted and worked on alike. One reckoning compares the password with the holder's and all travellers' (decision
 * record 042): the password decides who signs in.
 */
export async function checkSignIn(house: House, attempt: SignInTry): Promise<SignInEnd> {
  const { networkId, password } = attempt;
  const email = tidyEmail(attempt.email);
  const now = house.clock.now();
  const device = attempt.knownDevice === undefined ? undefined : hashed(attempt.knownDevice);
  const known = device !== undefined && (await isKnownDevice(house.db, networkId, email, device, now.toISOString()));
  const subject = known ? `device:${device}` : accountSubject(email);
  const from = `address:${addressBlock(attempt.address)}`;

  if (!(await takeTry(house.db, networkId, subject, now, accountLimit))) return { failed: "TOO_MANY" };
  if (!(await takeTry(house.db, networkId, from, now, addressLimit))) {
    await giveTryBack(house.db, networkId, subject);
    return { failed: "TOO_MANY" };
  }
  const login = await loginByEmail(house.db, networkId, email);
  const travellers = await travellerLogins(house.db, networkId, login?.id ?? "");
  const reckoned = await hashLike(login?.passwordHash, password).catch(async (error) => {
    // Nothing was checked.
    await giveTryBack(house.db, networkId, subject);
    await giveTryBack(house.db, networkId, from);
    throw error;
  });
  if (login === undefined) return { failed: "EMAIL_UNKNOWN" };
  const isHolders = isSameHash(login.passwordHash, reckoned);
  const theirs = travellers.filter((traveller) => isSameHash(traveller.passwordHash, reckoned) && traveller.active);
  if (!isHolders && theirs.length === 0) return { failed: "PASSWORD_WRONG" };
  // A traveller who knows their own password has no more tries at the holder's by it.
  if (isHolders) await forgetTries(house.db, networkId, subject);
  else await giveTryBack(house.db, networkId, subject);
  await giveTryBack(house.db, networkId, from);
  return { login, travellers: isHolders ? null : theirs };
}

/** Opens an account that was blocked: its owner proved to read its e-mail. */
export async function unblock(house: House, login: Login): Promise<void> {
  await forgetTries(house.db, login.networkId, accountSubject(login.email));
}

/** Checks the holder's password, of somebody who is signed in, before a change; five tries in 15 minutes. */
export async function confirmPassword(
  house: House,
  login: Login,
  password: string,
): Promise<"right" | "wrong" | "too many"> {
  const subject = confirmSubject(login.id);
  if (!(await takeTry(house.db, login.networkId, subject, house.clock.now(), accountLimit))) return "too many";
  if (!(await passwordHolds(login.passwordHash, password))) return "wrong";
  await forgetTries(house.db, login.networkId, subject);
  return "right";
}
