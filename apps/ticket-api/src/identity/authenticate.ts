import type { authenticate } from "@guichet/contract/identity.ts";
import { done, type Outcome, refuse } from "@guichet/contract/outcome.ts";
import { otherAccountHasEmail } from "../accounts/address-store.ts";
import { accountIdOfIdentity, lockEmail, lockIdentity } from "../accounts/identity-store.ts";
import { openAccount } from "../accounts/open-account.ts";
import type { Answer } from "../answering/answer.ts";
import type { Tx } from "../database/connection.ts";
import { decide } from "../database/deciding.ts";
import { hashed } from "../ids.ts";
import { isJwt, type ProviderSaid } from "../outside/identity-provider.ts";
import { enter } from "./enter.ts";
import { releaseAddress } from "./first-proof.ts";
import { hasGrant, takeGrant } from "./provider-store.ts";
import { afterLogout, type NetworkProvider, providerOf } from "./providers.ts";
import { accountOfSession, endReplaced } from "./session-store.ts";
import { synchronise } from "./synchronise.ts";

type Ask = Parameters<Answer<typeof authenticate>>[0];

/**
 * Opens a session from what a provider said (§7): by our one-time token, or at a custom provider by its access token,
 * which the shop renews. The account is found by provider and `sub`, never by e-mail; whom a provider names is no guest.
 */
export const answerAuthenticate: Answer<typeof authenticate> = async (ask) => {
  const { house, network, request } = ask;
  const provider = providerOf(house, network, request.authProviderId);
  if (provider === undefined) return refuse("PROVIDER_UNKNOWN");
  const renewed = await saidByAccessToken(ask, provider);
  if (renewed !== undefined && !renewed.ok) return renewed;
  const entered = await decide(house.db, async (tx) => {
    const said = renewed?.value ?? (await saidByGrant(tx, ask, provider));
    if (said === undefined) return refuse("TOKEN_INVALID");
    const opened = await accountFor(tx, ask, provider, said);
    if (!opened.ok) return opened;
    const { accountId, isNew } = opened.value;
    const { authenticatedAt: provedAt } = said;
    const providerId = provider.definition.id;
    const before = await replaced(tx, ask, accountId, providerId);
    const idToken = said.idToken ?? before;
    const user = await enter(tx, ask, { accountId, providerId, provedAt, providerIdToken: idToken });
    return done({ user, isNew, idToken });
  });
  if (!entered.ok) return entered;
  const { user, isNew, idToken } = entered.value;
  return done({
    userToken: user.userToken,
    isNew,
    ...(request.withCustomer === false ? {} : { user }),
    logoutUrl: await provider.party.logoutUrl(idToken, afterLogout(house, network)),
  });
};

/** Ends the session whose token came along, in whose place this one is; answers its provider's identity token. */
async function replaced(
  tx: Tx,
  { network, token }: Ask,
  accountId: string,
  providerId: string,
): Promise<string | null> {
  if (token === undefined) return null;
  const before = { tokenHash: hashed(token), networkId: network.id, accountId, providerId };
  return (await endReplaced(tx, before))?.providerIdToken ?? null;
}

/** What an access token of a custom provider stands for; undefined where the token is one of ours. */
async function saidByAccessToken({ house, network, request, token }: Ask, { definition, party }: NetworkProvider) {
  const { authProviderToken } = request;
  if (definition.driver !== "KEYCLOAK") return undefined;
  const names = { networkId: network.id, providerId: definition.id };
  const grant = { ...names, tokenHash: hashed(authProviderToken) };
  if (!isJwt(authProviderToken) && (await hasGrant(house.db, grant, house.clock.iso()))) return undefined;
  const before =
    token === undefined ? undefined : await accountOfSession(house.db, { ...names, tokenHash: hashed(token) });
  const checked = await party.checkAccessToken(authProviderToken, before !== undefined);
  if (!checked.ok) return refuse(checked.code === "PROVIDER_UNAVAILABLE" ? checked.code : "TOKEN_INVALID");
  if (isJwt(authProviderToken) || before === undefined) return checked;
  // An opaque token may have been given to anybody: it goes on with the session of its own person, and opens no other.
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
