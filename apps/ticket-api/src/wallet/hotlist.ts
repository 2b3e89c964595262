import { pageSize } from "@guichet/contract/limits.ts";
import { done } from "@guichet/contract/outcome.ts";
import type { ticketHotlist } from "@guichet/contract/wallet.ts";
import { formatCardNumber } from "@guichet/rules/cards.ts";
import type { Answer } from "../http/call-handler.ts";
import { cursorAfter, readCursor } from "../http/cursor.ts";
import { stoppedTickets } from "./ticket-blocks-store.ts";

/** The tickets that validators refuse whatever their code says (decision 105): read by a client that may, whole or page by page. */
export const answerTicketHotlist: Answer<typeof ticketHotlist> = async ({ house, network, request }) => {
  const before = readCursor(request.cursor);
  if (!before.ok) return before;
  const limit = request.limit ?? pageSize;
  const now = house.clock.iso();
  const asked = { networkId: network.id, now, before: before.value, limit: limit + 1 };
  const { page, nextCursor } = cursorAfter(await stoppedTickets(house.db, asked), limit);
  const items = page.map(({ id: ticketId, number, ...ticket }) => ({
    ticketId,
    ...ticket,
    mediaNumber: number === null ? null : formatCardNumber(number),
  }));
  return done({ items, asOf: now, ...(nextCursor === undefined ? {} : { nextCursor }) });
};
