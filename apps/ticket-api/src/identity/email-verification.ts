import type { Language } from "@guichet/contract/locales.ts";
import { type Account, accountOfLogin, changeAccountEmail, lockAccount } from "../account-records/account-store.ts";
import { lockUnprovedAccounts, otherAccountHasEmail } from "../account-records/address-store.ts";
import { dropIdentity, type IdentityRow, identitiesOf } from "../account-records/identity-store.ts";
import { dropKnownDevices, type Login } from "../authentication/login-store.ts";
import { dropTravellerLogins } from "../authentication/traveller-login-store.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { isSignInMethod, passwordProvider } from "../network-registry/sign-in-providers.ts";
import { endSessionsBy, type UserSession } from "../sessions/session-store.ts";
import { notifySignInMethods } from "./sign-in-method-emails.ts";

/** The context in which an e-mailed code is used: the network, and the session of the browser if there is one. */
export interface CodeContext {
  deps: Dependencies;
  network: LoadedNetwork;
  language: Language;
  session: UserSession | undefined;
  /** The login whose identity token came along (client software of the toolkit). */
  signedInTo?: string | undefined;
}

/**
 * Whether the user of the code is also the holder of the account, by its own session or with an identity token of its
 * login. Only then a
 * link proves more than that somebody reads the address (decision record 101).
 */
export async function holdsAccount(
  tx: Tx,
  { network, session, signedInTo }: CodeContext,
  login: Login,
): Promise<boolean> {
  if (signedInTo === login.id) return true;
  const account = await accountOfLogin(tx, network.id, login.id);
  return account !== undefined && ownsAccount(session, account);
}

/** An account with an e-mail login and other sign-in methods. */
export interface SharedAccount {
  account: Account;
  others: IdentityRow[];
}

/** The sign-in methods of an account besides its e-mail login, as far as the network offers them now. */
export async function otherMethodsOf(
  tx: Tx,
  { deps, network }: Pick<CodeContext, "deps" | "network">,
  accountId: string,
): Promise<IdentityRow[]> {
  const identities = await identitiesOf(tx, network.id, accountId);
  return identities.filter(
    ({ providerId }) => providerId !== passwordProvider && isSignInMethod(deps, network, providerId),
  );
}

/**
 * The account that an e-mail to this address would open to a stranger (decision record 064): it has other sign-in methods, none
 * of which vouches for the address, and the code is not used in a session of the account. The caller has locked the login; this
 * function locks the account.
 */
export async function findSharedAccount(
  tx: Tx,
  { deps, network, session }: CodeContext,
  login: Login,
  email: string,
): Promise<SharedAccount | undefined> {
  const known = await accountOfLogin(tx, network.id, login.id);
  const account = known && (await lockAccount(tx, network.id, known.id));
  if (account === undefined || ownsAccount(session, account)) return undefined;
  const others = await otherMethodsOf(tx, { deps, network }, account.id);
  const isVouchedFor = others.some(({ person }) => person?.emailVerified === true && person.email === email);
  return others.length === 0 || isVouchedFor ? undefined : { account, others };
}

const ownsAccount = (session: UserSession | undefined, account: Account): boolean =>
  session?.accountId === account.id && session.isHolder && session.cardId === null;

/** Removes the e-mail login from an account that belongs to somebody else. The account keeps everything else and is notified. */
export async function separateAccount(
  tx: Tx,
  ctx: CodeContext,
  login: Login,
  { account, others }: SharedAccount,
): Promise<void> {
  const { deps, network, language } = ctx;
  await dropIdentity(tx, network.id, account.id, passwordProvider);
  await endSessionsBy(tx, account.id, passwordProvider);
  await dropTravellersAndDevices(tx, login);
  const to = account.email === login.email ? await replaceAddress(tx, network.id, account, others) : account.email;
  await notifySignInMethods(
    tx,
    { deps, network, account, language, providerId: passwordProvider },
    "identity-unlinked",
    to,
  );
}

/**
 * Cleans up an account whose only sign-in method is the proved address. From the proof on it belongs to the owner of the address, so
 * travellers' own sign-ins, known browsers and identities of removed providers, which somebody set up before, are deleted.
 */
export async function takeOverAccount(tx: Tx, { deps, network, session }: CodeContext, login: Login): Promise<void> {
  const account = await accountOfLogin(tx, network.id, login.id);
  if (account !== undefined && ownsAccount(session, account)) return;
  await dropTravellersAndDevices(tx, login);
  if (account === undefined) return;
  for (const { providerId } of await identitiesOf(tx, network.id, account.id)) {
    const stays = providerId === passwordProvider || isSignInMethod(deps, network, providerId);
    if (!stays) await dropIdentity(tx, network.id, account.id, providerId);
  }
}

async function dropTravellersAndDevices(tx: Tx, { networkId, id }: Login): Promise<void> {
  await dropTravellerLogins(tx, networkId, id);
  await dropKnownDevices(tx, id);
}

/** Removes a proved address from other accounts that use it without a proof. The caller has locked the address. */
export async function releaseAddress(tx: Tx, networkId: string, email: string, keeps: string | null): Promise<void> {
  for (const account of await lockUnprovedAccounts(tx, networkId, email, keeps)) {
    await replaceAddress(tx, networkId, account, await identitiesOf(tx, networkId, account.id));
  }
}

/**
 * Replaces an account's address with a free one that its providers state, else with none: the next visit then asks for
 * one.
 */
async function replaceAddress(
  tx: Tx,
  networkId: string,
  account: Pick<Account, "id" | "email">,
  identities: readonly IdentityRow[],
): Promise<string> {
  let next = "";
  for (const { person } of identities) {
    const named = person?.emailTrusted ? person.email : null;
    if (next !== "" || named === null || named === undefined || named === account.email) continue;
    if (!(await otherAccountHasEmail(tx, networkId, named, account.id))) next = named;
  }
  await changeAccountEmail(tx, account.id, next);
  return next;
}
