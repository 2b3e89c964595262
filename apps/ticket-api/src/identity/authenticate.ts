import type { authenticate } from "@guichet/contract/identity.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { otherAccountHasEmail } from "../account-records/address-store.ts";
import { accountIdOfIdentity, lockEmail, lockIdentity } from "../account-records/identity-store.ts";
import { openAccount } from "../account-records/open-account.ts";
import { hasGrant, takeGrant } from "../authentication/provider-store.ts";
import type { Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Handler } from "../http/call-handler.ts";
import { hashed } from "../ids.ts";
import { isJwt, type ProviderSaid } from "../integrations/identity-provider.ts";
import { afterLogout, type NetworkProvider, providerOf } from "../network-registry/sign-in-providers.ts";
import { lineOf, renewSession } from "../sessions/session.ts";
import { accountOfLine, endReplacedSession } from "../sessions/session-store.ts";
import { releaseAddress } from "./email-verification.ts";
import { openSessionFor } from "./open-session.ts";
import { synchronise } from "./synchronise-person.ts";

type CallContext = Parameters<Handler<typeof authenticate>>[0];

/**
 * Opens a session from a provider's statement about a person (§7), by our one-time token. With the access token of a custom provider, which
 * the shop renews, it continues the session of the user token instead. The account is found by provider and `sub`, never by e-mail.
 * A guest cannot be authenticated by a provider.
 */
export const authenticateHandler: Handler<typeof authenticate> = async (ctx) => {
  const { deps, network, request } = ctx;
  const provider = providerOf(deps, network, request.authProviderId);
  if (provider === undefined || !namesProvider(provider, request)) return err("PROVIDER_UNKNOWN");
  if (request.authAsGuest === true) return err("GUEST_NOT_ALLOWED");
  const renewed = await claimsFromAccessToken(ctx, provider);
  if (renewed !== undefined && !renewed.ok) return renewed;
  const signedIn = await runTransaction(deps.db, async (tx) => {
    const said = renewed?.value ?? (await claimsFromGrant(tx, ctx, provider));
    if (said === undefined) return err("TOKEN_INVALID");
    const opened = await accountFor(tx, ctx, provider, said);
    if (!opened.ok) return opened;
    const { accountId, isNew } = opened.value;
    const at = { accountId, providerId: provider.definition.id };
    const session =
      renewed === undefined ? await replaceSession(tx, ctx, at, said) : await continueSession(tx, ctx, at);
    // The session was ended meanwhile: it stays ended, even if its provider still accepts it.
    if (session === undefined) return err("TOKEN_INVALID");
    const user = await openSessionFor(tx, ctx, { ...at, ...session, provedAt: said.authenticatedAt });
    return ok({ user, isNew, idToken: session.providerIdToken });
  });
  if (!signedIn.ok) return signedIn;
  const { user, isNew, idToken } = signedIn.value;
  if (renewed === undefined) ctx.tell({ event: "sign-in", actor: { customer: user.userId } });
  return ok({
    userToken: user.userToken,
    isNew,
    ...(request.withCustomer === false ? {} : { user }),
    logoutUrl: await provider.party.logoutUrl(idToken, afterLogout(deps, network)),
  });
};

/** Whether all provider names in the request (clients use different ones) name this provider. */
function namesProvider({ definition }: NetworkProvider, named: CallContext["request"]): boolean {
  const { id, slug, driver, client } = definition;
  const is = (name: string | undefined, ...own: string[]) =>
    name === undefined || own.some((one) => one.toLowerCase() === name.toLowerCase());
  return is(named.provider, id, slug, driver) && is(named.clientSlug, slug) && is(named.oauthClient, client);
}

type SessionSubject = { accountId: string; providerId: string };

