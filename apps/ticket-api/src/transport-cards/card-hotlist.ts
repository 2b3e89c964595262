import { pageSize } from "@guichet/contract/limits/request-limits.ts";
import { ok } from "@guichet/contract/result.ts";
import type { cardHotlist } from "@guichet/contract/transport-cards.ts";
import { formatCardNumber } from "@guichet/rules/transport-cards.ts";
import type { Handler } from "../http/call-handler.ts";
import { cursorAfter, readCursor } from "../http/cursor.ts";
import { hotCards } from "../transport-card-records/incident-store.ts";

/** The hotlist of cards that validators refuse (decision 072), for an authorised client, complete or by page. */
export const cardHotlistHandler: Handler<typeof cardHotlist> = async ({ deps, network, request }) => {
  const before = readCursor(request.cursor);
  if (!before.ok) return before;
  const limit = request.limit ?? pageSize;
  const now = deps.clock.iso();
  const found = await hotCards(deps.db, { networkId: network.id, now, before: before.value, limit: limit + 1 });
  const { page, nextCursor } = cursorAfter(found, limit);
  const items = page.map(({ number, incident, since }) => ({ number: formatCardNumber(number), incident, since }));
  return ok({ items, asOf: now, ...(nextCursor === undefined ? {} : { nextCursor }) });
};
