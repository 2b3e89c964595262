import { err, ok, type Result } from "@guichet/contract/result.ts";
import { accountOfLogin } from "../account-records/account-store.ts";
import { lockEmail } from "../account-records/identity-store.ts";
import { type CodeAction, consumeCode, type EmailCode, findCode } from "../authentication/code-store.ts";
import { type Login, lockLogin, loginById, markOwnerProved, markVerified } from "../authentication/login-store.ts";
import { findTyped } from "../authentication/one-time-codes.ts";
import { isSameHash, newPasswordHash } from "../authentication/passwords.ts";
import { resetSignInAttempts } from "../authentication/sign-in.ts";
import type { Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Dependencies } from "../dependencies.ts";
import { hashed } from "../ids.ts";
import { isTravellerPassword, replaceEmail, replacePassword } from "./credentials.ts";
import {
  type CodeContext,
  findSharedAccount,
  holdsAccount,
  releaseAddress,
  separateAccount,
  takeOverAccount,
} from "./email-verification.ts";
import { joinGuestOrders } from "./guest-orders.ts";

/** A code and the context of its use. */
export interface CodeUse extends CodeContext {
  code: string;
  /** The customer's own address. */
  address: string;
  /** Reading the address is enough, as for the toolkit's client software; no guest orders join. */
  readerConfirms?: boolean;
}

type CodeError = "CODE_INVALID" | "CODE_EXPIRED" | "ALREADY_VERIFIED";
type ConfirmError = CodeError | "EMAIL_EXISTS" | "ACCOUNT_SESSION_REQUIRED" | "TOO_MANY_REQUESTS";
type NetworkContext = Pick<CodeUse, "deps" | "network">;

/**
 * Reads a link's code and its login. Refuses a code that is unknown, used, expired, or sent to an address that is no longer the
 * login's.
 */
export async function readEmailCode(
  { deps, network, code }: NetworkContext & Pick<CodeUse, "code">,
  actions: readonly CodeAction[],
): Promise<Result<{ found: EmailCode; login: Login }, CodeError>> {
  return validateCode({ deps, network }, await findCode(deps.db, network.id, hashed(code)), actions);
}

async function validateCode(
  { deps, network }: NetworkContext,
  found: EmailCode | undefined,
  actions: readonly CodeAction[],
): Promise<Result<{ found: EmailCode; login: Login }, CodeError>> {
  if (found === undefined || !actions.includes(found.action)) return err("CODE_INVALID");
  const login = await loginById(deps.db, network.id, found.loginId);
  if (login === undefined) return err("CODE_INVALID");
  if (found.action === "EMAIL_CHANGE" ? found.usedAt !== null : !matchesLogin(found, login)) return err("CODE_INVALID");
  if (found.action === "LEGACY_EMAIL_VERIFICATION" && login.ownerProvedAt !== null) return err("ALREADY_VERIFIED");
  if (found.usedAt !== null) return err("CODE_INVALID");
  if (found.expiresAt <= deps.clock.iso()) return err("CODE_EXPIRED");
  return ok({ found, login });
}

/**
 * Whether the login still has the address that the code proves. Checked again under the lock, because it may have
 * changed.
 */
const matchesLogin = (found: EmailCode, login: Login): boolean =>
  found.action === "EMAIL_CHANGE" || found.email === login.email;

/**
 * Confirms an e-mail address with its code, once (§4); the code of a change of address saves the new one. It must be used in the
 * account's own session, with the link or with the typed short code: the reader of the e-mail may not be the person who
 * registered (`ACCOUNT_SESSION_REQUIRED`, the code stays valid; decision records 064, 101).
 */
