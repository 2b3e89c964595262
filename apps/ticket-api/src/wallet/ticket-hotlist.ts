import { pageSize } from "@guichet/contract/limits/request-limits.ts";
import { ok } from "@guichet/contract/result.ts";
import type { ticketHotlist } from "@guichet/contract/wallet.ts";
import { formatCardNumber } from "@guichet/rules/transport-cards.ts";
import type { Handler } from "../http/call-handler.ts";
import { readKeysetCursor } from "../http/cursor.ts";
import { BlockedTicketPlace, blockedTickets, pageOfBlocked } from "./ticket-block-store.ts";

/** Lists the tickets that validators refuse whatever their code says (decision 105), for clients with the right to read it. */
export const ticketHotlistHandler: Handler<typeof ticketHotlist> = async ({ deps, network, request }) => {
  const before = readKeysetCursor(request.cursor, BlockedTicketPlace);
  if (!before.ok) return before;
  const limit = request.limit ?? pageSize;
  const now = deps.clock.iso();
  const filter = { networkId: network.id, now, before: before.value, limit: limit + 1 };
  const { page, nextCursor } = pageOfBlocked(await blockedTickets(deps.db, filter), limit);
  const items = page.map(({ id: ticketId, number, ...ticket }) => ({
    ticketId,
    ...ticket,
    mediaNumber: number === null ? null : formatCardNumber(number),
  }));
  return ok({ items, asOf: now, ...(nextCursor === undefined ? {} : { nextCursor }) });
};
