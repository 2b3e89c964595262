import type { UserSession } from "../sessions/session-store.ts";

/** Filters tickets by session: a traveller's own sign-in sees its own, the holder all of the account. */
export const ticketReaderOf = (session: UserSession) => ({
  networkId: session.networkId,
  accountId: session.accountId,
  travellerId: session.isHolder ? null : session.travellerId,
});
