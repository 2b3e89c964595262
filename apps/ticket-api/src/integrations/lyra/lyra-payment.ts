import { type PaymentProvider, type PaymentSession, ProviderRefused } from "../payment-provider.ts";
import { listSince } from "./lyra-changes.ts";
import { chargeSaved, closeCharge, removeSavedMethod } from "./lyra-charges.ts";
import { type LyraClient, type LyraSettings, lyraClient } from "./lyra-client.ts";
import { checkConnection } from "./lyra-connection.ts";
import { parseNotification } from "./lyra-notifications.ts";
import { endPage, openPage } from "./lyra-pages.ts";
import { refundPayment } from "./lyra-refunds.ts";
import { knownSession, readSession, settle, transactionsOf } from "./lyra-sessions.ts";
import { stateOf } from "./lyra-states.ts";
import type { KnownSession } from "./lyra-store.ts";

/**
 * Lyra (PayZen, Systempay, Sogecommerce and other brands) as the payment provider (decision 142). A session has the
 * reference as its id, which is Lyra's order id.
 */
export function lyraPayment(settings: LyraSettings): PaymentProvider {
  const lyra = lyraClient(settings);
  return {
    create: (request) => openPage(lyra, request),
    get: (sessionId) => readSession(lyra, sessionId),
    listSince: async (cursor) => ({
      ...(await listSince(lyra, cursor)),
      // Whoever reads from the beginning; later ones are booked by the job of their import.
      ...(cursor === undefined && { disputes: await settings.store.reported.disputes() }),
    }),
    getDispute: (reference) => settings.store.reported.dispute(reference),
    settlement: settings.store.reported.settlement,
    isReported: true,
    capture: (sessionId) => capture(lyra, sessionId),
    cancel: (sessionId) => cancel(lyra, sessionId),
    refund: (sessionId, request) => refundPayment(lyra, sessionId, request),
    chargeSaved: (request) => chargeSaved(lyra, request),
    closeCharge: (request) => closeCharge(lyra, request),
    removeSavedMethod: (methodId) => removeSavedMethod(lyra, methodId),
    checkConnection: () => checkConnection(lyra),
    parseNotification: (_, body, now) => parseNotification(settings, body, now),
  };
}

async function capture(lyra: LyraClient, sessionId: string): Promise<PaymentSession> {
  const known = await find(lyra, sessionId);
  const all = await transactionsOf(lyra, known);
  const authorised = all.find((each) => stateOf(each) === "authorised");
  const chosen = authorised === undefined ? known : await lyra.store.choose(sessionId, authorised.uuid);
  const session = await settle(lyra, chosen, all);
  if (session.state === "captured") return session;
  throw new ProviderRefused("session_not_authorised", `The session is ${session.state}`);
}

async function cancel(lyra: LyraClient, sessionId: string): Promise<PaymentSession> {
  const before = await settle(lyra, await find(lyra, sessionId));
  if (before.state !== "open" && before.state !== "authorised") return before;
  const closed = await lyra.store.close(sessionId, lyra.now());
  await endPage(lyra, closed);
  return knownSession(lyra, sessionId);
}

async function find(lyra: LyraClient, sessionId: string): Promise<KnownSession> {
  const known = await lyra.store.find(sessionId);
  if (known === undefined) throw new ProviderRefused("session_unknown", "There is no session of this reference");
  return known;
}
