import type { Language } from "@guichet/contract/locales.ts";
import { done, type Outcome, refuse } from "@guichet/contract/outcome.ts";
import type { KeptMethod } from "@guichet/contract/payments.ts";
import { dayIn } from "@guichet/rules/days.ts";
import { readIban } from "@guichet/rules/ibans.ts";
import { keptState } from "@guichet/rules/kept-methods.ts";
import { namedTraveller } from "../account-records/named-traveller.ts";
import type { Tx } from "../database/database.ts";
import { decide } from "../database/deciding.ts";
import type { House } from "../dependencies.ts";
import type { RoomAnswers } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import { collectsByDebit } from "../network-registry/direct-debit.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { UserSession } from "../sessions/session-store.ts";
import { subscriptionName } from "../subscription-records/subscription-name.ts";
import { isNeeded } from "./installment-store.ts";
import { planRemoval } from "./kept-cards.ts";
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

  getCards: async (ask) => {
    await settleOpenRegistrations(ask.house, ask.session, ask.log);
    const kept = await listed(ask);
    const { methods } = ask.request;
    return done({ cards: kept.filter(({ kind }) => methods === undefined || methods.includes(methodOf[kind])) });
  },

  registerBankAccount: async (ask) => {
    const { house, network, session, request } = ask;
    if (!collectsByDebit(house, network)) return refuse("FEATURE_DISABLED");
    const iban = readIban(request.iban);
    if (!iban.ok) return iban;
    const { networkId, accountId } = session;
    const account = { networkId, accountId, iban: iban.value, holder: request.holder, at: house.clock.iso() };
    const id = await house.db.transaction().execute((tx) => keepAccount(tx, { ...account, id: house.ids.uuid() }));
    const card = (await listed(ask)).find(({ ID }) => ID === id);
    if (card === undefined) throw new Error(`The bank account ${id} was kept and is not there`);
    return done({ card });
  },

  unregisterCard: (ask) =>
    withCard<"PAYMENT_METHOD_LOCKED">(ask, async (tx, card) => {
      // Asked once it is held: an order that was just paid with it may have planned parts.
      if (await isNeeded(tx, card.id)) return refuse("PAYMENT_METHOD_LOCKED");
      await removeKept(tx, card.id, ask.house.clock.iso());
      if (card.savedId !== null) await planRemoval(tx, ask.house, card.networkId, card.savedId);
      return done(true);
    }),

  setCardBookmark: (ask) =>
    withCard<never>(ask, async (tx, card) => {
      await bookmark(tx, ask.session, card.id, true);
      return done(true);
    }),

  removeCardBookmark: (ask) =>
    withCard<never>(ask, async (tx, card) => {
      await bookmark(tx, ask.session, card.id, false);
      return done(true);
    }),

  setCardNickname: (ask) =>
    withCard<never>(ask, async (tx, card) => {
      await nickname(tx, card.id, ask.request.nickname === "" ? null : ask.request.nickname);
      return done(true);
    }),
};

/** What of an ask tells whose ways to pay are listed, and in which language. */
interface Asked {
  house: House;
  network: LoadedNetwork;
  session: Owner;
  language: Language;
}

/** Which payment method a kept way pays by. */
const methodOf = { CARD: "CARD", IBAN: "TRANSFER" } as const;

/** Does something with a kept card of the session's own account; another's does not exist for it. Answers what is kept then. */
async function withCard<Code extends "PAYMENT_METHOD_LOCKED">(
  ask: Asked & { session: UserSession; request: { cardId: string; userId?: string | undefined } },
  act: (tx: Tx, card: KeptWay) => Promise<Outcome<true, Code>>,
): Promise<Outcome<{ cards: KeptMethod[] }, Code | "NOT_FOUND">> {
  const { house, session } = ask;
  const { cardId, userId } = ask.request;
  const changed = await decide<true, Code | "NOT_FOUND">(house.db, async (tx) => {
    if (userId !== undefined && !(await namedTraveller(tx, session, userId)).ok) return refuse("NOT_FOUND");
    const card = isUuid(cardId) ? await holdKept(tx, session, cardId) : undefined;
    return card === undefined ? refuse("NOT_FOUND") : act(tx, card);
  });
  if (!changed.ok) return changed;
  house.wake();
  return done({ cards: await listed(ask) });
}

/** What somebody keeps, told in the language of who asks. */
async function listed({ house, network, session: owner, language }: Asked): Promise<KeptMethod[]> {
  const today = dayIn(house.clock.iso(), network.definition.timeZone);
  return (await waysKept(house.db, owner)).map((card) => ({
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
    subscriptions: card.subscriptions.map((one) => ({
      subscriptionId: one.subscriptionId,
      name: subscriptionName(one, network, language),
    })),
    mandates: card.mandates.map(({ article = null, name, ...mandate }) => ({
      ...mandate,
      name: name == null ? null : subscriptionName({ name, article }, network, language),
    })),
    state: keptState(card.expiresOn, today),
    createdAt: card.createdAt,
  }));
}
