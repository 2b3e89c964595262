import type { authorizationState, exchangeAuthorizationCode } from "@guichet/contract/identity.ts";
import { userTokenDays } from "@guichet/contract/limits/session-limits.ts";
import { authorizationStateMinutes, providerGrantMinutes } from "@guichet/contract/limits/sign-in-limits.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { insertGrant, insertState, takeState } from "../authentication/provider-store.ts";
import { daysMs, later, minutesMs } from "../clock.ts";
import type { Handler } from "../http/call-handler.ts";
import { hashed } from "../ids.ts";
import type { ProviderTokens } from "../integrations/identity-provider.ts";
import { isReturnAddress } from "../network-registry/shop-address.ts";
import { providerOf } from "../network-registry/sign-in-providers.ts";

/** Starts a sign-in at a provider (§7): stores a 256-bit state as a hash for 10 minutes and returns where to send the browser. */
export const authorizationStateHandler: Handler<typeof authorizationState> = async (ctx) => {
  const { deps, network, request, language } = ctx;
  const { redirectUri, reauthenticate: reauthentication = false } = request;
  const provider = providerOf(deps, network, request.authProviderId);
  if (provider === undefined) return err("PROVIDER_UNKNOWN");
  if (!isReturnAddress(deps.config.shopUrl, network.definition, redirectUri)) return err("REDIRECT_URI_INVALID");
  const state = deps.ids.token();
  const started = await provider.party.begin({ state, redirectUri, reauthentication, language });
  if (!started.ok) return started;
  const { nonce, codeVerifier, authorizationUrl } = started.value;
  const now = deps.clock.now();
  await insertState(deps.db, {
    stateHash: hashed(state),
    networkId: network.id,
    providerId: provider.definition.id,
    redirectUri,
    nonce,
    codeVerifier,
    reauthentication,
    createdAt: now.toISOString(),
    expiresAt: later(now, minutesMs(authorizationStateMinutes)).toISOString(),
  });
  return ok({ state, authorizationUrl });
};

/**
 * Completes a sign-in at a provider (§7). The state works for one attempt, whatever its result. The answer of the provider is stored
 * under our own one-time token.
 */
export const exchangeHandler: Handler<typeof exchangeAuthorizationCode> = async ({ deps, network, request }) => {
  const { code, state, iss } = request;
  const found = await takeState(deps.db, network.id, hashed(state));
  if (found === undefined || found.expiresAt <= deps.clock.iso()) return err("AUTHORIZATION_STATE_INVALID");
  const provider = providerOf(deps, network, found.providerId);
  if (provider === undefined) return err("PROVIDER_UNKNOWN");
  const exchanged = await provider.party.exchange({ ...found, state }, { code, iss });
  if (!exchanged.ok) return exchanged;
  const { said, tokens } = exchanged.value;
  const token = deps.ids.token();
  const now = deps.clock.now();
  const { id: providerId, driver } = provider.definition;
  await insertGrant(deps.db, {
    ...said,
    tokenHash: hashed(token),
    networkId: network.id,
    providerId,
    reauthentication: found.reauthentication,
    createdAt: now.toISOString(),
    expiresAt: later(now, minutesMs(providerGrantMinutes)).toISOString(),
  });
  return ok({
    authProviderToken: token,
    authProviderId: providerId,
    driver,
    reauthenticated: found.reauthentication,
    ...(driver === "KEYCLOAK" ? renewableTokens(tokens, now) : {}),
  });
};

/** The tokens that the shop renews (§4), with expiry times by our clock. If the provider names no expiry, our session's is used. */
function renewableTokens(tokens: ProviderTokens, now: Date) {
  const { accessToken, expiresInSeconds, refreshToken, refreshExpiresInSeconds } = tokens;
  const at = (ms: number) => later(now, ms).toISOString();
  const refreshMs = refreshExpiresInSeconds === null ? daysMs(userTokenDays) : refreshExpiresInSeconds * 1000;
  return {
    customToken: accessToken,
    ...(expiresInSeconds === null ? {} : { customTokenExpiresAt: at(expiresInSeconds * 1000) }),
    ...(refreshToken === null ? {} : { refreshToken, refreshTokenExpiresAt: at(refreshMs) }),
  };
}
