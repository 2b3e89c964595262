import type { Language } from "@guichet/contract/locales.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { readNewEmail } from "@guichet/rules/emails.ts";
import { type Account, accountOfLogin, changeAccountEmail } from "../account-records/account-store.ts";
import { otherAccountHasEmail } from "../account-records/address-store.ts";
import { lockEmail } from "../account-records/identity-store.ts";
import { voidCodes } from "../authentication/code-store.ts";
import {
  changeLoginEmail,
  changePasswordHash,
  type Login,
  lockLogin,
  loginById,
} from "../authentication/login-store.ts";
import { isSameHash, newPasswordHash } from "../authentication/passwords.ts";
import { travellerLogins } from "../authentication/traveller-login-store.ts";
import type { Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Dependencies } from "../dependencies.ts";
import { queueEmail } from "../email/queue-email.ts";
import { hashed } from "../ids.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { endOtherSessions } from "../sessions/session-store.ts";
import { releaseAddress } from "./email-verification.ts";
import { sendCode } from "./send-code.ts";

/** Whose credentials change, in which network, and the language of letters to accounts that chose none. */
export interface CredentialChange {
  deps: Dependencies;
  network: LoadedNetwork;
  login: Login;
  language: Language;
  /** The session that goes on (its token's hash); all others end. */
  keepSession: string | null;
}

type PasswordRefusal =
  | "PASSWORD_DOES_NOT_MEET_REQUIREMENTS"
  | "PASSWORD_UNCHANGED"
  | "PASSWORD_OF_TRAVELLER"
  | "NOT_FOUND";

/**
 * Changes the password (§5: the new one differs): ends all other sessions, refresh tokens and identity tokens, and says
 * so to the address of the login. The salt stays, so that travellers' own passwords still compare (decision record 042).
 */
export async function changePassword(
  change: CredentialChange,
  password: string,
): Promise<Result<Login, PasswordRefusal>> {
  const { deps, network, login } = change;
  const passwordHash = await newPasswordHash(password, login.passwordHash);
  if (!passwordHash.ok) return passwordHash;
  const changed = await runTransaction<Login, PasswordRefusal>(deps.db, async (tx) => {
    const held = await lockLogin(tx, network.id, login.id);
    if (!isAsProved(held, login)) return err("NOT_FOUND");
    if (isSameHash(held.passwordHash, passwordHash.value)) return err("PASSWORD_UNCHANGED");
    if (await isTravellerPassword(tx, held, passwordHash.value)) return err("PASSWORD_OF_TRAVELLER");
    await replacePassword(tx, { ...change, login: held }, passwordHash.value);
    const after = await loginById(tx, network.id, login.id);
    return after === undefined ? err("NOT_FOUND") : ok(after);
  });
  deps.wake();
  return changed;
}

/** Is the login what it was when its holder proved who they are? Its owner may have reset the password meanwhile. */
const isAsProved = (held: Login | undefined, proved: Login): held is Login =>
  held?.tokensValidSince === proved.tokensValidSince;

/** Is it the password of a traveller's own sign-in? The password decides who signs in, so the holder takes another. */
export async function isTravellerPassword(tx: Tx, login: Login, passwordHash: string): Promise<boolean> {
  const travellers = await travellerLogins(tx, login.networkId, login.id);
  return travellers.some((own) => isSameHash(own.passwordHash, passwordHash));
}

/** Puts a new password hash in place, inside the caller's transaction, with all that follows from it. */
export async function replacePassword(tx: Tx, change: CredentialChange, passwordHash: string): Promise<void> {
  const { deps, network, login } = change;
  const at = deps.clock.iso();
  await changePasswordHash(tx, login.id, passwordHash, at);
  // Whoever asked for them with the old password, or reads the old letters, changes nothing with them.
  await voidCodes(tx, login.id, ["EMAIL_CHANGE"], at);
  // Until the owner of the address has proved themselves, the letters are theirs and the password may be a stranger's.
  if (login.ownerProvedAt !== null) await voidCodes(tx, login.id, ["LEGACY_PASSWORD_CHANGE"], at);
  const account = await accountOfLogin(tx, network.id, login.id);
  if (account !== undefined) await endOtherSessions(tx, account.id, change.keepSession);
  const language = account?.language ?? change.language;
  await queueEmail(tx, deps, {
    networkId: network.id,
    accountId: account?.id ?? null,
    to: login.email,
    template: "password-changed",
    language,
    values: { at },
    cause: `password-changed-${login.id}-${Date.parse(at)}`,
  });
}

