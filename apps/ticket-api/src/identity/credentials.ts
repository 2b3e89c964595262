import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import type { Language } from "@guichet/contract/locales.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { readNewEmail } from "@guichet/rules/persons/emails.ts";
import { type Account, accountOfLogin, changeAccountEmail } from "../account-records/account-store.ts";
import { otherAccountHasEmail } from "../account-records/address-store.ts";
import { lockEmail } from "../account-records/identity-store.ts";
import { revokeCodes } from "../authentication/code-store.ts";
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

/** The login and network of a credential change, and the language of e-mails to accounts that chose none. */
export interface CredentialChange {
  deps: Dependencies;
  network: LoadedNetwork;
  login: Login;
  language: Language;
  /** The session that stays open (the hash of its token); all others end. */
  keepSession: string | null;
  /** Staff change it for the customer. */
  byStaff?: boolean;
}

type PasswordError =
  | "PASSWORD_DOES_NOT_MEET_REQUIREMENTS"
  | "PASSWORD_UNCHANGED"
  | "PASSWORD_OF_TRAVELLER"
  | "NOT_FOUND";

/**
 * Changes the password (§5: the new one must differ). Ends all other sessions, refresh tokens and identity tokens, and notifies the
 * address of the login. The salt stays, so that travellers' own passwords can still be compared (decision record 042).
 */
export async function changePassword(
  change: CredentialChange,
  password: string,
): Promise<Result<Login, PasswordError>> {
  const { deps, network, login } = change;
  const passwordHash = await newPasswordHash(password, login.passwordHash);
  if (!passwordHash.ok) return passwordHash;
  const changed = await runTransaction<Login, PasswordError>(deps.db, async (tx) => {
    const locked = await lockLogin(tx, network.id, login.id);
    if (!isUnchanged(locked, login)) return err("NOT_FOUND");
    if (isSameHash(locked.passwordHash, passwordHash.value)) return err("PASSWORD_UNCHANGED");
    if (await isTravellerPassword(tx, locked, passwordHash.value)) return err("PASSWORD_OF_TRAVELLER");
    await replacePassword(tx, { ...change, login: locked }, passwordHash.value);
    const after = await loginById(tx, network.id, login.id);
    return after === undefined ? err("NOT_FOUND") : ok(after);
  });
  deps.wake();
  return changed;
}

/**
 * Whether the login is unchanged since its holder proved their identity. Its owner may have reset the password
 * meanwhile.
 */
const isUnchanged = (locked: Login | undefined, proved: Login): locked is Login =>
  locked?.tokensValidSince === proved.tokensValidSince;

/**
 * Whether it is the password of a traveller's own sign-in. The password decides who signs in, so the holder must choose
 * another.
 */
export async function isTravellerPassword(tx: Tx, login: Login, passwordHash: string): Promise<boolean> {
  const travellers = await travellerLogins(tx, login.networkId, login.id);
  return travellers.some((own) => isSameHash(own.passwordHash, passwordHash));
}

/** Saves a new password hash and applies its consequences, in the caller's transaction. */
export async function replacePassword(tx: Tx, change: CredentialChange, passwordHash: string): Promise<void> {
  const { deps, network, login } = change;
  const at = deps.clock.iso();
  await changePasswordHash(tx, login.id, passwordHash, at);
  // A change of address that was requested with the old password, or whose e-mail a stranger may read, is void.
  await revokeCodes(tx, login.id, ["EMAIL_CHANGE"], at);
  // Until the owner of the address is proved, reset e-mails are the owner's and the password may be a stranger's.
  if (login.ownerProvedAt !== null) await revokeCodes(tx, login.id, ["LEGACY_PASSWORD_CHANGE"], at);
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
 * Changes the e-mail address (§5: a different one, not in use). Notifies the old address, sends a verification e-mail to the new one
 * unless it was proved, and ends all other sessions and tokens.
 */
export async function changeEmail(
  change: CredentialChange,
  text: string,
  proof: AddressProof,
): Promise<Result<Login, "EMAIL_INVALID" | "EMAIL_UNCHANGED" | "EMAIL_EXISTS" | "NOT_FOUND">> {
  const { deps, network, login } = change;
  const read = readNewEmail(text, login.email);
  if (!read.ok) return read;
  const changed = await unlessTaken(() =>
    runTransaction(deps.db, async (tx) => {
      const locked = await lockLogin(tx, network.id, login.id);
      return isUnchanged(locked, login)
        ? replaceEmail(tx, { ...change, login: locked }, read.value, proof)
        : err("NOT_FOUND");
    }),
  );
  deps.wake();
  return changed;
}

/** Runs a change of address; `EMAIL_EXISTS` also if somebody took the address between the check and the change. */
export async function unlessTaken<T, Code extends ErrorCode>(
  change: () => Promise<Result<T, Code>>,
): Promise<Result<T, Code | "EMAIL_EXISTS">> {
  try {
    return await change();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === uniqueViolation) return err("EMAIL_EXISTS");
    throw error;
  }
}
const uniqueViolation = "23505";

/** How a new address was proved: not at all, by a reader of its e-mail, or by the holder of the password. */
export type AddressProof = "none" | "reader" | "owner";

/** Saves a new e-mail address, in the caller's transaction. */
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
  await revokeCodes(tx, login.id, ["LEGACY_PASSWORD_CHANGE", "LEGACY_EMAIL_VERIFICATION", "EMAIL_CHANGE"], at);
  if (proof === "owner") await releaseAddress(tx, network.id, email, account?.id ?? null);
  const changed = await loginById(tx, network.id, login.id);
  if (changed === undefined) return err("NOT_FOUND");
  const language = account?.language ?? change.language;
  if (account !== undefined) {
    await changeAccountEmail(tx, account.id, email);
    await endOtherSessions(tx, account.id, change.keepSession);
  }
  if (proof === "none") await sendCode(tx, deps, network, changed, "LEGACY_EMAIL_VERIFICATION", email, language);
  const { byStaff } = change;
  await notifyOldAddress(tx, deps, network, { account, language, from: login.email, to: email, byStaff });
  return ok(changed);
}

/** Notifies the old address that the account now uses another one. */
export async function notifyOldAddress(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  change: {
    account: Pick<Account, "id" | "language"> | undefined;
    language: Language;
    from: string;
    to: string;
    byStaff?: boolean | undefined;
  },
): Promise<void> {
  const { account, language, from, to, byStaff } = change;
  const at = deps.clock.iso();
  await queueEmail(tx, deps, {
    networkId: network.id,
    accountId: account?.id ?? null,
    to: from,
    template: "email-changed",
    language: account?.language ?? language,
    values: { at, newEmail: masked(to) },
    cause: `email-changed-${account?.id ?? hashed(from)}-${Date.parse(at)}`,
    byStaff,
  });
}

/** Masks an address so that only its owner recognises it: `n…@example.org`. */
export const masked = (email: string): string => `${email.slice(0, 1)}…${email.slice(email.indexOf("@"))}`;
