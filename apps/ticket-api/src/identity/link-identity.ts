import type { createIdentity, deleteIdentity, Identity, identities } from "@guichet/contract/identity.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { z } from "zod";
import { type Account, changeAccountEmail, findAccount } from "../account-records/account-store.ts";
import { otherAccountHasEmail } from "../account-records/address-store.ts";
import {
  accountIdOfIdentity,
  dropIdentity,
  identitiesOf,
  insertIdentity,
  lockAccountIdentities,
  lockEmail,
  lockIdentity,
} from "../account-records/identity-store.ts";
import { deleteLogin, lockLogin, loginById } from "../authentication/login-store.ts";
import { takeGrant } from "../authentication/provider-store.ts";
import { isFreshProof } from "../authentication/step-up.ts";
import type { Database, Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Handler } from "../http/call-handler.ts";
import { hashed } from "../ids.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { isSignInMethod, passwordProvider } from "../network-registry/sign-in-providers.ts";
import { holdWhole } from "../privacy/delete-account.ts";
import { endOtherSessions, findSession } from "../sessions/session-store.ts";
import { isSignInValid, readSignIn, type SignedIn } from "./id-tokens.ts";
import { notifySignInMethods, providerNameOf } from "./sign-in-method-emails.ts";
import { synchronise } from "./synchronise-person.ts";

type CreateOrderContext = Parameters<Handler<typeof createIdentity>>[0];
type LinkRefusal =
  | "REAUTHENTICATION_REQUIRED"
  | "TOKEN_INVALID"
  | "IDENTITY_EXISTS"
  | "IDENTITY_LINKED_ELSEWHERE"
  | "EMAIL_EXISTS";

/** The ways in of the account, as they were added (§7). */
export const identitiesHandler: Handler<typeof identities> = async ({ deps, network, session }) =>
  ok({ identities: await listed(deps.db, network, session.accountId) });

/**
 * Adds a way in to the account (§7), after a fresh proof of who asks: what a provider said, or an e-mail sign-in by its
 * identity token. The owner is told by letter.
 */
export const createIdentityHandler: Handler<typeof createIdentity> = async (ctx) => {
  const { deps, network, session, request } = ctx;
  const { authProviderId, authProviderToken } = request;
  const byPassword = authProviderId === passwordProvider;
  if (!isSignInMethod(deps, network, authProviderId)) return err("PROVIDER_UNKNOWN");
  if (!isFreshProof(deps, session)) return err("REAUTHENTICATION_REQUIRED");
  // Before the transaction, which keeps a connection: many at once would wait for each other's.
  const holder = byPassword ? await readSignIn(deps, network.id, authProviderToken) : undefined;
  const linked = await runTransaction(deps.db, async (tx): Promise<Result<true, LinkRefusal>> => {
    await lockAccountIdentities(tx, network.id, session.accountId);
    // Looked at again, now that nothing changes any more: a reset by the address's owner may have ended it meanwhile.
    if (!(await findSession(tx, session.tokenHash, network.id, deps.clock.iso())))
      return err("REAUTHENTICATION_REQUIRED");
    const held = await identitiesOf(tx, network.id, session.accountId);
    if (held.some(({ providerId }) => providerId === authProviderId)) return err("IDENTITY_EXISTS");
    const before = await findAccount(tx, network.id, session.accountId);
    const tied = byPassword ? await tieLogin(tx, ctx, holder) : await tieProvider(tx, ctx);
    if (!tied.ok) return tied;
    if (before !== undefined) await tell(tx, ctx, before, "identity-linked");
    return ok(true);
  });
  if (!linked.ok) return linked;
  deps.wake();
  return ok({ identities: await listed(deps.db, network, session.accountId) });
};

async function tieProvider(
  tx: Tx,
  { deps, network, session, request }: CreateOrderContext,
): Promise<Result<true, LinkRefusal>> {
  const { authProviderId: providerId, authProviderToken } = request;
  const grant = await takeGrant(
    tx,
    { networkId: network.id, providerId, tokenHash: hashed(authProviderToken) },
    deps.clock.iso(),
  );
  if (grant === undefined) return err("TOKEN_INVALID");
  const { subject } = grant;
  await lockIdentity(tx, network.id, providerId, subject);
  if ((await accountIdOfIdentity(tx, network.id, providerId, subject)) !== undefined) {
    return err("IDENTITY_LINKED_ELSEWHERE");
  }
  const { accountId } = session;
  await insertIdentity(tx, { networkId: network.id, accountId, providerId, subject }, deps.clock.iso());
  await synchronise(tx, { deps, network, accountId, providerId }, grant);
  return ok(true);
}

