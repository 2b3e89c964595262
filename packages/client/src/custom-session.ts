import { fetchTimeoutMs } from "@guichet/contract/limits/request-limits.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { z } from "zod";
import { Breakage, requestFailed, SessionOver, TokenInvalid, UserMissing } from "./failures.ts";
import type { CustomProvider } from "./providers.ts";
import type { CustomTokens, Renew } from "./session.ts";
import type { CallSettings, TicketApi } from "./ticket-api.ts";
import { type Fetch, read, type Sending, send } from "./transport.ts";

export interface ProviderClient {
  provider: CustomProvider;
  /** Milliseconds since the epoch, by the installation's clock. */
  now: () => number;
  fetch?: Fetch;
}

const Seconds = z.number().int().min(0);
const Refreshed = z.object({
  access_token: z.string().min(1).max(8192),
  refresh_token: z.string().min(1).max(8192).optional(),
  expires_in: Seconds,
  refresh_expires_in: Seconds.optional(),
});
/** Keycloak uses 0 for a refresh token without expiry; cookies live at most ten years (§9). */
const endlessSeconds = 3650 * 86_400;

/**
 * Renews a custom provider's tokens by its refresh grant (§7 "Identity provider"). Expiries are now plus the returned lifetimes
 * (§4). Refused with `TOKEN_INVALID`; throws when the provider does not respond or fails.
 */
export async function refreshAtProvider(
  { provider, now, fetch = (url, init) => globalThis.fetch(url, init) }: ProviderClient,
  refreshToken: string,
): Promise<Result<CustomTokens, "TOKEN_INVALID">> {
  const form = new URLSearchParams({
    grant_type: "refresh_token",
    client_id: provider.client,
    refresh_token: refreshToken,
  });
  const sending: Sending = {
    url: `${provider.url}/protocol/openid-connect/token`,
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
    body: form.toString(),
    timeoutMs: fetchTimeoutMs,
    repeating: "changing",
  };
  const response = await send(sending, fetch);
  const body = await read(sending, response.text());
  if (response.status >= 400 && response.status < 500 && response.status !== 429) return err("TOKEN_INVALID");
  const answer = Refreshed.safeParse(response.ok ? parsed(body) : undefined);
  if (!answer.success) throw new Breakage(requestFailed, response.status);
  const { access_token, refresh_token, expires_in, refresh_expires_in } = answer.data;
  const after = (seconds: number) => new Date(now() + seconds * 1000).toISOString();
  return ok({
    token: access_token,
    refreshToken: refresh_token ?? refreshToken,
    expiresAt: after(expires_in),
    refreshExpiresAt: refresh_expires_in === undefined ? undefined : after(refresh_expires_in || endlessSeconds),
  });
}

/** A custom provider whose tokens a shop stores; `refresh` is its refresh grant, shared by concurrent callers. */
export interface CustomRenewal {
  provider: CustomProvider;
  refresh(refreshToken: string): Promise<Result<CustomTokens, "TOKEN_INVALID">>;
}

/**
 * Renews a session of a custom provider: refresh grant, then authenticate, then a new user token (§4). It continues the session of
 * the user token; without one, the session is over.
 */
export function renewByProvider(api: TicketApi, { provider, refresh }: CustomRenewal, settings: CallSettings): Renew {
  return async ({ custom, userToken: spent }) => {
    if (custom?.refreshToken === undefined || spent === undefined) return undefined;
    const refreshed = await refresh(custom.refreshToken);
    if (!refreshed.ok) return undefined;
    const { id, slug } = provider;
    const values = { authProviderToken: refreshed.value.token, authProviderId: id, clientSlug: slug };
    const entered = await api.call("authenticate", values, { ...settings, token: spent });
    if (!entered.ok) return undefined;
    if (entered.value.user === undefined) throw new UserMissing();
    const { userToken } = entered.value;
    return { fbToken: undefined, fbRefreshToken: undefined, userToken, custom: refreshed.value };
  };
}

/** Checks that a custom provider still accepts its token for this user (§4 "Startup check"). Throws `TokenInvalid` if not. */
export async function introspectCustom(
  api: TicketApi,
  provider: Pick<CustomProvider, "id">,
  customToken: string,
  settings: CallSettings,
): Promise<void> {
  const values = { customToken, authProviderId: provider.id };
  const outcome = await api.call("introspectToken", values, settings).catch((failure: unknown) => {
    throw failure instanceof SessionOver ? new TokenInvalid() : failure;
  });
  if (outcome.ok) return;
  // Validity is unknown, so nobody is signed out.
  if (outcome.code === "PROVIDER_UNAVAILABLE" || outcome.code === "UNAVAILABLE") throw new Breakage(requestFailed, 503);
  throw new TokenInvalid();
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
