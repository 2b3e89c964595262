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
import { accountOfLine, endReplaced } from "../sessions/session-store.ts";
import { releaseAddress } from "./email-verification.ts";
import { openSessionFor } from "./open-session.ts";
import { synchronise } from "./synchronise-person.ts";

type CallContext = Parameters<Handler<typeof authenticate>>[0];

/**
 * Opens a session from what a provider said (§7), by our one-time token; or goes on with the session that is named, by
 * the access token of its custom provider, which the shop renews. The account is found by provider and `sub`, never by
 * e-mail; whom a provider names is no guest.
 */
export const authenticateHandler: Handler<typeof authenticate> = async (ctx) => {
  const { deps, network, request } = ctx;
  const provider = providerOf(deps, network, request.authProviderId);
  if (provider === undefined || !isMeant(provider, request)) return err("PROVIDER_UNKNOWN");
  if (request.authAsGuest === true) return err("GUEST_NOT_ALLOWED");
  const renewed = await saidByAccessToken(ctx, provider);
  if (renewed !== undefined && !renewed.ok) return renewed;
  const entered = await runTransaction(deps.db, async (tx) => {
    const said = renewed?.value ?? (await saidByGrant(tx, ctx, provider));
    if (said === undefined) return err("TOKEN_INVALID");
    const opened = await accountFor(tx, ctx, provider, said);
    if (!opened.ok) return opened;
    const { accountId, isNew } = opened.value;
    const at = { accountId, providerId: provider.definition.id };
    const entering = renewed === undefined ? await opening(tx, ctx, at, said) : await goingOn(tx, ctx, at);
    // Ended since: it stays ended, whatever its provider still says.
    if (entering === undefined) return err("TOKEN_INVALID");
    const user = await openSessionFor(tx, ctx, { ...at, ...entering, provedAt: said.authenticatedAt });
    return ok({ user, isNew, idToken: entering.providerIdToken });
  });
  if (!entered.ok) return entered;
  const { user, isNew, idToken } = entered.value;
  if (renewed === undefined) ctx.tell({ event: "sign-in", actor: { customer: user.userId } });
  return ok({
    userToken: user.userToken,
    isNew,
    ...(request.withCustomer === false ? {} : { user }),
    logoutUrl: await provider.party.logoutUrl(idToken, afterLogout(deps, network)),
  });
};

/** Do all names of the provider that came along, whichever of them a client keeps, name this one? */
function isMeant({ definition }: NetworkProvider, named: CallContext["request"]): boolean {
  const { id, slug, driver, client } = definition;
  const is = (name: string | undefined, ...own: string[]) =>
    name === undefined || own.some((one) => one.toLowerCase() === name.toLowerCase());
  return is(named.provider, id, slug, driver) && is(named.clientSlug, slug) && is(named.oauthClient, client);
}

type At = { accountId: string; providerId: string };

/** A new session, in the place of one that came along; its provider's identity token. */
async function opening(tx: Tx, { network, token }: CallContext, at: At, { idToken }: ProviderSaid) {
  const before =
    token === undefined ? undefined : await endReplaced(tx, { ...at, networkId: network.id, lineHash: lineOf(token) });
  return { providerIdToken: idToken ?? before?.providerIdToken ?? null };
}

/** The session that came along, under a new token; undefined where it was ended. */
async function goingOn(tx: Tx, { deps, network, client, request, token = "" }: CallContext, at: At) {
  const device = request.device ?? null;
  const renewed = await renewSession(tx, deps, token, { ...at, networkId: network.id, clientId: client.id, device });
  return renewed && { renewed: renewed.userToken, providerIdToken: renewed.providerIdToken };
}

/**
 * What an access token of a custom provider stands for; undefined where the token is one of ours. It goes on with a session
 * that this provider opened for the same person and that nobody ended, and opens none: the provider would go on for
 * whoever holds its refresh token, and an opaque token may have been given to anybody.
 */
async function saidByAccessToken(
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

async function saidByGrant(
  tx: Tx,
  ctx: CallContext,
  { definition }: NetworkProvider,
): Promise<ProviderSaid | undefined> {
  const { deps, network, request } = ctx;
  const tokenHash = hashed(request.authProviderToken);
  return takeGrant(tx, { networkId: network.id, providerId: definition.id, tokenHash }, deps.clock.iso());
}

/** The account of this person of the provider, brought up to date; a new one at the first sign-in. */
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
