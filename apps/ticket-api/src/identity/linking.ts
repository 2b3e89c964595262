import type { createIdentity, deleteIdentity, Identity, identities } from "@guichet/contract/identity.ts";
import { done, type Outcome, refuse } from "@guichet/contract/outcome.ts";
import type { z } from "zod";
import { type Account, changeAccountEmail, findAccount } from "../account-records/account-store.ts";
import { otherAccountHasEmail } from "../account-records/address-store.ts";
import {
  accountIdOfIdentity,
  dropIdentity,
  holdAccount,
  identitiesOf,
  insertIdentity,
  lockEmail,
  lockIdentity,
} from "../account-records/identity-store.ts";
import { deleteLogin, holdLogin, loginById } from "../authentication/login-store.ts";
import { isFreshProof } from "../authentication/proofs.ts";
import { takeGrant } from "../authentication/provider-store.ts";
import type { Database, Tx } from "../database/database.ts";
import { decide } from "../database/deciding.ts";
import type { Answer } from "../http/call-handler.ts";
import { hashed } from "../ids.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { isWayIn, passwordProvider } from "../network-registry/sign-in-providers.ts";
import { holdWhole } from "../privacy/deletion.ts";
import { endOtherSessions, findSession } from "../sessions/session-store.ts";
import { readSignIn, type SignedIn, stillStands } from "./id-tokens.ts";
import { synchronise } from "./synchronise.ts";
import { nameOf, tellOfWays } from "./tell-of-ways.ts";

type CreateAsk = Parameters<Answer<typeof createIdentity>>[0];
type LinkRefusal =
  | "REAUTHENTICATION_REQUIRED"
  | "TOKEN_INVALID"
  | "IDENTITY_EXISTS"
  | "IDENTITY_LINKED_ELSEWHERE"
  | "EMAIL_EXISTS";

/** The ways in of the account, as they were added (§7). */
export const answerIdentities: Answer<typeof identities> = async ({ house, network, session }) =>
  done({ identities: await listed(house.db, network, session.accountId) });

/**
 * Adds a way in to the account (§7), after a fresh proof of who asks: what a provider said, or an e-mail sign-in by its
 * identity token. The owner is told by letter.
 */
export const answerCreateIdentity: Answer<typeof createIdentity> = async (ask) => {
  const { house, network, session, request } = ask;
  const { authProviderId, authProviderToken } = request;
  const byPassword = authProviderId === passwordProvider;
  if (!isWayIn(house, network, authProviderId)) return refuse("PROVIDER_UNKNOWN");
  if (!isFreshProof(house, session)) return refuse("REAUTHENTICATION_REQUIRED");
  // Before the transaction, which keeps a connection: many at once would wait for each other's.
  const holder = byPassword ? await readSignIn(house, network.id, authProviderToken) : undefined;
  const linked = await decide(house.db, async (tx): Promise<Outcome<true, LinkRefusal>> => {
    await holdAccount(tx, network.id, session.accountId);
    // Looked at again, now that nothing changes any more: a reset by the address's owner may have ended it meanwhile.
    if (!(await findSession(tx, session.tokenHash, network.id, house.clock.iso())))
      return refuse("REAUTHENTICATION_REQUIRED");
    const held = await identitiesOf(tx, network.id, session.accountId);
    if (held.some(({ providerId }) => providerId === authProviderId)) return refuse("IDENTITY_EXISTS");
    const before = await findAccount(tx, network.id, session.accountId);
    const tied = byPassword ? await tieLogin(tx, ask, holder) : await tieProvider(tx, ask);
    if (!tied.ok) return tied;
    if (before !== undefined) await tell(tx, ask, before, "identity-linked");
    return done(true);
  });
  if (!linked.ok) return linked;
  house.wake();
  return done({ identities: await listed(house.db, network, session.accountId) });
};

async function tieProvider(
  tx: Tx,
  { house, network, session, request }: CreateAsk,
): Promise<Outcome<true, LinkRefusal>> {
  const { authProviderId: providerId, authProviderToken } = request;
  const grant = await takeGrant(
    tx,
    { networkId: network.id, providerId, tokenHash: hashed(authProviderToken) },
    house.clock.iso(),
  );
  if (grant === undefined) return refuse("TOKEN_INVALID");
  const { subject } = grant;
  await lockIdentity(tx, network.id, providerId, subject);
  if ((await accountIdOfIdentity(tx, network.id, providerId, subject)) !== undefined) {
    return refuse("IDENTITY_LINKED_ELSEWHERE");
  }
  const { accountId } = session;
  await insertIdentity(tx, { networkId: network.id, accountId, providerId, subject }, house.clock.iso());
  await synchronise(tx, { house, network, accountId, providerId }, grant);
  return done(true);
}

