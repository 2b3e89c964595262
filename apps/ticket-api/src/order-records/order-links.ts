import { guestOrderLinkDays } from "@guichet/contract/limits/order-limits.ts";
import { daysMs } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import { linkHolds, signLink } from "../link-signature.ts";

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

/** Whether a link was signed by this installation and is still valid. */
export const isOrderLinkValid = (
  deps: Dependencies,
  { id, networkId }: OrderOfLink,
  { until, linkSignature }: { until: string; linkSignature: string },
): boolean => deps.clock.iso() < until && linkHolds(deps, signedText(networkId, id, until), linkSignature);
