import type { Dependencies } from "../dependencies.ts";
import { isUuid } from "../ids.ts";
import type { UserSession } from "../sessions/session-store.ts";
import { type OrderRow, readOrder } from "./order-store.ts";

/** Who sees an order: the holder every one of the account, a traveller's own sign-in what they placed themselves (§6). */
export const placedBy = (session: UserSession): string | null => (session.isHolder ? null : session.travellerId);

/** An order of the session's own account and network; another's does not exist for it. */
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
