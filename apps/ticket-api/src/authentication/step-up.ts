import type { introspectToken, reauthenticate } from "@guichet/contract/identity.ts";
import { recentSignInMinutes } from "@guichet/contract/limits/sign-in-limits.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { loginIdOfAccount } from "../account-records/account-store.ts";
import { accountIdOfIdentity } from "../account-records/identity-store.ts";
import { later, minutesMs } from "../clock.ts";
import type { Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Handler } from "../http/call-handler.ts";
import { hashed } from "../ids.ts";
import { passwordProvider, providerOf } from "../network-registry/sign-in-providers.ts";
import { keepProviderIdToken, markProved, type UserSession } from "../sessions/session-store.ts";
import { loginById } from "./login-store.ts";
import { takeGrant } from "./provider-store.ts";
import { confirmPassword } from "./sign-in.ts";

/** Whether the person proved their identity within the last five minutes (§6: before unlinking, and other changes). */
export function isStepUpFresh(deps: Dependencies, { provedAt }: UserSession): boolean {
  return Date.parse(provedAt) > later(deps.clock.now(), -minutesMs(recentSignInMinutes)).getTime();
}

type StepUpContext = Parameters<Handler<typeof reauthenticate>>[0];

/** Step-up authentication: with the password, or by a new sign-in of the same person at a provider. */
export const reauthenticateHandler: Handler<typeof reauthenticate> = async (ctx) => {
  const { deps, session, request } = ctx;
  const provedAt = request.authProviderToken === undefined ? await byPassword(ctx) : await byProvider(ctx);
  if (!provedAt.ok) return provedAt;
  const before = Date.parse(session.provedAt);
  // A provider's clock may be ahead of ours, and an older proof never replaces a newer one.
  const at = Math.max(before, Math.min(Date.parse(provedAt.value), deps.clock.now().getTime()));
  if (at > before) await markProved(deps.db, session.tokenHash, new Date(at).toISOString());
  return ok({ provedUntil: later(new Date(at), minutesMs(recentSignInMinutes)).toISOString() });
};

async function byPassword({ deps, network, session, request }: StepUpContext) {
  const { currentPassword } = request;
  if (currentPassword === undefined) return err("FIELD_REQUIRED", { field: "currentPassword" });
  const loginId = await loginIdOfAccount(deps.db, network.id, session.accountId);
  const login = loginId === undefined ? undefined : await loginById(deps.db, network.id, loginId);
  if (login === undefined) return err("PASSWORD_WRONG");
  const confirmed = await confirmPassword(deps, login, session, currentPassword);
  if (confirmed === "too many") return err("TOO_MANY_REQUESTS");
  return confirmed === "wrong" ? err("PASSWORD_WRONG") : ok(deps.clock.iso());
}

async function byProvider({ deps, network, session, request }: StepUpContext) {
  const { authProviderId, authProviderToken = "" } = request;
  if (authProviderId === undefined) return err("FIELD_REQUIRED", { field: "authProviderId" });
  if (providerOf(deps, network, authProviderId) === undefined) return err("PROVIDER_UNKNOWN");
  const key = { networkId: network.id, providerId: authProviderId, tokenHash: hashed(authProviderToken) };
  return runTransaction(deps.db, async (tx: Tx) => {
    const grant = await takeGrant(tx, key, deps.clock.iso());
    if (!grant?.reauthentication) return err("TOKEN_INVALID");
    const accountId = await accountIdOfIdentity(tx, network.id, authProviderId, grant.subject);
    if (accountId !== session.accountId) return err("TOKEN_INVALID");
    if (grant.idToken !== null) {
      await keepProviderIdToken(tx, { tokenHash: session.tokenHash, providerId: authProviderId }, grant.idToken);
    }
    return ok(grant.authenticatedAt);
  });
}

type IntrospectionContext = Parameters<Handler<typeof introspectToken>>[0];

/**
 * Checks a provider's access token, if the request has one: it must be valid there, for a person of this account (§4
 * "Startup check").
 */
export async function checkProviderToken(
  ctx: IntrospectionContext,
): Promise<Result<true, "FIELD_REQUIRED" | "TOKEN_INVALID" | "PROVIDER_UNKNOWN" | "PROVIDER_UNAVAILABLE">> {
  const { deps, network, session, request } = ctx;
  const { customToken, authProviderId } = request;
  if (customToken === undefined) return ok(true);
  if (authProviderId === undefined) return err("FIELD_REQUIRED", { field: "authProviderId" });
  const provider = authProviderId === passwordProvider ? undefined : providerOf(deps, network, authProviderId);
  if (provider === undefined) return err("PROVIDER_UNKNOWN");
  const checked = await provider.party.checkAccessToken(customToken);
  if (!checked.ok) return err(checked.code === "PROVIDER_UNAVAILABLE" ? checked.code : "TOKEN_INVALID");
  const accountId = await accountIdOfIdentity(deps.db, network.id, authProviderId, checked.value.subject);
  return accountId === session.accountId ? ok(true) : err("TOKEN_INVALID");
}
