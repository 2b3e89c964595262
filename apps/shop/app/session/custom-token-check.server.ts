import { type CustomRenewal, introspectCustom } from "@guichet/client/custom-session.ts";
import { TokenInvalid } from "@guichet/client/failures.ts";
import type { CustomTokens } from "@guichet/client/session.ts";
import type { CallSettings, TicketApi } from "@guichet/client/ticket-api.ts";
import type { SessionMemory } from "./session-memory.server.ts";

export interface CustomCheckParts {
  api: TicketApi;
  memory: SessionMemory;
  /** With the user token of the session. */
  settings: CallSettings & { network: string };
  /** Milliseconds since the epoch, by the installation's clock. */
  now: () => number;
  /** Renewed tokens are kept at once: the spent ones are good for nothing, whatever comes next. */
  store: (renewed: CustomTokens) => void;
}

/**
 * The part of the startup check that is about a custom provider's tokens (§4): are they to be renewed, and do they hold?
 * Throws `TokenInvalid` where the session is over; whatever else it throws is a breakage.
 */
export async function checkCustom(
  custom: CustomTokens,
  { provider, refresh }: CustomRenewal,
  { api, memory, settings, now, store }: CustomCheckParts,
): Promise<void> {
  const isPast = (instant: string | undefined) => instant === undefined || Date.parse(instant) <= now();
  if (isPast(custom.refreshExpiresAt)) throw new TokenInvalid();
  let current = custom;
  if (isPast(custom.expiresAt) && custom.refreshToken !== undefined) {
    const renewed = await refresh(custom.refreshToken);
    if (!renewed.ok) throw new TokenInvalid();
    current = renewed.value;
    store(current);
  }
  if (memory.holds(current.token, settings.network)) return;
  await introspectCustom(api, provider, current.token, settings);
  memory.remember(current.token, settings.network);
}
