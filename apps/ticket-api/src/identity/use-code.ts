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
  findSharedAccount,
  holdsAccount,
  type Proof,
  releaseAddress,
  separateAccount,
  takeOverAccount,
} from "./email-verification.ts";
import { joinGuestOrders } from "./guest-orders.ts";

/** A code, and who brings it. */
export interface CodeUse extends Proof {
  code: string;
  /** The customer's own address. */
  address: string;
  /** It is enough to read the address, as the toolkit's client software has it; nothing of a guest joins by that. */
  readerConfirms?: boolean;
}

type Unusable = "CODE_INVALID" | "CODE_EXPIRED" | "ALREADY_VERIFIED";
type Unconfirmed = Unusable | "EMAIL_EXISTS" | "ACCOUNT_SESSION_REQUIRED" | "TOO_MANY_REQUESTS";
type Where = Pick<CodeUse, "deps" | "network">;

/** A link's code that still opens something, and its login; refused when unknown, used, expired, or sent to an address that is no longer the login's. */
export async function readEmailCode(
  { deps, network, code }: Where & Pick<CodeUse, "code">,
  actions: readonly CodeAction[],
): Promise<Result<{ found: EmailCode; login: Login }, Unusable>> {
  return stillOpens({ deps, network }, await findCode(deps.db, network.id, hashed(code)), actions);
}

async function stillOpens(
  { deps, network }: Where,
  found: EmailCode | undefined,
  actions: readonly CodeAction[],
): Promise<Result<{ found: EmailCode; login: Login }, Unusable>> {
  if (found === undefined || !actions.includes(found.action)) return err("CODE_INVALID");
  const login = await loginById(deps.db, network.id, found.loginId);
  if (login === undefined) return err("CODE_INVALID");
  if (found.action === "EMAIL_CHANGE" ? found.usedAt !== null : !isStillFor(found, login)) return err("CODE_INVALID");
  if (found.action === "LEGACY_EMAIL_VERIFICATION" && login.ownerProvedAt !== null) return err("ALREADY_VERIFIED");
  if (found.usedAt !== null) return err("CODE_INVALID");
  if (found.expiresAt <= deps.clock.iso()) return err("CODE_EXPIRED");
  return ok({ found, login });
}

/** Does the login still have the address that the code proves? Asked again once it is held: it may change meanwhile. */
const isStillFor = (found: EmailCode, login: Login): boolean =>
  found.action === "EMAIL_CHANGE" || found.email === login.email;

/**
 * Confirms an e-mail address by its code, once (§4); a code of a change of address puts the new one in place. Only in the
 * account's own session, by the link or by the short code typed there: who reads the e-mail may be somebody else than who
 * registered (`ACCOUNT_SESSION_REQUIRED`, the code is still good; decision records 064, 101).
 */
export async function confirmEmail(
  use: CodeUse,
): Promise<Result<{ email: string; at: string; login: Login }, Unconfirmed>> {
  const { deps, network, language, session } = use;
  const typed = session === undefined ? ok(undefined) : await findTyped(deps, session, use.code);
  if (!typed.ok) return typed;
  const brought = typed.value ?? (await findCode(deps.db, network.id, hashed(use.code)));
  const read = await stillOpens(use, brought, ["LEGACY_EMAIL_VERIFICATION", "EMAIL_CHANGE"]);
  if (!read.ok) return read;
  const { found, login } = read.value;
  const at = deps.clock.iso();
  const confirmed = await runTransaction(deps.db, async (tx): Promise<Result<Login, Unconfirmed>> => {
    const held = await lockLogin(tx, network.id, login.id);
    if (held === undefined || !isStillFor(found, held)) return err("CODE_INVALID");
    if (!(await consumeCode(tx, found, at))) return err("CODE_INVALID");
    const isOwner = await holdsAccount(tx, use, held);
    if (!isOwner && !use.readerConfirms) return err("ACCOUNT_SESSION_REQUIRED");
    if (!isOwner && (await findSharedAccount(tx, use, held, found.email))) return err("ACCOUNT_SESSION_REQUIRED");
    if (found.action === "EMAIL_CHANGE") {
      const keepSession = isOwner ? (session?.tokenHash ?? null) : null;
      const change = { deps, network, login: held, language, keepSession };
      const replaced = await replaceEmail(tx, change, found.email, isOwner ? "owner" : "reader");
      if (!replaced.ok) return err(replaced.code === "NOT_FOUND" ? "CODE_INVALID" : replaced.code);
      if (isOwner) await joinGuestOrders(tx, deps, replaced.value);
      return replaced;
    }
    if (isOwner) await becomeOwners(tx, deps, held, at);
    else await markVerified(tx, held.id, at);
    return ok(held);
  });
  deps.wake();
  if (confirmed.ok && found.action === "EMAIL_CHANGE") {
    const actor = { signIn: login.id };
    deps.security({ event: "email.changed", outcome: "ok", actor, network: network.id, address: use.address });
  }
  return confirmed.ok ? ok({ email: found.email, at, login: confirmed.value }) : confirmed;
}

