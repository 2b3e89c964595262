import { type CustomRenewal, introspectCustom } from "@guichet/client/custom-session.ts";
import { TokenInvalid } from "@guichet/client/failures.ts";
import type { CustomTokens } from "@guichet/client/session.ts";
import type { CallSettings, TicketApi } from "@guichet/client/ticket-api.ts";
import type { SessionMemory } from "./session-memory.server.ts";

export interface CustomCheckParts {
  api: TicketApi;
  memory: SessionMemory;
  /** Call settings with the user token of the session. */
  settings: CallSettings & { network: string };
  /** The current time in milliseconds since the epoch, by the installation's clock. */
  now: () => number;
  /** Stores renewed tokens immediately: the old ones are already invalid. */
  store: (renewed: CustomTokens) => void;
}

/**
 * Checks a custom provider's tokens at startup (§4): renews them where needed and introspects them. Throws
 * `TokenInvalid` where the session has ended; any other exception is a failure.
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
