import type { introspectToken, reauthenticate } from "@guichet/contract/identity.ts";
import { recentSignInMinutes } from "@guichet/contract/limits.ts";
import { done, type Outcome, refuse } from "@guichet/contract/outcome.ts";
import { loginIdOfAccount } from "../account-records/account-store.ts";
import { accountIdOfIdentity } from "../account-records/identity-store.ts";
import { later, minutesMs } from "../clock.ts";
import type { Tx } from "../database/database.ts";
import { decide } from "../database/deciding.ts";
import type { House } from "../dependencies.ts";
import type { Answer } from "../http/call-handler.ts";
import { hashed } from "../ids.ts";
import { passwordProvider, providerOf } from "../network-registry/sign-in-providers.ts";
import { keepProviderIdToken, markProved, type UserSession } from "../sessions/session-store.ts";
import { loginById } from "./login-store.ts";
import { takeGrant } from "./provider-store.ts";
import { confirmPassword } from "./sign-in.ts";

/** Did the person prove who they are within the last five minutes (§6: before unlinking, and other changes)? */
export function isFreshProof(house: House, { provedAt }: UserSession): boolean {
  return Date.parse(provedAt) > later(house.clock.now(), -minutesMs(recentSignInMinutes)).getTime();
}

type Reproof = Parameters<Answer<typeof reauthenticate>>[0];

/** Proves again who is signed in: by the password, or by what a provider said of the same person when asked anew. */
export const answerReauthenticate: Answer<typeof reauthenticate> = async (ask) => {
  const { house, session, request } = ask;
  const provedAt = request.authProviderToken === undefined ? await byPassword(ask) : await byProvider(ask);
  if (!provedAt.ok) return provedAt;
  const before = Date.parse(session.provedAt);
  // A provider's clock may be ahead of ours, and a proof that is older than the one before takes nothing away.
  const at = Math.max(before, Math.min(Date.parse(provedAt.value), house.clock.now().getTime()));
  if (at > before) await markProved(house.db, session.tokenHash, new Date(at).toISOString());
  return done({ provedUntil: later(new Date(at), minutesMs(recentSignInMinutes)).toISOString() });
};

async function byPassword({ house, network, session, request }: Reproof) {
  const { currentPassword } = request;
  if (currentPassword === undefined) return refuse("FIELD_REQUIRED", { field: "currentPassword" });
  const loginId = await loginIdOfAccount(house.db, network.id, session.accountId);
  const login = loginId === undefined ? undefined : await loginById(house.db, network.id, loginId);
  if (login === undefined) return refuse("PASSWORD_WRONG");
  const confirmed = await confirmPassword(house, login, session, currentPassword);
  if (confirmed === "too many") return refuse("TOO_MANY_REQUESTS");
  return confirmed === "wrong" ? refuse("PASSWORD_WRONG") : done(house.clock.iso());
}

async function byProvider({ house, network, session, request }: Reproof) {
  const { authProviderId, authProviderToken = "" } = request;
  if (authProviderId === undefined) return refuse("FIELD_REQUIRED", { field: "authProviderId" });
  if (providerOf(house, network, authProviderId) === undefined) return refuse("PROVIDER_UNKNOWN");
  const name = { networkId: network.id, providerId: authProviderId, tokenHash: hashed(authProviderToken) };
  return decide(house.db, async (tx: Tx) => {
    const grant = await takeGrant(tx, name, house.clock.iso());
    if (!grant?.reauthentication) return refuse("TOKEN_INVALID");
    const accountId = await accountIdOfIdentity(tx, network.id, authProviderId, grant.subject);
    if (accountId !== session.accountId) return refuse("TOKEN_INVALID");
    if (grant.idToken !== null) {
      await keepProviderIdToken(tx, { tokenHash: session.tokenHash, providerId: authProviderId }, grant.idToken);
    }
    return done(grant.authenticatedAt);
  });
}

type Introspection = Parameters<Answer<typeof introspectToken>>[0];

/** Where a provider's access token was given too: does it hold there, for a person of this account (§4 "Startup check")? */
export async function providerTokenHolds(
  ask: Introspection,
): Promise<Outcome<true, "FIELD_REQUIRED" | "TOKEN_INVALID" | "PROVIDER_UNKNOWN" | "PROVIDER_UNAVAILABLE">> {
  const { house, network, session, request } = ask;
  const { customToken, authProviderId } = request;
  if (customToken === undefined) return done(true);
  if (authProviderId === undefined) return refuse("FIELD_REQUIRED", { field: "authProviderId" });
  const provider = authProviderId === passwordProvider ? undefined : providerOf(house, network, authProviderId);
  if (provider === undefined) return refuse("PROVIDER_UNKNOWN");
  const checked = await provider.party.checkAccessToken(customToken);
  if (!checked.ok) return refuse(checked.code === "PROVIDER_UNAVAILABLE" ? checked.code : "TOKEN_INVALID");
  const accountId = await accountIdOfIdentity(house.db, network.id, authProviderId, checked.value.subject);
  return accountId === session.accountId ? done(true) : refuse("TOKEN_INVALID");
}
