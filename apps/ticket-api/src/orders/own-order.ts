import type { House } from "../house.ts";
import type { UserSession } from "../identity/session-store.ts";
import { isUuid } from "../ids.ts";
import { type OrderRow, readOrder } from "./order-store.ts";

/** An order of the session's own account and network; another's does not exist for it. */
export async function ownOrder(house: House, session: UserSession, orderId: string): Promise<OrderRow | undefined> {
  if (!isUuid(orderId)) return undefined;
  const order = await readOrder(house.db, orderId);
  return order?.networkId === session.networkId && order.accountId === session.accountId ? order : undefined;
}
