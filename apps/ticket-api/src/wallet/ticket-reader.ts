import type { UserSession } from "../sessions/session-store.ts";

/** Travellers with a sign-in of their own see their own tickets, the holder everybody's. */
export const ticketReaderOf = (session: UserSession) => ({
  networkId: session.networkId,
  accountId: session.accountId,
  travellerId: session.isHolder ? null : session.travellerId,
});
