import { err, ok } from "@guichet/contract/result.ts";
import type { declareMediaIncident } from "@guichet/contract/transport-cards.ts";
import { travellersOf } from "../account-records/traveller-store.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Handler } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import { cardById } from "../transport-card-records/transport-card-store.ts";
import { mayUseCard } from "./card-access.ts";
import { cardView } from "./card-view.ts";
import { blockCard } from "./incidents.ts";

/** Declares a card lost, stolen or broken (§2, §6): the holder for any card of the account, a traveller for their own. */
export const declareHandler: Handler<typeof declareMediaIncident> = async (ctx) => {
  const { deps, network, session, request } = ctx;
  if (request.confirmed !== true) return err("CONFIRMATION_REQUIRED");
  const declared = await runTransaction(deps.db, async (tx) => {
    const { mediaId: cardId, incident: kind, note } = request;
    const card = isUuid(cardId) ? await cardById(tx, network.id, cardId) : undefined;
    if (card === undefined || !mayUseCard(session, card)) return err("NOT_FOUND");
    const blocked = await blockCard(tx, deps, network, {
      cardId,
      kind,
      note,
      by: { travellerId: session.travellerId },
    });
    if (!blocked.ok) return blocked;
    const travellers = await travellersOf(tx, network.id, session.accountId);
    const now = deps.clock.iso();
    const media = cardView({ ...blocked.value.card, incidentAt: now }, travellers, now);
    return ok({ media, blockedTickets: blocked.value.blockedTickets });
  });
  if (declared.ok) deps.wake();
  return declared;
};
