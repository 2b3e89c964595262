import { pageSize } from "@guichet/contract/limits/request-limits.ts";
import { loadClockMinutes } from "@guichet/contract/limits/transport-card-limits.ts";
import { textIn } from "@guichet/contract/locales.ts";
import { err, ok } from "@guichet/contract/result.ts";
import type { CardLoad, cardLoads, reportCardLoad } from "@guichet/contract/transport-cards.ts";
import { ticketStateAt } from "@guichet/rules/punching.ts";
import { cardFault, formatCardNumber, loadFault, normaliseCardNumber } from "@guichet/rules/transport-cards.ts";
import { isUsable } from "@guichet/rules/wallet.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Handler, ModuleHandlers } from "../http/call-handler.ts";
import { cursorAfter, readCursor } from "../http/cursor.ts";
import { isUuid } from "../ids.ts";
import { lockCard, registeredCard } from "../transport-card-records/transport-card-store.ts";
import { isLineWaiting, lockLoad, lockOrderOf, markLoaded, waitingLoads } from "../wallet/card-load-store.ts";
import { finishLoading } from "./fulfilment.ts";

/** Lists the tickets that validators load on cards (decision 077): all pending loads of the network, or those of one card. */
const loadsHandler: Handler<typeof cardLoads> = async ({ deps, network, request, language }) => {
  const before = readCursor(request.cursor);
  if (!before.ok) return before;
  const { mediaNumber, limit = pageSize } = request;
  const now = deps.clock.iso();
  let cardId: string | null = null;
  if (mediaNumber !== undefined) {
    const card = await registeredCard(deps.db, network.id, normaliseCardNumber(mediaNumber));
    if (card === undefined) return err("CARD_NOT_RECOGNISED");
    const fault = cardFault(card, now);
    if (fault !== undefined) return err(fault);
    cardId = card.id;
  }
  const filter = { networkId: network.id, cardId, now, before: before.value, limit: limit + 1 };
  const { page, nextCursor } = cursorAfter(await waitingLoads(deps.db, filter), limit);
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
  return ok({ items, asOf: now, ...(nextCursor === undefined ? {} : { nextCursor }) });
};

/**
 * Records a load that a validator reports once it is online. Locks the order, the card and the ticket, in this order:
 * of two concurrent reports of one load, one records it, and a concurrent block or replacement of the card runs before
 * or after.
 */
const reportHandler: Handler<typeof reportCardLoad> = ({ deps, network, request, client }) => {
  const { ticketId, mediaNumber } = request;
  const reportedAt = deps.clock.iso();
  const loadedAt = new Date(request.loadedAt).toISOString();
  return runTransaction(deps.db, async (tx) => {
    const networkId = network.id;
    const found = await registeredCard(tx, networkId, normaliseCardNumber(mediaNumber));
    if (found === undefined) return err("CARD_NOT_RECOGNISED");
    const loadKey = { networkId, cardId: found.id, ticketId };
    const orderId = isUuid(ticketId) ? await lockOrderOf(tx, loadKey) : undefined;
    if (orderId === undefined) return err("LOAD_UNKNOWN");
    const card = await lockCard(tx, networkId, found.id);
    const load = await lockLoad(tx, loadKey);
    if (card === undefined || load === undefined) return err("LOAD_UNKNOWN");
    if (load.loadedAt !== null) return ok({ ticketId, loadedAt: load.loadedAt, recorded: false });
    if (!isPossible(loadedAt, load.askedAt, reportedAt)) return err("FIELD_INVALID", { field: "loadedAt" });
    // A ticket that expired after the load still counts as loaded.
    const state = ticketStateAt(load.status === "expired" ? { ...load, status: "active" } : load, loadedAt);
    if (!isUsable(state) && state !== "blocked") return err("LOAD_WITHDRAWN", { state });
    const fault = loadFault(card, loadedAt);
    if (fault !== undefined) return err(fault);
    const recorded = await markLoaded(tx, { ...loadKey, loadedAt, reportedAt, reportedBy: client.id });
    const lineId = load.orderLineId;
    if (!(await isLineWaiting(tx, lineId))) await finishLoading(tx, deps, { networkId, orderId, lineId });
    return ok({ ticketId, loadedAt, recorded });
  });
};

/** Whether the load is after its request and before its report. The clocks of validators may be a little wrong. */
const isPossible = (loadedAt: string, askedAt: string, now: string): boolean =>
  Date.parse(loadedAt) >= Date.parse(askedAt) - clockMs && Date.parse(loadedAt) <= Date.parse(now) + clockMs;
const clockMs = loadClockMinutes * 60_000;

export const transportCardLoadHandlers: ModuleHandlers<"cardLoads" | "reportCardLoad"> = {
  cardLoads: loadsHandler,
  reportCardLoad: reportHandler,
};
