import type { UserSession } from "../sessions/session-store.ts";
import type { Card } from "../transport-card-records/transport-card-store.ts";

/**
 * Whether this session may use a card. The holder may use all cards of the account, a traveller's own sign-in only
 * theirs.
 */
export const mayUseCard = (session: UserSession, card: Card): boolean =>
  card.accountId === session.accountId && (session.isHolder || card.travellerId === session.travellerId);