/** A new session that replaces the one in the request; returns the provider's identity token. */
async function replaceSession(tx: Tx, { network, token }: CallContext, at: SessionSubject, { idToken }: ProviderSaid) {
  const before =
    token === undefined
      ? undefined
      : await endReplacedSession(tx, { ...at, networkId: network.id, lineHash: lineOf(token) });
  return { providerIdToken: idToken ?? before?.providerIdToken ?? null };
}

/** Continues the session in the request under a new token; undefined if it was ended. */
async function continueSession(
  tx: Tx,
  { deps, network, client, request, token = "" }: CallContext,
  at: SessionSubject,
) {
  const device = request.device ?? null;
  const renewed = await renewSession(tx, deps, token, { ...at, networkId: network.id, clientId: client.id, device });
  return renewed && { renewed: renewed.userToken, providerIdToken: renewed.providerIdToken };
}

/**
 * Reads the person from an access token of a custom provider; undefined if the token is one of ours. The access token only continues a
 * session that this provider opened for the same person and that nobody ended. It opens none: the provider would renew it for
 * anyone with its refresh token, and an opaque token may have been issued to anyone.
 */
async function claimsFromAccessToken(
  { deps, network, request, token }: CallContext,
  { definition, party }: NetworkProvider,
) {
  const { authProviderToken } = request;
  if (definition.driver !== "KEYCLOAK") return undefined;
  const names = { networkId: network.id, providerId: definition.id };
  const grant = { ...names, tokenHash: hashed(authProviderToken) };
  if (!isJwt(authProviderToken) && (await hasGrant(deps.db, grant, deps.clock.iso()))) return undefined;
  const before = token === undefined ? undefined : await accountOfLine(deps.db, { ...names, lineHash: lineOf(token) });
  if (before === undefined) return err("TOKEN_INVALID");
  const checked = await party.checkAccessToken(authProviderToken);
  if (!checked.ok) return err(checked.code === "PROVIDER_UNAVAILABLE" ? checked.code : "TOKEN_INVALID");
  const theirs = await accountIdOfIdentity(deps.db, network.id, definition.id, checked.value.subject);
  return theirs === before ? checked : err("TOKEN_INVALID");
}

async function claimsFromGrant(
  tx: Tx,
  ctx: CallContext,
  { definition }: NetworkProvider,
): Promise<ProviderSaid | undefined> {
  const { deps, network, request } = ctx;
  const tokenHash = hashed(request.authProviderToken);
  return takeGrant(tx, { networkId: network.id, providerId: definition.id, tokenHash }, deps.clock.iso());
}

/** The account of this person, updated from the provider; a new one at the first sign-in. */
async function accountFor(
  tx: Tx,
  ctx: CallContext,
  { definition }: NetworkProvider,
  said: ProviderSaid,
): Promise<Result<{ accountId: string; isNew: boolean }, "EMAIL_EXISTS_OTHER_PROVIDER">> {
  const { deps, network, language } = ctx;
  const { subject, person } = said;
  const providerId = definition.id;
  await lockIdentity(tx, network.id, providerId, subject);
  const known = await accountIdOfIdentity(tx, network.id, providerId, subject);
  if (known !== undefined) {
    await synchronise(tx, { deps, network, accountId: known, providerId }, said);
    return ok({ accountId: known, isNew: false });
  }
  const email = person.emailTrusted ? (person.email ?? "") : "";
  if (email !== "") {
    await lockEmail(tx, network.id, email);
    if (await otherAccountHasEmail(tx, network.id, email, null)) return err("EMAIL_EXISTS_OTHER_PROVIDER");
  }
  const { firstName, lastName, birthDate } = person;
  if (email !== "" && person.emailVerified) await releaseAddress(tx, network.id, email, null);
  const accountId = await openAccount(tx, deps, {
    networkId: network.id,
    email,
    guest: false,
    language,
    firstName,
    lastName,
    birthDate,
    identity: { providerId, subject, person, synchronised: definition.driver === "FRANCECONNECT" },
  });
  return ok({ accountId, isNew: true });
}
