import type { UserSession } from "../sessions/session-store.ts";
import type { Card } from "../transport-card-records/transport-card-store.ts";

/** A traveller with a sign-in of their own sees their own cards, the holder all. */
export const mayUseCard = (session: UserSession, card: Card): boolean =>
  card.accountId === session.accountId && (session.isHolder || card.travellerId === session.travellerId);
