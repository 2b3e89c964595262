import type { declareMediaIncident } from "@guichet/contract/cards.ts";
import { done, refuse } from "@guichet/contract/outcome.ts";
import { travellersOf } from "../account-records/traveller-store.ts";
import { decide } from "../database/deciding.ts";
import type { Answer } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import { cardById } from "../transport-card-records/transport-card-store.ts";
import { mayUseCard } from "./card-access.ts";
import { blockCard } from "./incidents.ts";
import { shownCard } from "./shown-card.ts";

/** A customer says that a card of theirs is lost, stolen or broken (§2, §6): the holder of any, a traveller of their own. */
export const answerDeclare: Answer<typeof declareMediaIncident> = async (ask) => {
  const { house, network, session, request } = ask;
  if (request.confirmed !== true) return refuse("CONFIRMATION_REQUIRED");
  const declared = await decide(house.db, async (tx) => {
    const { mediaId: cardId, incident: kind, note } = request;
    const card = isUuid(cardId) ? await cardById(tx, network.id, cardId) : undefined;
    if (card === undefined || !mayUseCard(session, card)) return refuse("NOT_FOUND");
    const blocked = await blockCard(tx, house, network, {
      cardId,
      kind,
      note,
      by: { travellerId: session.travellerId },
    });
    if (!blocked.ok) return blocked;
    const travellers = await travellersOf(tx, network.id, session.accountId);
    const now = house.clock.iso();
    const media = shownCard({ ...blocked.value.card, incidentAt: now }, travellers, now);
    return done({ media, blockedTickets: blocked.value.blockedTickets });
  });
  if (declared.ok) house.wake();
  return declared;
};
