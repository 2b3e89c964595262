import type { update } from "@guichet/contract/accounts.ts";
import { done, type Outcome, refuse } from "@guichet/contract/outcome.ts";
import { readNewEmail } from "@guichet/rules/emails.ts";
import { type Account, changeAccountEmail, loginIdOfAccount } from "../account-records/account-store.ts";
import { otherAccountHasEmail } from "../account-records/address-store.ts";
import { holdAccount, lockEmail } from "../account-records/identity-store.ts";
import { type Login, loginById } from "../authentication/login-store.ts";
import { isFreshProof } from "../authentication/proofs.ts";
import { confirmPassword } from "../authentication/sign-in.ts";
import { decide } from "../database/deciding.ts";
import type { Answer } from "../http/call-handler.ts";
import { changeEmail, tellOldAddress } from "../identity/credentials.ts";
import { endOtherSessions } from "../sessions/session-store.ts";

type Ask = Parameters<Answer<typeof update>>[0];
type EmailRefusal =
  | "FIELD_REQUIRED"
  | "EMAIL_INVALID"
  | "EMAIL_UNCHANGED"
  | "EMAIL_EXISTS"
  | "PASSWORD_WRONG"
  | "REAUTHENTICATION_REQUIRED"
  | "TOO_MANY_REQUESTS"
  | "NOT_FOUND";

/**
 * Changes the e-mail of the holder's account. Who has a password proves it (§5), before anything is told about the new
 * address; who signs in at a provider only must have done so just now (§6).
 */
export async function changeOwnEmail(
  ask: Ask,
  account: Account,
  email: string,
): Promise<Outcome<unknown, EmailRefusal>> {
  const { house, network, session, language } = ask;
  const login = await provedLogin(ask, account);
  if (!login.ok) return login.code === "NOT_FOUND" ? changeAddress(ask, account, email) : login;
  const change = { house, network, login: login.value, language, keepSession: session.tokenHash };
  return changeEmail(change, email, "none");
}

/**
 * The account's sign-in by e-mail, once its password was given; it is asked for before anything is told. Refuses with
 * `NOT_FOUND` where the account has none.
 */
export async function provedLogin(
  { house, network, session, request }: Ask,
  account: Account,
): Promise<Outcome<Login, "NOT_FOUND" | "FIELD_REQUIRED" | "TOO_MANY_REQUESTS" | "PASSWORD_WRONG">> {
  const loginId = await loginIdOfAccount(house.db, network.id, account.id);
  const login = loginId === undefined ? undefined : await loginById(house.db, network.id, loginId);
  if (login === undefined) return refuse("NOT_FOUND");
  if (request.currentPassword === undefined) return refuse("FIELD_REQUIRED", { field: "currentPassword" });
  const confirmed = await confirmPassword(house, login, session, request.currentPassword);
  if (confirmed === "too many") return refuse("TOO_MANY_REQUESTS");
  return confirmed === "wrong" ? refuse("PASSWORD_WRONG") : done(login);
}

/** The address of an account that no e-mail opens. The first one, at the end of the first sign-in, replaces nothing. */
async function changeAddress(ask: Ask, account: Account, text: string): Promise<Outcome<string, EmailRefusal>> {
  const { house, network, session, language } = ask;
  if (account.guest) return refuse("NOT_FOUND");
  if (account.email !== "" && !isFreshProof(house, session)) return refuse("REAUTHENTICATION_REQUIRED");
  const read = readNewEmail(text, account.email);
  if (!read.ok) return read;
  const changed = await decide(house.db, async (tx): Promise<Outcome<string, EmailRefusal>> => {
    await holdAccount(tx, network.id, account.id);
    await lockEmail(tx, network.id, read.value);
    if (await otherAccountHasEmail(tx, network.id, read.value, account.id)) return refuse("EMAIL_EXISTS");
    await changeAccountEmail(tx, account.id, read.value);
    await endOtherSessions(tx, account.id, session.tokenHash);
    if (account.email !== "") {
      await tellOldAddress(tx, house, network, { account, language, from: account.email, to: read.value });
    }
    return read;
  });
  house.wake();
  return changed;
}
