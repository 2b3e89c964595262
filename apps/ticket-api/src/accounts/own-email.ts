import type { update } from "@guichet/contract/accounts.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { readNewEmail } from "@guichet/rules/persons/emails.ts";
import { type Account, changeAccountEmail, loginIdOfAccount } from "../account-records/account-store.ts";
import { otherAccountHasEmail } from "../account-records/address-store.ts";
import { lockAccountIdentities, lockEmail } from "../account-records/identity-store.ts";
import { type Login, loginById } from "../authentication/login-store.ts";
import { confirmPassword } from "../authentication/sign-in.ts";
import { isStepUpFresh } from "../authentication/step-up.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Handler } from "../http/call-handler.ts";
import { changeEmail, notifyOldAddress } from "../identity/credentials.ts";
import { endOtherSessions } from "../sessions/session-store.ts";

type CallContext = Parameters<Handler<typeof update>>[0];
type EmailError =
  | "FIELD_REQUIRED"
  | "EMAIL_INVALID"
  | "EMAIL_UNCHANGED"
  | "EMAIL_EXISTS"
  | "PASSWORD_WRONG"
  | "REAUTHENTICATION_REQUIRED"
  | "TOO_MANY_REQUESTS"
  | "NOT_FOUND";

/**
 * Changes the e-mail of the holder's account. A holder with a password confirms it first (§5), before anything about the new
 * address is revealed; a holder who only signs in at a provider must have done so recently (§6).
 */
export async function changeOwnEmail(
  ctx: CallContext,
  account: Account,
  email: string,
): Promise<Result<unknown, EmailError>> {
  const { deps, network, session, language } = ctx;
  const login = await confirmLogin(ctx, account);
  if (!login.ok) return login.code === "NOT_FOUND" ? changeAddress(ctx, account, email) : login;
  const change = { deps, network, login: login.value, language, keepSession: session.tokenHash };
  return changeEmail(change, email, "none");
}

/**
 * The account's e-mail login, after its password was confirmed and before anything is revealed. Refuses with
 * `NOT_FOUND` if the account has none.
 */
export async function confirmLogin(
  { deps, network, session, request }: CallContext,
  account: Account,
): Promise<Result<Login, "NOT_FOUND" | "FIELD_REQUIRED" | "TOO_MANY_REQUESTS" | "PASSWORD_WRONG">> {
  const loginId = await loginIdOfAccount(deps.db, network.id, account.id);
  const login = loginId === undefined ? undefined : await loginById(deps.db, network.id, loginId);
  if (login === undefined) return err("NOT_FOUND");
  if (request.currentPassword === undefined) return err("FIELD_REQUIRED", { field: "currentPassword" });
  const confirmed = await confirmPassword(deps, login, session, request.currentPassword);
  if (confirmed === "too many") return err("TOO_MANY_REQUESTS");
  return confirmed === "wrong" ? err("PASSWORD_WRONG") : ok(login);
}

/** Changes the address of an account without an e-mail login. The first address, set after the first sign-in, replaces nothing. */
async function changeAddress(ctx: CallContext, account: Account, text: string): Promise<Result<string, EmailError>> {
  const { deps, network, session, language } = ctx;
  if (account.guest) return err("NOT_FOUND");
  if (account.email !== "" && !isStepUpFresh(deps, session)) return err("REAUTHENTICATION_REQUIRED");
  const read = readNewEmail(text, account.email);
  if (!read.ok) return read;
  const changed = await runTransaction(deps.db, async (tx): Promise<Result<string, EmailError>> => {
    await lockAccountIdentities(tx, network.id, account.id);
    await lockEmail(tx, network.id, read.value);
    if (await otherAccountHasEmail(tx, network.id, read.value, account.id)) return err("EMAIL_EXISTS");
    await changeAccountEmail(tx, account.id, read.value);
    await endOtherSessions(tx, account.id, session.tokenHash);
    if (account.email !== "") {
      await notifyOldAddress(tx, deps, network, { account, language, from: account.email, to: read.value });
    }
    return read;
  });
  deps.wake();
  return changed;
}
