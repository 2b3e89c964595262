import type { authenticate } from "@guichet/contract/identity.ts";
import { done, type Outcome, refuse } from "@guichet/contract/outcome.ts";
import { otherAccountHasEmail } from "../account-records/address-store.ts";
import { accountIdOfIdentity, lockEmail, lockIdentity } from "../account-records/identity-store.ts";
import { openAccount } from "../account-records/open-account.ts";
import { hasGrant, takeGrant } from "../authentication/provider-store.ts";
import type { Tx } from "../database/database.ts";
import { decide } from "../database/deciding.ts";
import type { Answer } from "../http/call-handler.ts";
import { hashed } from "../ids.ts";
import { isJwt, type ProviderSaid } from "../integrations/identity-provider.ts";
import { afterLogout, type NetworkProvider, providerOf } from "../network-registry/sign-in-providers.ts";
import { lineOf, renewSession } from "../sessions/session.ts";
import { accountOfLine, endReplaced } from "../sessions/session-store.ts";
import { enter } from "./enter.ts";
import { releaseAddress } from "./first-proof.ts";
import { synchronise } from "./synchronise.ts";

type Ask = Parameters<Answer<typeof authenticate>>[0];

/**
 * Opens a session from what a provider said (§7), by our one-time token; or goes on with the session that is named, by
 * the access token of its custom provider, which the shop renews. The account is found by provider and `sub`, never by
 * e-mail; whom a provider names is no guest.
 */
export const answerAuthenticate: Answer<typeof authenticate> = async (ask) => {
  const { house, network, request } = ask;
  const provider = providerOf(house, network, request.authProviderId);
  if (provider === undefined || !isMeant(provider, request)) return refuse("PROVIDER_UNKNOWN");
  if (request.authAsGuest === true) return refuse("GUEST_NOT_ALLOWED");
  const renewed = await saidByAccessToken(ask, provider);
  if (renewed !== undefined && !renewed.ok) return renewed;
  const entered = await decide(house.db, async (tx) => {
    const said = renewed?.value ?? (await saidByGrant(tx, ask, provider));
    if (said === undefined) return refuse("TOKEN_INVALID");
    const opened = await accountFor(tx, ask, provider, said);
    if (!opened.ok) return opened;
    const { accountId, isNew } = opened.value;
    const at = { accountId, providerId: provider.definition.id };
    const entering = renewed === undefined ? await opening(tx, ask, at, said) : await goingOn(tx, ask, at);
    // Ended since: it stays ended, whatever its provider still says.
    if (entering === undefined) return refuse("TOKEN_INVALID");
    const user = await enter(tx, ask, { ...at, ...entering, provedAt: said.authenticatedAt });
    return done({ user, isNew, idToken: entering.providerIdToken });
  });
  if (!entered.ok) return entered;
  const { user, isNew, idToken } = entered.value;
  if (renewed === undefined) ask.tell({ event: "sign-in", actor: { customer: user.userId } });
  return done({
    userToken: user.userToken,
    isNew,
    ...(request.withCustomer === false ? {} : { user }),
    logoutUrl: await provider.party.logoutUrl(idToken, afterLogout(house, network)),
  });
};

/** Do all names of the provider that came along, whichever of them a client keeps, name this one? */
function isMeant({ definition }: NetworkProvider, named: Ask["request"]): boolean {
  const { id, slug, driver, client } = definition;
  const is = (name: string | undefined, ...own: string[]) =>
    name === undefined || own.some((one) => one.toLowerCase() === name.toLowerCase());
  return is(named.provider, id, slug, driver) && is(named.clientSlug, slug) && is(named.oauthClient, client);
}

type At = { accountId: string; providerId: string };

/** A new session, in the place of one that came along; its provider's identity token. */
async function opening(tx: Tx, { network, token }: Ask, at: At, { idToken }: ProviderSaid) {
  const before =
    token === undefined ? undefined : await endReplaced(tx, { ...at, networkId: network.id, lineHash: lineOf(token) });
  return { providerIdToken: idToken ?? before?.providerIdToken ?? null };
}

/** The session that came along, under a new token; undefined where it was ended. */
async function goingOn(tx: Tx, { house, network, client, request, token = "" }: Ask, at: At) {
  const device = request.device ?? null;
  const renewed = await renewSession(tx, house, token, { ...at, networkId: network.id, clientId: client.id, device });
  return renewed && { renewed: renewed.userToken, providerIdToken: renewed.providerIdToken };
}

/**
 * What an access token of a custom provider stands for; undefined where the token is one of ours. It goes on with a session
 * that this provider opened for the same person and that nobody ended, and opens none: the provider would go on for
 * whoever holds its refresh token, and an opaque token may have been given to anybody.
 */
async function saidByAccessToken({ house, network, request, token }: Ask, { definition, party }: NetworkProvider) {
  const { authProviderToken } = request;
  if (definition.driver !== "KEYCLOAK") return undefined;
  const names = { networkId: network.id, providerId: definition.id };
  const grant = { ...names, tokenHash: hashed(authProviderToken) };
  if (!isJwt(authProviderToken) && (await hasGrant(house.db, grant, house.clock.iso()))) return undefined;
  const before = token === undefined ? undefined : await accountOfLine(house.db, { ...names, lineHash: lineOf(token) });
  if (before === undefined) return refuse("TOKEN_INVALID");
  const checked = await party.checkAccessToken(authProviderToken);
  if (!checked.ok) return refuse(checked.code === "PROVIDER_UNAVAILABLE" ? checked.code : "TOKEN_INVALID");
  const theirs = await accountIdOfIdentity(house.db, network.id, definition.id, checked.value.subject);
  return theirs === before ? checked : refuse("TOKEN_INVALID");
}

async function saidByGrant(tx: Tx, ask: Ask, { definition }: NetworkProvider): Promise<ProviderSaid | undefined> {
  const { house, network, request } = ask;
  const tokenHash = hashed(request.authProviderToken);
  return takeGrant(tx, { networkId: network.id, providerId: definition.id, tokenHash }, house.clock.iso());
}

/** The account of this person of the provider, brought up to date; a new one at the first sign-in. */
async function accountFor(
  tx: Tx,
  ask: Ask,
  { definition }: NetworkProvider,
  said: ProviderSaid,
): Promise<Outcome<{ accountId: string; isNew: boolean }, "EMAIL_EXISTS_OTHER_PROVIDER">> {
  const { house, network, language } = ask;
  const { subject, person } = said;
  const providerId = definition.id;
  await lockIdentity(tx, network.id, providerId, subject);
  const known = await accountIdOfIdentity(tx, network.id, providerId, subject);
  if (known !== undefined) {
    await synchronise(tx, { house, network, accountId: known, providerId }, said);
    return done({ accountId: known, isNew: false });
  }
  const email = person.emailTrusted ? (person.email ?? "") : "";
  if (email !== "") {
    await lockEmail(tx, network.id, email);
    if (await otherAccountHasEmail(tx, network.id, email, null)) return refuse("EMAIL_EXISTS_OTHER_PROVIDER");
  }
  const { firstName, lastName, birthDate } = person;
  if (email !== "" && person.emailVerified) await releaseAddress(tx, network.id, email, null);
  const accountId = await openAccount(tx, house, {
    networkId: network.id,
    email,
    guest: false,
    language,
    firstName,
    lastName,
    birthDate,
    identity: { providerId, subject, person, synchronised: definition.driver === "FRANCECONNECT" },
  });
  return done({ accountId, isNew: true });
}