export async function confirmEmail(
  use: CodeUse,
): Promise<Result<{ email: string; at: string; login: Login }, ConfirmError>> {
  const { deps, network, language, session } = use;
  const typed = session === undefined ? ok(undefined) : await findTyped(deps, session, use.code);
  if (!typed.ok) return typed;
  const foundCode = typed.value ?? (await findCode(deps.db, network.id, hashed(use.code)));
  const read = await validateCode(use, foundCode, ["LEGACY_EMAIL_VERIFICATION", "EMAIL_CHANGE"]);
  if (!read.ok) return read;
  const { found, login } = read.value;
  const at = deps.clock.iso();
  const confirmed = await runTransaction(deps.db, async (tx): Promise<Result<Login, ConfirmError>> => {
    const locked = await lockLogin(tx, network.id, login.id);
    if (locked === undefined || !matchesLogin(found, locked)) return err("CODE_INVALID");
    if (!(await consumeCode(tx, found, at))) return err("CODE_INVALID");
    const isOwner = await holdsAccount(tx, use, locked);
    if (!isOwner && !use.readerConfirms) return err("ACCOUNT_SESSION_REQUIRED");
    if (!isOwner && (await findSharedAccount(tx, use, locked, found.email))) return err("ACCOUNT_SESSION_REQUIRED");
    if (found.action === "EMAIL_CHANGE") {
      const keepSession = isOwner ? (session?.tokenHash ?? null) : null;
      const change = { deps, network, login: locked, language, keepSession };
      const replaced = await replaceEmail(tx, change, found.email, isOwner ? "owner" : "reader");
      if (!replaced.ok) return err(replaced.code === "NOT_FOUND" ? "CODE_INVALID" : replaced.code);
      if (isOwner) await joinGuestOrders(tx, deps, replaced.value);
      return replaced;
    }
    if (isOwner) await proveOwner(tx, deps, locked, at);
    else await markVerified(tx, locked.id, at);
    return ok(locked);
  });
  deps.wake();
  if (confirmed.ok && found.action === "EMAIL_CHANGE") {
    const actor = { signIn: login.id };
    deps.security({ event: "email.changed", outcome: "ok", actor, network: network.id, address: use.address });
  }
  return confirmed.ok ? ok({ email: found.email, at, login: confirmed.value }) : confirmed;
}

type ResetError = CodeError | "PASSWORD_DOES_NOT_MEET_REQUIREMENTS" | "PASSWORD_OF_TRAVELLER" | "PASSWORD_UNCHANGED";

/**
 * Resets the holder's password with the code of a reset e-mail, or of a verification e-mail. The reader owns the address, which is
 * proved by it, and whoever chose the old password is signed out. The new password differs from the old one (§5). An address that
 * nobody had proved leaves an account with other sign-in methods (`separated`): its owner gets an account of their own (decision
 * record 064).
 */
export async function resetByCode(
  use: CodeUse,
  password: string,
  action: "LEGACY_PASSWORD_CHANGE" | "LEGACY_EMAIL_VERIFICATION" = "LEGACY_PASSWORD_CHANGE",
): Promise<Result<{ email: string; separated: boolean }, ResetError>> {
  const read = await readEmailCode(use, [action]);
  if (!read.ok) return read;
  const { deps, network, language } = use;
  const { found, login } = read.value;
  const passwordHash = await newPasswordHash(password, login.passwordHash);
  if (!passwordHash.ok) return passwordHash;
  const at = deps.clock.iso();
  const changed = await runTransaction<boolean, ResetError>(deps.db, async (tx) => {
    const locked = await lockLogin(tx, network.id, login.id);
    if (locked === undefined || !matchesLogin(found, locked)) return err("CODE_INVALID");
    if (isSameHash(locked.passwordHash, passwordHash.value)) return err("PASSWORD_UNCHANGED");
    const shared = locked.ownerProvedAt === null ? await findSharedAccount(tx, use, locked, locked.email) : undefined;
    if (shared !== undefined) await separateAccount(tx, use, locked, shared);
    else if (locked.ownerProvedAt === null) await takeOverAccount(tx, use, locked);
    if (await isTravellerPassword(tx, locked, passwordHash.value)) return err("PASSWORD_OF_TRAVELLER");
    if (!(await consumeCode(tx, found, at))) return err("CODE_INVALID");
    await replacePassword(tx, { deps, network, login: locked, language, keepSession: null }, passwordHash.value);
    await proveOwner(tx, deps, locked, at);
    return ok(shared !== undefined);
  });
  if (!changed.ok) return changed;
  await resetSignInAttempts(deps, login, use.address);
  deps.wake();
  return ok({ email: login.email, separated: changed.value });
}

/** Records that the owner of the address is proved, and moves guest purchases with it to the account. */
async function proveOwner(tx: Tx, deps: Dependencies, login: Login, at: string): Promise<void> {
  await lockEmail(tx, login.networkId, login.email);
  await markOwnerProved(tx, login.id, at);
  const account = await accountOfLogin(tx, login.networkId, login.id);
  await releaseAddress(tx, login.networkId, login.email, account?.id ?? null);
  await joinGuestOrders(tx, deps, login);
}
