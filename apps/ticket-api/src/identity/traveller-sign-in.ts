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

/** A change of a traveller's own sign-in by the holder, after step-up authentication. */
export interface OwnSignInChange {
  deps: Dependencies;
  network: LoadedNetwork;
  account: Account;
  login: Login;
  traveller: Traveller;
  language: Language;
}

export type OwnSignInError =
  | "PASSWORD_DOES_NOT_MEET_REQUIREMENTS"
  | "PASSWORD_UNCHANGED"
  | "PASSWORD_OF_HOLDER"
  | "PROFILE_PASSWORDS_LIMIT"
  | "PROFILE_DEACTIVATED";

/**
 * Sets a traveller's own password, or removes it (null) (§6). It must differ from the holder's,
 * because the password decides who signs in. At most eight travellers of an account have one. The traveller's sessions end.
 */
export async function setTravellerPassword(
  change: OwnSignInChange,
  password: string | null,
): Promise<Result<true, OwnSignInError>> {
  const { deps, network, login, traveller } = change;
  if (password === null) {
    await deps.db.transaction().execute(async (tx) => {
      await lockLogin(tx, network.id, login.id);
      if (await dropTravellerLogin(tx, network.id, traveller.id)) await signOutAndNotify(tx, change, false);
    });
    deps.wake();
    return ok(true);
  }
  if (traveller.deactivatedAt !== null) return err("PROFILE_DEACTIVATED");
  const read = await newPasswordHash(password, login.passwordHash);
  if (!read.ok) return read;
  const passwordHash = read.value;
  const changed = await runTransaction<true, OwnSignInError>(deps.db, async (tx) => {
    // Locked, so that the limit and the difference hold under concurrent changes.
    const locked = await lockLogin(tx, network.id, login.id);
    if (locked?.tokensValidSince !== login.tokensValidSince || isSameHash(locked.passwordHash, passwordHash)) {
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
    await signOutAndNotify(tx, change, true);
    return ok(true);
  });
  deps.wake();
  return changed;
}

/** Signs the traveller out everywhere and notifies the holder. */
async function signOutAndNotify(
  tx: Tx,
  { deps, network, account, login, traveller, language }: OwnSignInChange,
  hasPassword: boolean,
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
    values: { at, firstName: traveller.firstName, given: hasPassword },
    cause: `traveller-sign-in-${traveller.id}-${Date.parse(at)}`,
  });
}