type ResetRefusal = Unusable | "PASSWORD_DOES_NOT_MEET_REQUIREMENTS" | "PASSWORD_OF_TRAVELLER" | "PASSWORD_UNCHANGED";

/**
 * Puts a new password of the holder's in place by the code of a reset e-mail, or of the one that asks to confirm the
 * address: who reads it owns the address, which is proved by it, and whoever chose the old password is out. The new one
 * differs from it (§5). An address that nobody had proved leaves an account with other ways in (`separated`): its owner
 * gets one of their own (decision record 064).
 */
export async function resetByCode(
  use: CodeUse,
  password: string,
  action: "LEGACY_PASSWORD_CHANGE" | "LEGACY_EMAIL_VERIFICATION" = "LEGACY_PASSWORD_CHANGE",
): Promise<Result<{ email: string; separated: boolean }, ResetRefusal>> {
  const read = await readEmailCode(use, [action]);
  if (!read.ok) return read;
  const { deps, network, language } = use;
  const { found, login } = read.value;
  const passwordHash = await newPasswordHash(password, login.passwordHash);
  if (!passwordHash.ok) return passwordHash;
  const at = deps.clock.iso();
  const changed = await runTransaction<boolean, ResetRefusal>(deps.db, async (tx) => {
    const held = await lockLogin(tx, network.id, login.id);
    if (held === undefined || !isStillFor(found, held)) return err("CODE_INVALID");
    if (isSameHash(held.passwordHash, passwordHash.value)) return err("PASSWORD_UNCHANGED");
    const shared = held.ownerProvedAt === null ? await findSharedAccount(tx, use, held, held.email) : undefined;
    if (shared !== undefined) await separateAccount(tx, use, held, shared);
    else if (held.ownerProvedAt === null) await takeOverAccount(tx, use, held);
    if (await isTravellerPassword(tx, held, passwordHash.value)) return err("PASSWORD_OF_TRAVELLER");
    if (!(await consumeCode(tx, found, at))) return err("CODE_INVALID");
    await replacePassword(tx, { deps, network, login: held, language, keepSession: null }, passwordHash.value);
    await becomeOwners(tx, deps, held, at);
    return ok(shared !== undefined);
  });
  if (!changed.ok) return changed;
  await resetSignInAttempts(deps, login, use.address);
  deps.wake();
  return ok({ email: login.email, separated: changed.value });
}

/** The address is its owner's from now on; what was bought with it as a guest joins the account. */
async function becomeOwners(tx: Tx, deps: Dependencies, login: Login, at: string): Promise<void> {
  await lockEmail(tx, login.networkId, login.email);
  await markOwnerProved(tx, login.id, at);
  const account = await accountOfLogin(tx, login.networkId, login.id);
  await releaseAddress(tx, login.networkId, login.email, account?.id ?? null);
  await joinGuestOrders(tx, deps, login);
}
