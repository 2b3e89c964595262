import type { Dependencies } from "../dependencies.ts";
import { isUuid } from "../ids.ts";
import type { UserSession } from "../sessions/session-store.ts";
import { orderOfLink } from "./order-links.ts";
import type { OrderRow } from "./order-store.ts";
import { ownOrder } from "./own-order.ts";

interface OrderRequest {
  deps: Dependencies;
  network: { id: string };
  session: UserSession | null;
  request: { orderId: string; until?: string | undefined; linkSignature?: string | undefined };
}

/** Whether a request has neither a session nor a signed link, so that no order can be its customer's (§8). */
export const isNobodys = ({ session, request }: Pick<OrderRequest, "session" | "request">): boolean =>
  session === null && request.linkSignature === undefined;

/** The customer's own order: by the session, or a guest's with the signed link of its e-mails; undefined for any other. */
export async function orderOfCustomer({
  deps,
  network,
  session,
  request,
}: OrderRequest): Promise<OrderRow | undefined> {
  const { orderId, until, linkSignature } = request;
  const own = session === null ? undefined : await ownOrder(deps, session, orderId);
  if (own !== undefined) return own;
  if (until === undefined || linkSignature === undefined || !isUuid(orderId)) return undefined;
  return orderOfLink(deps, network.id, { orderId, until, linkSignature });
}
