import { done, type Outcome, refuse } from "@guichet/contract/outcome.ts";
import { joinGuestOrders } from "../accounts/guest-orders.ts";
import { lockEmail } from "../accounts/identity-store.ts";
import { accountOfLogin } from "../accounts/store.ts";
import type { Tx } from "../database/connection.ts";
import { decide } from "../database/deciding.ts";
import type { House } from "../house.ts";
import { hashed } from "../ids.ts";
import { type CodeAction, type EmailCode, findCode, spendCode } from "./code-store.ts";
import { isTravellers, replaceEmail, replacePassword } from "./credentials.ts";
import { type Proof, releaseAddress, separate, sharedAccount, takeOver } from "./first-proof.ts";
import { holdLogin, type Login, loginById, markVerified } from "./login-store.ts";
import { newPasswordHash } from "./passwords.ts";
import { unblock } from "./sign-in.ts";

/** A code, and who brings it. */
export interface CodeUse extends Proof {
  code: string;
}

type Unusable = "CODE_INVALID" | "CODE_EXPIRED" | "ALREADY_VERIFIED";
type Unconfirmed = Unusable | "EMAIL_EXISTS" | "ACCOUNT_SESSION_REQUIRED";

/** A code that still opens something, and its login; refused when unknown, used, expired, or sent to an address that is no longer the login's. */
export async function readCode(
  { house, network, code }: Pick<CodeUse, "house" | "network" | "code">,
  actions: readonly CodeAction[],
): Promise<Outcome<{ found: EmailCode; login: Login }, Unusable>> {
  const found = await findCode(house.db, network.id, hashed(code));
  if (found === undefined || !actions.includes(found.action)) return refuse("CODE_INVALID");
  const login = await loginById(house.db, network.id, found.loginId);
  if (login === undefined) return refuse("CODE_INVALID");
  if (found.action === "EMAIL_CHANGE" ? found.usedAt !== null : !isStillFor(found, login))
    return refuse("CODE_INVALID");
  if (found.action === "LEGACY_EMAIL_VERIFICATION" && login.emailVerifiedAt !== null) return refuse("ALREADY_VERIFIED");
  if (found.usedAt !== null) return refuse("CODE_INVALID");
  if (found.expiresAt <= house.clock.iso()) return refuse("CODE_EXPIRED");
  return done({ found, login });
}

/** Does the login still have the address that the code proves? Asked again once it is held: it may change meanwhile. */
const isStillFor = (found: EmailCode, login: Login): boolean =>
  found.action === "EMAIL_CHANGE" || found.email === login.email;

/**
 * Confirms an e-mail address by its code, once (§4); a code of a change of address puts the new one in place. Where the
 * address belongs to an account with other ways in, only that account's own session may (`ACCOUNT_SESSION_REQUIRED`, the
 * code is still good): who reads the letter may be somebody else (decision record 064).
 */
export async function confirmEmail(
  use: CodeUse,
): Promise<Outcome<{ email: string; at: string; login: Login }, Unconfirmed>> {
  const read = await readCode(use, ["LEGACY_EMAIL_VERIFICATION", "EMAIL_CHANGE"]);
  if (!read.ok) return read;
  const { house, network, language } = use;
  const { found, login } = read.value;
  const at = house.clock.iso();
  const confirmed = await decide(house.db, async (tx): Promise<Outcome<Login, Unconfirmed>> => {
    const held = await holdLogin(tx, network.id, login.id);
    if (held === undefined || !isStillFor(found, held)) return refuse("CODE_INVALID");
    if (!(await spendCode(tx, found, at))) return refuse("CODE_INVALID");
    if (await sharedAccount(tx, use, held, found.email)) return refuse("ACCOUNT_SESSION_REQUIRED");
    if (found.action === "EMAIL_CHANGE") {
      const change = { house, network, login: held, language, keepSession: null };
      const replaced = await replaceEmail(tx, change, found.email, true);
      if (!replaced.ok) return refuse(replaced.code === "NOT_FOUND" ? "CODE_INVALID" : replaced.code);
      await joinGuestOrders(tx, house, replaced.value);
      return replaced;
    }
    await becomeVerified(tx, house, held, at);
    return done(held);
  });
  house.wake();
  return confirmed.ok ? done({ email: found.email, at, login: confirmed.value }) : confirmed;
}

type ResetRefusal = "CODE_INVALID" | "CODE_EXPIRED" | "PASSWORD_DOES_NOT_MEET_REQUIREMENTS" | "PASSWORD_OF_TRAVELLER";

/**
 * Puts a new password of the holder's in place by the code of a reset letter; who reads the letter owns the address, which
 * is verified by it. An address that nobody had proved leaves an account with other ways in (`separated`): its owner gets
 * one of their own (decision record 064).
 */
export async function resetByCode(
  use: CodeUse,
  password: string,
): Promise<Outcome<{ email: string; separated: boolean }, ResetRefusal>> {
  const read = await readCode(use, ["LEGACY_PASSWORD_CHANGE"]);
  if (!read.ok) return refuse(read.code === "CODE_EXPIRED" ? "CODE_EXPIRED" : "CODE_INVALID");
  const { house, network, language } = use;
  const { found, login } = read.value;
  const passwordHash = await newPasswordHash(password, login.passwordHash);
  if (!passwordHash.ok) return passwordHash;
  const at = house.clock.iso();
  const changed = await decide<boolean, ResetRefusal>(house.db, async (tx) => {
    const held = await holdLogin(tx, network.id, login.id);
    if (held === undefined || !isStillFor(found, held)) return refuse("CODE_INVALID");
    const shared = held.emailVerifiedAt === null ? await sharedAccount(tx, use, held, held.email) : undefined;
    if (shared !== undefined) await separate(tx, use, held, shared);
    else if (held.emailVerifiedAt === null) await takeOver(tx, use, held);
    if (await isTravellers(tx, held, passwordHash.value)) return refuse("PASSWORD_OF_TRAVELLER");
    if (!(await spendCode(tx, found, at))) return refuse("CODE_INVALID");
    await replacePassword(tx, { house, network, login: held, language, keepSession: null }, passwordHash.value);
    await becomeVerified(tx, house, held, at);
    return done(shared !== undefined);
  });
  if (!changed.ok) return changed;
  await unblock(house, login);
  house.wake();
  return done({ email: login.email, separated: changed.value });
}

/** The address is its owner's from now on; what was bought with it as a guest joins the account. */
async function becomeVerified(tx: Tx, house: House, login: Login, at: string): Promise<void> {
  await lockEmail(tx, login.networkId, login.email);
  await markVerified(tx, login.id, at);
  const account = await accountOfLogin(tx, login.networkId, login.id);
  await releaseAddress(tx, login.networkId, login.email, account?.id ?? null);
  await joinGuestOrders(tx, house, login);
}