/**
 * Changes the e-mail address (§5: another one, not in use): a letter to the old address, a verification to the new one
 * unless it was proved, all other sessions and tokens end.
 */
export async function changeEmail(
  change: CredentialChange,
  text: string,
  proof: AddressProof,
): Promise<Result<Login, "EMAIL_INVALID" | "EMAIL_UNCHANGED" | "EMAIL_EXISTS" | "NOT_FOUND">> {
  const { deps, network, login } = change;
  const read = readNewEmail(text, login.email);
  if (!read.ok) return read;
  try {
    const changed = await runTransaction(deps.db, async (tx) => {
      const held = await lockLogin(tx, network.id, login.id);
      return isAsProved(held, login)
        ? replaceEmail(tx, { ...change, login: held }, read.value, proof)
        : err("NOT_FOUND");
    });
    deps.wake();
    return changed;
  } catch (error) {
    // Somebody took the address between the look and the change.
    if (error instanceof Error && "code" in error && error.code === uniqueViolation) return err("EMAIL_EXISTS");
    throw error;
  }
}
const uniqueViolation = "23505";

/** How a new address is known to be read by somebody: not at all, by whoever has its e-mail, or by the holder of the password. */
export type AddressProof = "none" | "reader" | "owner";

/** Puts a new e-mail address in place, inside the caller's transaction. */
export async function replaceEmail(
  tx: Tx,
  change: CredentialChange,
  email: string,
  proof: AddressProof,
): Promise<Result<Login, "EMAIL_EXISTS" | "NOT_FOUND">> {
  const { deps, network, login } = change;
  const at = deps.clock.iso();
  const account = await accountOfLogin(tx, network.id, login.id);
  await lockEmail(tx, network.id, email);
  if (await otherAccountHasEmail(tx, network.id, email, account?.id ?? null)) return err("EMAIL_EXISTS");
  const proved = { verifiedAt: proof === "none" ? null : at, ownerProvedAt: proof === "owner" ? at : null };
  if (!(await changeLoginEmail(tx, login, email, proved, at))) return err("EMAIL_EXISTS");
  await voidCodes(tx, login.id, ["LEGACY_PASSWORD_CHANGE", "LEGACY_EMAIL_VERIFICATION", "EMAIL_CHANGE"], at);
  if (proof === "owner") await releaseAddress(tx, network.id, email, account?.id ?? null);
  const changed = await loginById(tx, network.id, login.id);
  if (changed === undefined) return err("NOT_FOUND");
  const language = account?.language ?? change.language;
  if (account !== undefined) {
    await changeAccountEmail(tx, account.id, email);
    await endOtherSessions(tx, account.id, change.keepSession);
  }
  if (proof === "none") await sendCode(tx, deps, network, changed, "LEGACY_EMAIL_VERIFICATION", email, language);
  await notifyOldAddress(tx, deps, network, { account, language, from: login.email, to: email });
  return ok(changed);
}

/** Tells the old address that the account uses another one now. */
export async function notifyOldAddress(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  change: { account: Pick<Account, "id" | "language"> | undefined; language: Language; from: string; to: string },
): Promise<void> {
  const { account, language, from, to } = change;
  const at = deps.clock.iso();
  await queueEmail(tx, deps, {
    networkId: network.id,
    accountId: account?.id ?? null,
    to: from,
    template: "email-changed",
    language: account?.language ?? language,
    values: { at, newEmail: veiled(to) },
    cause: `email-changed-${account?.id ?? hashed(from)}-${Date.parse(at)}`,
  });
}

/** Enough of an address for its owner to know it: `n…@example.org`. */
const veiled = (email: string): string => `${email.slice(0, 1)}…${email.slice(email.indexOf("@"))}`;
