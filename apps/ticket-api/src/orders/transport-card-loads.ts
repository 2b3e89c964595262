import type { CardLoad, cardLoads, reportCardLoad } from "@guichet/contract/cards.ts";
import { loadClockMinutes, pageSize } from "@guichet/contract/limits.ts";
import { textIn } from "@guichet/contract/locales.ts";
import { done, refuse } from "@guichet/contract/outcome.ts";
import { cardFault, formatCardNumber, loadFault, tidyCardNumber } from "@guichet/rules/cards.ts";
import { standsAt } from "@guichet/rules/punching.ts";
import { isUsable } from "@guichet/rules/wallet.ts";
import { decide } from "../database/deciding.ts";
import type { Answer, RoomAnswers } from "../http/call-handler.ts";
import { cursorAfter, readCursor } from "../http/cursor.ts";
import { isUuid } from "../ids.ts";
import { holdCard, registeredCard } from "../transport-card-records/transport-card-store.ts";
import { holdLoad, isLineWaiting, keepOrderOf, noteLoaded, waitingLoads } from "../wallet/card-load-store.ts";
import { finishLoading } from "./fulfilment.ts";

/** What validators write on cards (decision 077): all that waits in the network, or on the card that is shown. */
const answerLoads: Answer<typeof cardLoads> = async ({ house, network, request, language }) => {
  const before = readCursor(request.cursor);
  if (!before.ok) return before;
  const { mediaNumber, limit = pageSize } = request;
  const now = house.clock.iso();
  let cardId: string | null = null;
  if (mediaNumber !== undefined) {
    const card = await registeredCard(house.db, network.id, tidyCardNumber(mediaNumber));
    if (card === undefined) return refuse("CARD_NOT_RECOGNISED");
    const fault = cardFault(card, now);
    if (fault !== undefined) return refuse(fault);
    cardId = card.id;
  }
  const asked = { networkId: network.id, cardId, now, before: before.value, limit: limit + 1 };
  const { page, nextCursor } = cursorAfter(await waitingLoads(house.db, asked), limit);
  const items = page.map(
    ({ id, number, article, ...waiting }): CardLoad => ({
      ...waiting,
      ticketId: id,
      mediaNumber: formatCardNumber(number),
      name: textIn(article.name, language, network.definition.languages),
      validity: article.validity,
      transferMinutes: article.transferMinutes ?? null,
    }),
  );
  return done({ items, asOf: now, ...(nextCursor === undefined ? {} : { nextCursor }) });
};

/**
 * A validator reports what it wrote on a card, when it meets a network. The order, the card and the ticket are held, in this order:
 * of two that report one load, one writes it down, and whoever blocks or replaces the card comes before or after.
 */
const answerReport: Answer<typeof reportCardLoad> = ({ house, network, request, client }) => {
  const { ticketId, mediaNumber } = request;
  const reportedAt = house.clock.iso();
  const loadedAt = new Date(request.loadedAt).toISOString();
  return decide(house.db, async (tx) => {
    const networkId = network.id;
    const found = await registeredCard(tx, networkId, tidyCardNumber(mediaNumber));
    if (found === undefined) return refuse("CARD_NOT_RECOGNISED");
    const of = { networkId, cardId: found.id, ticketId };
    const orderId = isUuid(ticketId) ? await keepOrderOf(tx, of) : undefined;
    if (orderId === undefined) return refuse("LOAD_UNKNOWN");
    const card = await holdCard(tx, networkId, found.id);
    const load = await holdLoad(tx, of);
    if (card === undefined || load === undefined) return refuse("LOAD_UNKNOWN");
    if (load.loadedAt !== null) return done({ ticketId, loadedAt: load.loadedAt, recorded: false });
    if (!isPossible(loadedAt, load.askedAt, reportedAt)) return refuse("FIELD_INVALID", { field: "loadedAt" });
    // What ran out after it was loaded was loaded all the same.
    const state = standsAt(load.status === "expired" ? { ...load, status: "active" } : load, loadedAt);
    if (!isUsable(state) && state !== "blocked") return refuse("LOAD_WITHDRAWN", { state });
    const fault = loadFault(card, loadedAt);
    if (fault !== undefined) return refuse(fault);
    const recorded = await noteLoaded(tx, { ...of, loadedAt, reportedAt, reportedBy: client.id });
    const lineId = load.orderLineId;
    if (!(await isLineWaiting(tx, lineId))) await finishLoading(tx, house, { networkId, orderId, lineId });
    return done({ ticketId, loadedAt, recorded });
  });
};

/** A card is loaded after that was asked for and before it is told; the clocks of validators go a little wrong. */
const isPossible = (loadedAt: string, askedAt: string, now: string): boolean =>
  Date.parse(loadedAt) >= Date.parse(askedAt) - clockMs && Date.parse(loadedAt) <= Date.parse(now) + clockMs;
const clockMs = loadClockMinutes * 60_000;

export const transportCardLoadAnswers: RoomAnswers<"cardLoads" | "reportCardLoad"> = {
  cardLoads: answerLoads,
  reportCardLoad: answerReport,
};
