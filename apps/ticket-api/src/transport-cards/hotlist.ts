import type { cardHotlist } from "@guichet/contract/cards.ts";
import { pageSize } from "@guichet/contract/limits.ts";
import { done } from "@guichet/contract/outcome.ts";
import { formatCardNumber } from "@guichet/rules/cards.ts";
import type { Answer } from "../http/call-handler.ts";
import { cursorAfter, readCursor } from "../http/cursor.ts";
import { hotCards } from "../transport-card-records/incident-store.ts";

/** What validators refuse (decision 072): read by a client that may, whole or page by page. */
export const answerHotlist: Answer<typeof cardHotlist> = async ({ house, network, request }) => {
  const before = readCursor(request.cursor);
  if (!before.ok) return before;
  const limit = request.limit ?? pageSize;
  const now = house.clock.iso();
  const found = await hotCards(house.db, { networkId: network.id, now, before: before.value, limit: limit + 1 });
  const { page, nextCursor } = cursorAfter(found, limit);
  const items = page.map(({ number, incident, since }) => ({ number: formatCardNumber(number), incident, since }));
  return done({ items, asOf: now, ...(nextCursor === undefined ? {} : { nextCursor }) });
};
