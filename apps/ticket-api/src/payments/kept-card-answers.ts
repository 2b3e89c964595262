import { done, type Outcome, refuse } from "@guichet/contract/outcome.ts";
import type { KeptMethod } from "@guichet/contract/payments.ts";
import { dayIn } from "@guichet/rules/days.ts";
import { keptState } from "@guichet/rules/kept-methods.ts";
import type { RoomAnswers } from "../answering/answer.ts";
import type { Database, Tx } from "../database/connection.ts";
import { decide } from "../database/deciding.ts";
import type { House } from "../house.ts";
import { isUuid } from "../ids.ts";
import type { LoadedNetwork } from "../networks/registry.ts";
import { isNeeded } from "./installment-store.ts";
import { planRemoval } from "./kept-cards.ts";
import { bookmark, cardsKept, holdKept, type KeptCard, type Owner, removeKept } from "./method-store.ts";
import { registerCard, settleOpenRegistrations } from "./registrations.ts";

type Room = "getCards" | "registerCard" | "unregisterCard" | "setCardBookmark" | "removeCardBookmark";

export const keptCardAnswers: RoomAnswers<Room> = {
  registerCard,

  getCards: async ({ house, network, session, request, log }) => {
    await settleOpenRegistrations(house, session, log);
    const wanted = request.methods === undefined || request.methods.includes("CARD");
    return done({ cards: wanted ? await listed(house.db, house, network, session) : [] });
  },

  unregisterCard: ({ house, network, session, request }) =>
    withCard<"PAYMENT_METHOD_LOCKED">(house, network, session, request.cardId, async (tx, card) => {
      // Asked once it is held: an order that was just paid with it may have planned parts.
      if (await isNeeded(tx, card.id)) return refuse("PAYMENT_METHOD_LOCKED");
      await removeKept(tx, card.id, house.clock.iso());
      await planRemoval(tx, house, card.networkId, card.savedId);
      return done(true);
    }),

  setCardBookmark: ({ house, network, session, request }) =>
    withCard<never>(house, network, session, request.cardId, async (tx, card) => {
      await bookmark(tx, session, card.id, true);
      return done(true);
    }),

  removeCardBookmark: ({ house, network, session, request }) =>
    withCard<never>(house, network, session, request.cardId, async (tx, card) => {
      await bookmark(tx, session, card.id, false);
      return done(true);
    }),
};

/** Does something with a kept card of the session's own account; another's does not exist for it. Answers what is kept then. */
async function withCard<Code extends "PAYMENT_METHOD_LOCKED">(
  house: House,
  network: LoadedNetwork,
  session: Owner,
  cardId: string,
  act: (tx: Tx, card: KeptCard) => Promise<Outcome<true, Code>>,
): Promise<Outcome<{ cards: KeptMethod[] }, Code | "NOT_FOUND">> {
  const changed = await decide<true, Code | "NOT_FOUND">(house.db, async (tx) => {
    const card = isUuid(cardId) ? await holdKept(tx, session, cardId) : undefined;
    return card === undefined ? refuse("NOT_FOUND") : act(tx, card);
  });
  if (!changed.ok) return changed;
  house.wake();
  return done({ cards: await listed(house.db, house, network, session) });
}

async function listed(db: Database, house: House, network: LoadedNetwork, owner: Owner): Promise<KeptMethod[]> {
  const today = dayIn(house.clock.iso(), network.definition.timeZone);
  return (await cardsKept(db, owner)).map((card) => ({
    ID: card.id,
    INTERNAL: false,
    kind: "CARD",
    brand: card.brand,
    EXTRA: { EXP: card.expiresOn, NUM: card.last4 },
    nickname: card.nickname,
    IS_BOOKMARKED: card.bookmarked,
    LOCKED: card.locked,
    state: keptState(card.expiresOn, today),
    createdAt: card.createdAt,
  }));
}
