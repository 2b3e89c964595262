import { err, ok } from "@guichet/contract/result.ts";
import type { getMedias, unregisterMedia } from "@guichet/contract/transport-cards.ts";
import { cardStateAt, mayRemoveCard } from "@guichet/rules/transport-cards.ts";
import { travellersOf } from "../account-records/traveller-store.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Handler, ModuleHandlers } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import { cardOrdersOf } from "../transport-card-records/card-orders-store.ts";
import { cardById, cardsOf, lockCard, unlinkCard } from "../transport-card-records/transport-card-store.ts";
import { mayUseCard } from "./card-access.ts";
import { cardHotlistHandler } from "./card-hotlist.ts";
import { signInHandler } from "./card-sign-in.ts";
import { cardOrderView, cardView, cardViewForBearer } from "./card-view.ts";
import { declareHandler } from "./declare-incident.ts";
import { linkCardHandler } from "./link-card.ts";
import { searchHandler } from "./search-card.ts";

const getHandler: Handler<typeof getMedias> = async ({ deps, network, session, request }) => {
  const now = deps.clock.iso();
  const travellers = await travellersOf(deps.db, network.id, session.accountId);
  if (session.cardId !== null) {
    const card = await cardById(deps.db, network.id, session.cardId);
    const [bearer] = travellers;
    const medias = card && bearer ? [cardViewForBearer(card, bearer, session.provedAt, now)] : [];
    return ok({ medias, ordered: [] });
  }
  const cards = await cardsOf(deps.db, network.id, session.accountId);
  const visible = cards.filter(
    (card) => mayUseCard(session, card) && (request.userId === undefined || card.travellerId === request.userId),
  );
  const orders = await cardOrdersOf(deps.db, network.id, session.accountId);
  const isVisible = (travellerId: string) =>
    (session.isHolder || travellerId === session.travellerId) &&
    (request.userId === undefined || travellerId === request.userId);
  return ok({
    medias: visible.map((card) => cardView(card, travellers, now, orders)),
    ordered: orders.flatMap((order) => {
      const { travellerId, traveller, madeCardId, replacesCardId } = order;
      if (madeCardId !== null || replacesCardId !== null || traveller === null || travellerId === null) return [];
      if (!isVisible(travellerId) || order.status === "ERROR") return [];
      const { firstName, lastName } = traveller;
      return [{ ...cardOrderView(order), traveller: { userId: travellerId, firstName, lastName } }];
    }),
  });
};

const unregisterHandler: Handler<typeof unregisterMedia> = ({ deps, network, session, request }) =>
  runTransaction(deps.db, async (tx) => {
    const card = isUuid(request.mediaId) ? await lockCard(tx, network.id, request.mediaId) : undefined;
    if (card === undefined || !mayUseCard(session, card)) return err("NOT_FOUND");
    if (request.userId !== undefined && card.travellerId !== null && card.travellerId !== request.userId) {
      return err("NOT_FOUND");
    }
    const now = deps.clock.iso();
    if (!mayRemoveCard(card, now)) return err("TRANSITION_NOT_ALLOWED", { state: cardStateAt(card, now) });
    await unlinkCard(tx, network.id, card.id);
    return ok({});
  });

export const cardsHandlers: ModuleHandlers<
  | "searchLocalMediaForSignin"
  | "signinWithToken"
  | "getMedias"
  | "registerMedia"
  | "unregisterMedia"
  | "declareMediaIncident"
  | "cardHotlist"
> = {
  searchLocalMediaForSignin: searchHandler,
  signinWithToken: signInHandler,
  getMedias: getHandler,
  registerMedia: linkCardHandler,
  unregisterMedia: unregisterHandler,
  declareMediaIncident: declareHandler,
  cardHotlist: cardHotlistHandler,
};
