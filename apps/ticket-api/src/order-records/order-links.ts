import { guestOrderLinkDays } from "@guichet/contract/limits/order-limits.ts";
import { daysMs } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import { linkHolds, signLink } from "../link-signature.ts";
import { type OrderRow, readOrder } from "./order-store.ts";

/** The signed text of a link; its prefix separates it from other signatures. */
const signedText = (networkId: string, orderId: string, until: string): string =>
  `guichet-order-link:${networkId}:${orderId}:${until}`;

interface OrderOfLink {
  id: string;
  networkId: string;
}

/** The shop's path that shows a guest's order without a session, and until when. */
export function guestOrderLink(deps: Dependencies, { id, networkId }: OrderOfLink): { path: string; until: string } {
  const until = new Date(deps.clock.now().getTime() + daysMs(guestOrderLinkDays)).toISOString();
  const query = new URLSearchParams({ order: id, until, link: signLink(deps, signedText(networkId, id, until)) });
  return { path: `/account/invoices?${query}`, until };
}

/** The guest's order that a link shows; undefined: this installation did not sign it, it has expired, or its address was corrected since. */
export async function orderOfLink(
  deps: Dependencies,
  networkId: string,
  { orderId: id, until, linkSignature }: { orderId: string; until: string; linkSignature: string },
): Promise<OrderRow | undefined> {
  if (deps.clock.iso() >= until || !linkHolds(deps, signedText(networkId, id, until), linkSignature)) return undefined;
  const order = await readOrder(deps.db, id);
  if (order?.networkId !== networkId || !order.customer.guest) return undefined;
  const signedAt = Date.parse(until) - daysMs(guestOrderLinkDays);
  return order.guestLinksFrom !== null && signedAt < Date.parse(order.guestLinksFrom) ? undefined : order;
}