/** An e-mail sign-in joins the account, and its address becomes the account's: there letters go from now on. */
async function tieLogin(
  tx: Tx,
  { house, network, session }: CreateAsk,
  holder: SignedIn | string | undefined,
): Promise<Outcome<true, LinkRefusal>> {
  if (typeof holder !== "object" || holder.travellers !== null) return refuse("TOKEN_INVALID");
  const login = await holdLogin(tx, network.id, holder.login.id);
  if (login === undefined || !(await stillStands(tx, login, holder))) return refuse("TOKEN_INVALID");
  const { accountId } = session;
  if ((await accountIdOfIdentity(tx, network.id, passwordProvider, login.id)) !== undefined) {
    return refuse("IDENTITY_LINKED_ELSEWHERE");
  }
  await lockEmail(tx, network.id, login.email);
  if (await otherAccountHasEmail(tx, network.id, login.email, accountId)) return refuse("EMAIL_EXISTS");
  const identity = { networkId: network.id, accountId, providerId: passwordProvider, subject: login.id };
  await insertIdentity(tx, identity, house.clock.iso());
  await changeAccountEmail(tx, accountId, login.email);
  return done(true);
}

/** Removes a way in (§7), after a fresh proof; the last one stays. All other sessions end, and the owner is told. */
export const answerDeleteIdentity: Answer<typeof deleteIdentity> = async (ask) => {
  const { house, network, session, request } = ask;
  const { accountId, tokenHash } = session;
  const unlinked = await decide(house.db, async (tx) => {
    // With its sign-in by e-mail, in the order of a reset.
    await holdWhole(tx, network.id, accountId);
    const held = await identitiesOf(tx, network.id, accountId);
    const identity = held.find(({ providerId }) => providerId === request.authProviderId);
    if (identity === undefined) return refuse("NOT_FOUND");
    if (!isFreshProof(house, session)) return refuse("REAUTHENTICATION_REQUIRED");
    // A provider that the network has no more opens nothing.
    const others = held.filter(({ providerId }) => providerId !== identity.providerId);
    if (!others.some(({ providerId }) => isWayIn(house, network, providerId))) return refuse("LAST_IDENTITY");
    await dropIdentity(tx, network.id, accountId, identity.providerId);
    if (identity.providerId === passwordProvider) await deleteLogin(tx, identity.subject);
    await endOtherSessions(tx, accountId, tokenHash);
    const account = await findAccount(tx, network.id, accountId);
    if (account !== undefined) await tell(tx, ask, account, "identity-unlinked");
    return done(true);
  });
  if (!unlinked.ok) return unlinked;
  house.wake();
  return done({ identities: await listed(house.db, network, accountId) });
};

type Told = Pick<CreateAsk, "house" | "network" | "language"> & { request: { authProviderId: string } };

const tell = (tx: Tx, ask: Told, account: Account, template: "identity-linked" | "identity-unlinked") =>
  tellOfWays(tx, { ...ask, account, providerId: ask.request.authProviderId }, template, account.email);

async function listed(db: Database, network: LoadedNetwork, accountId: string): Promise<z.infer<typeof Identity>[]> {
  const held = await identitiesOf(db, network.id, accountId);
  return Promise.all(
    held.map(async ({ providerId, subject, person, createdAt, synchronisedAt }) => {
      const { providers } = network.definition.authentication;
      const driver = providers.find(({ id }) => id === providerId)?.driver ?? null;
      const login = providerId === passwordProvider ? await loginById(db, network.id, subject) : undefined;
      const email = login?.email ?? person?.email ?? null;
      const emailVerified = login === undefined ? person?.emailVerified === true : login.emailVerifiedAt !== null;
      const name = nameOf(network, providerId) ?? "";
      return { providerId, driver, name, email, emailVerified, createdAt, synchronisedAt };
    }),
  );
}