/** An e-mail sign-in joins the account, and its address becomes the account's: there letters go from now on. */
async function tieLogin(
  tx: Tx,
  { deps, network, session }: CreateOrderContext,
  holder: SignedIn | string | undefined,
): Promise<Result<true, LinkRefusal>> {
  if (typeof holder !== "object" || holder.travellers !== null) return err("TOKEN_INVALID");
  const login = await lockLogin(tx, network.id, holder.login.id);
  if (login === undefined || !(await isSignInValid(tx, login, holder))) return err("TOKEN_INVALID");
  const { accountId } = session;
  if ((await accountIdOfIdentity(tx, network.id, passwordProvider, login.id)) !== undefined) {
    return err("IDENTITY_LINKED_ELSEWHERE");
  }
  await lockEmail(tx, network.id, login.email);
  if (await otherAccountHasEmail(tx, network.id, login.email, accountId)) return err("EMAIL_EXISTS");
  const identity = { networkId: network.id, accountId, providerId: passwordProvider, subject: login.id };
  await insertIdentity(tx, identity, deps.clock.iso());
  await changeAccountEmail(tx, accountId, login.email);
  return ok(true);
}

/** Removes a way in (§7), after a fresh proof; the last one stays. All other sessions end, and the owner is told. */
export const deleteIdentityHandler: Handler<typeof deleteIdentity> = async (ctx) => {
  const { deps, network, session, request } = ctx;
  const { accountId, tokenHash } = session;
  const unlinked = await runTransaction(deps.db, async (tx) => {
    // With its sign-in by e-mail, in the order of a reset.
    await holdWhole(tx, network.id, accountId);
    const held = await identitiesOf(tx, network.id, accountId);
    const identity = held.find(({ providerId }) => providerId === request.authProviderId);
    if (identity === undefined) return err("NOT_FOUND");
    if (!isFreshProof(deps, session)) return err("REAUTHENTICATION_REQUIRED");
    // A provider that the network has no more opens nothing.
    const others = held.filter(({ providerId }) => providerId !== identity.providerId);
    if (!others.some(({ providerId }) => isSignInMethod(deps, network, providerId))) return err("LAST_IDENTITY");
    await dropIdentity(tx, network.id, accountId, identity.providerId);
    if (identity.providerId === passwordProvider) await deleteLogin(tx, identity.subject);
    await endOtherSessions(tx, accountId, tokenHash);
    const account = await findAccount(tx, network.id, accountId);
    if (account !== undefined) await tell(tx, ctx, account, "identity-unlinked");
    return ok(true);
  });
  if (!unlinked.ok) return unlinked;
  deps.wake();
  return ok({ identities: await listed(deps.db, network, accountId) });
};

type Told = Pick<CreateOrderContext, "deps" | "network" | "language"> & { request: { authProviderId: string } };

const tell = (tx: Tx, ctx: Told, account: Account, template: "identity-linked" | "identity-unlinked") =>
  notifySignInMethods(tx, { ...ctx, account, providerId: ctx.request.authProviderId }, template, account.email);

async function listed(db: Database, network: LoadedNetwork, accountId: string): Promise<z.infer<typeof Identity>[]> {
  const held = await identitiesOf(db, network.id, accountId);
  return Promise.all(
    held.map(async ({ providerId, subject, person, createdAt, synchronisedAt }) => {
      const { providers } = network.definition.authentication;
      const driver = providers.find(({ id }) => id === providerId)?.driver ?? null;
      const login = providerId === passwordProvider ? await loginById(db, network.id, subject) : undefined;
      const email = login?.email ?? person?.email ?? null;
      const emailVerified = login === undefined ? person?.emailVerified === true : login.emailVerifiedAt !== null;
      const name = providerNameOf(network, providerId) ?? "";
      return { providerId, driver, name, email, emailVerified, createdAt, synchronisedAt };
    }),
  );
}
