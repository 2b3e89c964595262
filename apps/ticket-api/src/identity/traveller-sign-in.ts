import { profilePasswordsMax } from "@guichet/contract/limits/sign-in-limits.ts";
import type { Language } from "@guichet/contract/locales.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { Account } from "../account-records/account-store.ts";
import type { Traveller } from "../account-records/traveller-store.ts";
import { type Login, lockLogin } from "../authentication/login-store.ts";
import { isSameHash, newPasswordHash } from "../authentication/passwords.ts";
import {
  dropTravellerLogin,
  endTravellerTokens,
  saveTravellerLogin,
  travellerLogins,
} from "../authentication/traveller-login-store.ts";
import type { Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Dependencies } from "../dependencies.ts";
import { queueEmail } from "../email/queue-email.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { endTravellerSessions } from "../sessions/session-store.ts";

/** Whose own sign-in the holder changes, after a proof of who they are. */
export interface OwnSignInChange {
  deps: Dependencies;
  network: LoadedNetwork;
  account: Account;
  login: Login;
  traveller: Traveller;
  language: Language;
}

export type OwnSignInRefusal =
  | "PASSWORD_DOES_NOT_MEET_REQUIREMENTS"
  | "PASSWORD_UNCHANGED"
  | "PASSWORD_OF_HOLDER"
  | "PROFILE_PASSWORDS_LIMIT"
  | "PROFILE_DEACTIVATED";

/**
 * Gives a traveller a password of their own, another one, or (null) takes it away (§6). It differs from the holder's, for
 * the password decides who signs in; at most eight travellers of an account have one. The traveller's sessions end.
 */
export async function setTravellerPassword(
  change: OwnSignInChange,
  password: string | null,
): Promise<Result<true, OwnSignInRefusal>> {
  const { deps, network, login, traveller } = change;
  if (password === null) {
    await deps.db.transaction().execute(async (tx) => {
      await lockLogin(tx, network.id, login.id);
      if (await dropTravellerLogin(tx, network.id, traveller.id)) await settle(tx, change, false);
    });
    deps.wake();
    return ok(true);
  }
  if (traveller.deactivatedAt !== null) return err("PROFILE_DEACTIVATED");
  const read = await newPasswordHash(password, login.passwordHash);
  if (!read.ok) return read;
  const passwordHash = read.value;
  const changed = await runTransaction<true, OwnSignInRefusal>(deps.db, async (tx) => {
    // Held, so that limit and difference stand however many change at once.
    const held = await lockLogin(tx, network.id, login.id);
    if (held?.tokensValidSince !== login.tokensValidSince || isSameHash(held.passwordHash, passwordHash)) {
      return err("PASSWORD_OF_HOLDER");
    }
    const known = await travellerLogins(tx, network.id, login.id);
    const before = known.find(({ travellerId }) => travellerId === traveller.id);
    if (before !== undefined && isSameHash(before.passwordHash, passwordHash)) return err("PASSWORD_UNCHANGED");
    if (before === undefined && known.length >= profilePasswordsMax) {
      return err("PROFILE_PASSWORDS_LIMIT", { limit: profilePasswordsMax });
    }
    const at = deps.clock.iso();
    const own = { travellerId: traveller.id, networkId: network.id, loginId: login.id, passwordHash, at };
    await saveTravellerLogin(tx, own);
    await settle(tx, change, true);
    return ok(true);
  });
  deps.wake();
  return changed;
}

/** What follows from a change: the traveller is signed out everywhere, and the holder is told. */
async function settle(
  tx: Tx,
  { deps, network, account, login, traveller, language }: OwnSignInChange,
  given: boolean,
): Promise<void> {
  const at = deps.clock.iso();
  await endTravellerTokens(tx, login.id, traveller.id);
  await endTravellerSessions(tx, network.id, traveller.id);
  await queueEmail(tx, deps, {
    networkId: network.id,
    accountId: account.id,
    to: login.email,
    template: "traveller-sign-in",
    language: account.language ?? language,
    values: { at, firstName: traveller.firstName, given },
    cause: `traveller-sign-in-${traveller.id}-${Date.parse(at)}`,
  });
}
