import type { Dependencies } from "../dependencies.ts";
import { isUuid } from "../ids.ts";
import type { UserSession } from "../sessions/session-store.ts";
import { type OrderRow, readOrder } from "./order-store.ts";

/**
 * Filters which orders a session sees: a holder sees all orders of the account, a traveller's own sign-in those that it
 * placed (§6).
 */
export const placedBy = (session: UserSession): string | null => (session.isHolder ? null : session.travellerId);

/** Reads an order of the session's own account and network; undefined for any other. */
export async function ownOrder(
  deps: Dependencies,
  session: UserSession,
  orderId: string,
): Promise<OrderRow | undefined> {
  if (!isUuid(orderId)) return undefined;
  const order = await readOrder(deps.db, orderId);
  if (order?.networkId !== session.networkId || order.accountId !== session.accountId) return undefined;
  return session.isHolder || order.placedBy === session.travellerId ? order : undefined;
}
