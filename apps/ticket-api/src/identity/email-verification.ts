import type { Language } from "@guichet/contract/locales.ts";
import { type Account, accountOfLogin, changeAccountEmail, lockAccount } from "../account-records/account-store.ts";
import { accountsToGiveUp, otherAccountHasEmail } from "../account-records/address-store.ts";
import { dropIdentity, type IdentityRow, identitiesOf } from "../account-records/identity-store.ts";
import { dropKnownDevices, type Login } from "../authentication/login-store.ts";
import { dropTravellerLogins } from "../authentication/traveller-login-store.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { isSignInMethod, passwordProvider } from "../network-registry/sign-in-providers.ts";
import { endSessionsBy, type UserSession } from "../sessions/session-store.ts";
import { notifySignInMethods } from "./sign-in-method-emails.ts";

/** Who brings the code of a letter: the session of the browser in which they do it, if there is one. */
export interface Proof {
  deps: Dependencies;
  network: LoadedNetwork;
  language: Language;
  session: UserSession | undefined;
  /** The sign-in whose identity token came along (client software of the toolkit). */
  signedInTo?: string | undefined;
}

/**
 * Does who brings the code also hold the account: its own session, or an identity token of its sign-in? Only then a
 * link proves more than that somebody reads the address (decision record 101).
 */
export async function holdsAccount(tx: Tx, { network, session, signedInTo }: Proof, login: Login): Promise<boolean> {
  if (signedInTo === login.id) return true;
  const account = await accountOfLogin(tx, network.id, login.id);
  return account !== undefined && isOwn(session, account);
}

/** An account that has other ways in beside an e-mail sign-in, and these. */
export interface Shared {
  account: Account;
  others: IdentityRow[];
}

/**
 * The account that a letter to this address would open to somebody else (decision record 064): it has other ways in, none
 * of which vouches for the address, and the code does not come in a session of its own. The caller holds the login; the
 * account is held from here on.
 */
export async function findSharedAccount(
  tx: Tx,
  { deps, network, session }: Proof,
  login: Login,
  email: string,
): Promise<Shared | undefined> {
  const known = await accountOfLogin(tx, network.id, login.id);
  const account = known && (await lockAccount(tx, network.id, known.id));
  if (account === undefined || isOwn(session, account)) return undefined;
  const held = await identitiesOf(tx, network.id, account.id);
  const others = held.filter(
    ({ providerId }) => providerId !== passwordProvider && isSignInMethod(deps, network, providerId),
  );
  const vouched = others.some(({ person }) => person?.emailVerified === true && person.email === email);
  return others.length === 0 || vouched ? undefined : { account, others };
}

const isOwn = (session: UserSession | undefined, account: Account): boolean =>
  session?.accountId === account.id && session.isHolder && session.cardId === null;

/** Takes the e-mail sign-in out of an account that is somebody else's: that one keeps everything but this way in, and is told. */
export async function separateAccount(tx: Tx, proof: Proof, login: Login, { account, others }: Shared): Promise<void> {
  const { deps, network, language } = proof;
  await dropIdentity(tx, network.id, account.id, passwordProvider);
  await endSessionsBy(tx, account.id, passwordProvider);
  await dropGiven(tx, login);
  const to = account.email === login.email ? await giveUpAddress(tx, network.id, account, others) : account.email;
  await notifySignInMethods(
    tx,
    { deps, network, account, language, providerId: passwordProvider },
    "identity-unlinked",
    to,
  );
}

/**
 * An account whose only way in is the address is its owner's from the proof on: what somebody set up beside it before
 * ends, travellers' own sign-ins, known browsers, and identities of providers that the network gave up.
 */
export async function takeOverAccount(tx: Tx, { deps, network, session }: Proof, login: Login): Promise<void> {
  const account = await accountOfLogin(tx, network.id, login.id);
  if (account !== undefined && isOwn(session, account)) return;
  await dropGiven(tx, login);
  if (account === undefined) return;
  for (const { providerId } of await identitiesOf(tx, network.id, account.id)) {
    const stays = providerId === passwordProvider || isSignInMethod(deps, network, providerId);
    if (!stays) await dropIdentity(tx, network.id, account.id, providerId);
  }
}

async function dropGiven(tx: Tx, { networkId, id }: Login): Promise<void> {
  await dropTravellerLogins(tx, networkId, id);
  await dropKnownDevices(tx, id);
}

/** An address was proved for one account: others that hold it without a proof give it up. The caller has locked the address. */
export async function releaseAddress(tx: Tx, networkId: string, email: string, keeps: string | null): Promise<void> {
  for (const account of await accountsToGiveUp(tx, networkId, email, keeps)) {
    await giveUpAddress(tx, networkId, account, await identitiesOf(tx, networkId, account.id));
  }
}

/** The account takes another address that one of its providers names, if it is free, else none: its next visit asks for one. */
async function giveUpAddress(
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
