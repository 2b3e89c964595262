import type { getMedias, unregisterMedia } from "@guichet/contract/cards.ts";
import { done, refuse } from "@guichet/contract/outcome.ts";
import { cardStateAt, mayRemoveCard } from "@guichet/rules/cards.ts";
import { travellersOf } from "../account-records/traveller-store.ts";
import { decide } from "../database/deciding.ts";
import type { Answer, RoomAnswers } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import { cardOrdersOf } from "../transport-card-records/card-orders-store.ts";
import { cardById, cardsOf, holdCard, unlinkCard } from "../transport-card-records/transport-card-store.ts";
import { mayUseCard } from "./card-access.ts";
import { answerDeclare } from "./declare.ts";
import { answerHotlist } from "./hotlist.ts";
import { answerRegister } from "./register.ts";
import { answerSearch } from "./search.ts";
import { shownCard, shownCardOrder, shownToBearer } from "./shown-card.ts";
import { answerSignIn } from "./sign-in.ts";

const answerGet: Answer<typeof getMedias> = async ({ house, network, session, request }) => {
  const now = house.clock.iso();
  const travellers = await travellersOf(house.db, network.id, session.accountId);
  if (session.cardId !== null) {
    const card = await cardById(house.db, network.id, session.cardId);
    const [bearer] = travellers;
    const medias = card && bearer ? [shownToBearer(card, bearer, session.provedAt, now)] : [];
    return done({ medias, ordered: [] });
  }
  const cards = await cardsOf(house.db, network.id, session.accountId);
  const shown = cards.filter(
    (card) => mayUseCard(session, card) && (request.userId === undefined || card.travellerId === request.userId),
  );
  const orders = await cardOrdersOf(house.db, network.id, session.accountId);
  const mayBeSeen = (travellerId: string) =>
    (session.isHolder || travellerId === session.travellerId) &&
    (request.userId === undefined || travellerId === request.userId);
  return done({
    medias: shown.map((card) => shownCard(card, travellers, now, orders)),
    ordered: orders.flatMap((order) => {
      const { travellerId, traveller, madeCardId, replacesCardId } = order;
      if (madeCardId !== null || replacesCardId !== null || traveller === null || travellerId === null) return [];
      if (!mayBeSeen(travellerId) || order.status === "ERROR") return [];
      const { firstName, lastName } = traveller;
      return [{ ...shownCardOrder(order), traveller: { userId: travellerId, firstName, lastName } }];
    }),
  });
};

const answerUnregister: Answer<typeof unregisterMedia> = ({ house, network, session, request }) =>
  decide(house.db, async (tx) => {
    const card = isUuid(request.mediaId) ? await holdCard(tx, network.id, request.mediaId) : undefined;
    if (card === undefined || !mayUseCard(session, card)) return refuse("NOT_FOUND");
    if (request.userId !== undefined && card.travellerId !== null && card.travellerId !== request.userId) {
      return refuse("NOT_FOUND");
    }
    const now = house.clock.iso();
    if (!mayRemoveCard(card, now)) return refuse("TRANSITION_NOT_ALLOWED", { state: cardStateAt(card, now) });
    await unlinkCard(tx, network.id, card.id);
    return done({});
  });

export const cardsAnswers: RoomAnswers<
  | "searchLocalMediaForSignin"
  | "signinWithToken"
  | "getMedias"
  | "registerMedia"
  | "unregisterMedia"
  | "declareMediaIncident"
  | "cardHotlist"
> = {
  searchLocalMediaForSignin: answerSearch,
  signinWithToken: answerSignIn,
  getMedias: answerGet,
  registerMedia: answerRegister,
  unregisterMedia: answerUnregister,
  declareMediaIncident: answerDeclare,
  cardHotlist: answerHotlist,
};
