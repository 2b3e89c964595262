import { done, type Outcome, refuse } from "@guichet/contract/outcome.ts";
import type { KeptMethod } from "@guichet/contract/payments.ts";
import { dayIn } from "@guichet/rules/days.ts";
import { readIban } from "@guichet/rules/ibans.ts";
import { keptState } from "@guichet/rules/kept-methods.ts";
import type { RoomAnswers } from "../answering/answer.ts";
import type { Database, Tx } from "../database/connection.ts";
import { decide } from "../database/deciding.ts";
import type { House } from "../house.ts";
import { isUuid } from "../ids.ts";
import type { LoadedNetwork } from "../networks/registry.ts";
import { isNeeded } from "./installment-store.ts";
import { planRemoval } from "./kept-cards.ts";
import { collectsByDebit } from "./mandates.ts";
import {
  bookmark,
  holdKept,
  type KeptWay,
  keepAccount,
  nickname,
  type Owner,
  removeKept,
  waysKept,
} from "./method-store.ts";
import { registerCard, settleOpenRegistrations } from "./registrations.ts";

type Room =
  | "getCards"
  | "registerBankAccount"
  | "registerCard"
  | "unregisterCard"
  | "setCardBookmark"
  | "removeCardBookmark"
  | "setCardNickname";

export const keptCardAnswers: RoomAnswers<Room> = {
  registerCard,

  getCards: async ({ house, network, session, request, log }) => {
    await settleOpenRegistrations(house, session, log);
    const kept = await listed(house.db, house, network, session);
    const { methods } = request;
    return done({ cards: kept.filter(({ kind }) => methods === undefined || methods.includes(methodOf[kind])) });
  },

  registerBankAccount: async ({ house, network, session, request }) => {
    if (!collectsByDebit(house, network)) return refuse("FEATURE_DISABLED");
    const iban = readIban(request.iban);
    if (!iban.ok) return iban;
    const { networkId, accountId } = session;
    const account = { networkId, accountId, iban: iban.value, holder: request.holder, at: house.clock.iso() };
    const id = await house.db.transaction().execute((tx) => keepAccount(tx, { ...account, id: house.ids.uuid() }));
    const card = (await listed(house.db, house, network, session)).find(({ ID }) => ID === id);
    if (card === undefined) throw new Error(`The bank account ${id} was kept and is not there`);
    return done({ card });
  },

  unregisterCard: ({ house, network, session, request }) =>
    withCard<"PAYMENT_METHOD_LOCKED">(house, network, session, request.cardId, async (tx, card) => {
      // Asked once it is held: an order that was just paid with it may have planned parts.
      if (await isNeeded(tx, card.id)) return refuse("PAYMENT_METHOD_LOCKED");
      await removeKept(tx, card.id, house.clock.iso());
      if (card.savedId !== null) await planRemoval(tx, house, card.networkId, card.savedId);
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

  setCardNickname: ({ house, network, session, request }) =>
    withCard<never>(house, network, session, request.cardId, async (tx, card) => {
      await nickname(tx, card.id, request.nickname === "" ? null : request.nickname);
      return done(true);
    }),
};

/** Which payment method a kept way pays by. */
const methodOf = { CARD: "CARD", IBAN: "TRANSFER" } as const;

/** Does something with a kept card of the session's own account; another's does not exist for it. Answers what is kept then. */
async function withCard<Code extends "PAYMENT_METHOD_LOCKED">(
  house: House,
  network: LoadedNetwork,
  session: Owner,
  cardId: string,
  act: (tx: Tx, card: KeptWay) => Promise<Outcome<true, Code>>,
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
  return (await waysKept(db, owner)).map((card) => ({
    ID: card.id,
    INTERNAL: card.kind === "IBAN",
    kind: card.kind,
    country: card.iban?.slice(0, 2) ?? null,
    holder: card.holder,
    brand: card.brand,
    EXTRA: { EXP: card.expiresOn, NUM: card.last4 },
    nickname: card.nickname,
    IS_BOOKMARKED: card.bookmarked,
    LOCKED: card.neededBy.length > 0 || card.subscriptions.length > 0,
    neededBy: card.neededBy,
    subscriptions: card.subscriptions,
    mandates: card.mandates,
    state: keptState(card.expiresOn, today),
    createdAt: card.createdAt,
  }));
}
