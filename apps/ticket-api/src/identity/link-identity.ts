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
import { isStepUpFresh } from "../authentication/step-up.ts";
import type { Database, Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Handler } from "../http/call-handler.ts";
import { hashed } from "../ids.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { isSignInMethod, passwordProvider } from "../network-registry/sign-in-providers.ts";
import { lockAccountAndLogin } from "../privacy/delete-account.ts";
import { endOtherSessions, findSession } from "../sessions/session-store.ts";
import { isSignInValid, readSignIn, type SignedIn } from "./id-tokens.ts";
import { notifySignInMethods, providerNameOf } from "./sign-in-method-emails.ts";
import { synchronise } from "./synchronise-person.ts";

type LinkContext = Parameters<Handler<typeof createIdentity>>[0];
type LinkError =
  | "REAUTHENTICATION_REQUIRED"
  | "TOKEN_INVALID"
  | "IDENTITY_EXISTS"
  | "IDENTITY_LINKED_ELSEWHERE"
  | "EMAIL_EXISTS";

/** The sign-in methods of the account, in the order they were added (§7). */
export const identitiesHandler: Handler<typeof identities> = async ({ deps, network, session }) =>
  ok({ identities: await listIdentities(deps.db, network, session.accountId) });

/**
 * Adds a sign-in method to the account (§7), after step-up authentication: a provider's person by our one-time token, or an e-mail
 * login with its identity token. The owner is notified by e-mail.
 */
export const createIdentityHandler: Handler<typeof createIdentity> = async (ctx) => {
  const { deps, network, session, request } = ctx;
  const { authProviderId, authProviderToken } = request;
  const byPassword = authProviderId === passwordProvider;
  if (!isSignInMethod(deps, network, authProviderId)) return err("PROVIDER_UNKNOWN");
  if (!isStepUpFresh(deps, session)) return err("REAUTHENTICATION_REQUIRED");
  // Outside the transaction, which holds a connection: concurrent calls would wait for each other's.
  const holder = byPassword ? await readSignIn(deps, network.id, authProviderToken) : undefined;
  const linked = await runTransaction(deps.db, async (tx): Promise<Result<true, LinkError>> => {
    await lockAccountIdentities(tx, network.id, session.accountId);
    // Checked again under the lock: a reset by the address's owner may have ended the session meanwhile.
    if (!(await findSession(tx, session.tokenHash, network.id, deps.clock.iso())))
      return err("REAUTHENTICATION_REQUIRED");
    const linkedIdentities = await identitiesOf(tx, network.id, session.accountId);
    if (linkedIdentities.some(({ providerId }) => providerId === authProviderId)) return err("IDENTITY_EXISTS");
    const before = await findAccount(tx, network.id, session.accountId);
    const result = byPassword ? await linkPasswordLogin(tx, ctx, holder) : await linkProvider(tx, ctx);
    if (!result.ok) return result;
    if (before !== undefined) await notify(tx, ctx, before, "identity-linked");
    return ok(true);
  });
  if (!linked.ok) return linked;
  deps.wake();
  return ok({ identities: await listIdentities(deps.db, network, session.accountId) });
};

async function linkProvider(
  tx: Tx,
  { deps, network, session, request }: LinkContext,
): Promise<Result<true, LinkError>> {
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

/** Links an e-mail login. Its address becomes the account's, to which e-mails go from now on. */
async function linkPasswordLogin(
  tx: Tx,
  { deps, network, session }: LinkContext,
  holder: SignedIn | string | undefined,
): Promise<Result<true, LinkError>> {
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

/** Removes a sign-in method (§7), after step-up authentication; the last one stays. Ends all other sessions and notifies the owner. */
export const deleteIdentityHandler: Handler<typeof deleteIdentity> = async (ctx) => {
  const { deps, network, session, request } = ctx;
  const { accountId, tokenHash } = session;
  const unlinked = await runTransaction(deps.db, async (tx) => {
    // Locks the e-mail login too, in the same order as a password reset.
    await lockAccountAndLogin(tx, network.id, accountId);
    const linkedIdentities = await identitiesOf(tx, network.id, accountId);
    const identity = linkedIdentities.find(({ providerId }) => providerId === request.authProviderId);
    if (identity === undefined) return err("NOT_FOUND");
    if (!isStepUpFresh(deps, session)) return err("REAUTHENTICATION_REQUIRED");
    // A provider that the network no longer has opens nothing.
    const others = linkedIdentities.filter(({ providerId }) => providerId !== identity.providerId);
    if (!others.some(({ providerId }) => isSignInMethod(deps, network, providerId))) return err("LAST_IDENTITY");
    await dropIdentity(tx, network.id, accountId, identity.providerId);
    if (identity.providerId === passwordProvider) await deleteLogin(tx, identity.subject);
    await endOtherSessions(tx, accountId, tokenHash);
    const account = await findAccount(tx, network.id, accountId);
    if (account !== undefined) await notify(tx, ctx, account, "identity-unlinked");
    return ok(true);
  });
  if (!unlinked.ok) return unlinked;
  deps.wake();
  return ok({ identities: await listIdentities(deps.db, network, accountId) });
};

type NotificationContext = Pick<LinkContext, "deps" | "network" | "language"> & { request: { authProviderId: string } };

const notify = (
  tx: Tx,
  ctx: NotificationContext,
  account: Account,
  template: "identity-linked" | "identity-unlinked",
) => notifySignInMethods(tx, { ...ctx, account, providerId: ctx.request.authProviderId }, template, account.email);

async function listIdentities(
  db: Database,
  network: LoadedNetwork,
  accountId: string,
): Promise<z.infer<typeof Identity>[]> {
  const linkedIdentities = await identitiesOf(db, network.id, accountId);
  return Promise.all(
    linkedIdentities.map(async ({ providerId, subject, person, createdAt, synchronisedAt }) => {
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
