import { textIn } from "@guichet/contract/locales.ts";
import type {
  FoundCard,
  findCards,
  getCard,
  staffBlockCard,
  staffReplaceCard,
  staffUnblockCard,
} from "@guichet/contract/office/cards.ts";
import { done, refuse } from "@guichet/contract/outcome.ts";
import { cardStateAt, formatCardNumber, tidyCardNumber } from "@guichet/rules/cards.ts";
import { tidyEmail } from "@guichet/rules/emails.ts";
import { decide } from "../database/deciding.ts";
import type { Answer, RoomAnswers } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import { actsOn, recordAct } from "../staff/audit-entry-store.ts";
import { blockCard, liftIncident, replaceCard } from "./incidents.ts";
import {
  type CardQuery,
  type FoundCardRow,
  findCardRows,
  incidentsOf,
  staffCardRow,
  ticketsOnCard,
} from "./office-store.ts";

const foundMax = 50;
/** Of incidents, tickets and acts of one card. */
const historyMax = 200;
const wordsMax = 5;

/** Answers the staff's calls about cards (`Office/*`). What happens to a card is decided where the customer's call decides it. */
export const cardsOfficeAnswers: RoomAnswers<
  "findCards" | "getCard" | "staffBlockCard" | "staffUnblockCard" | "staffReplaceCard"
> = {
  findCards: async (ask) => answerFind(ask),
  getCard: async (ask) => answerGet(ask),
  staffBlockCard: async (ask) => answerBlock(ask),
  staffUnblockCard: async (ask) => answerUnblock(ask),
  staffReplaceCard: async (ask) => answerReplace(ask),
};

const answerFind: Answer<typeof findCards> = async ({ house, network, request }) => {
  const rows = await findCardRows(house.db, network.id, readQuery(request.query), foundMax + 1);
  const now = house.clock.iso();
  return done({ cards: rows.slice(0, foundMax).map((row) => shown(row, now)), hasMore: rows.length > foundMax });
};

/** What was typed into the one box: a number in whatever groups, an e-mail, or words. */
function readQuery(text: string): CardQuery {
  const number = tidyCardNumber(text);
  if (/^\d{4,}$/.test(number)) return { by: "number", number };
  if (text.includes("@")) return { by: "email", email: tidyEmail(text) };
  return { by: "words", words: text.split(/\s+/).slice(0, wordsMax) };
}

function shown(row: FoundCardRow, now: string): FoundCard {
  const { id, number, firstName, lastName, incident, expiresAt, accountId } = row;
  return {
    cardId: id,
    number: formatCardNumber(number),
    firstName,
    lastName,
    state: cardStateAt(row, now),
    incident,
    expiresAt,
    holder:
      accountId === null
        ? null
        : {
            name: `${row.holderFirstName ?? ""} ${row.holderLastName ?? ""}`.trim(),
            email: row.email ?? "",
            customerNumber: row.customerNumber ?? "",
          },
  };
}

const answerGet: Answer<typeof getCard> = async ({ house, network, request, language }) => {
  const { cardId } = request;
  const row = isUuid(cardId) ? await staffCardRow(house.db, network.id, cardId) : undefined;
  if (row === undefined) return refuse("NOT_FOUND");
  const tickets = await ticketsOnCard(house.db, network.id, cardId, historyMax);
  const nameOf = (productId: string) => {
    const article = network.articleOfProduct.get(productId);
    return article === undefined ? productId : textIn(article.name, language, network.definition.languages);
  };
  const { birthDate, traveller, createdAt, linkedAt, replacedById, replacedByNumber } = row;
  return done({
    card: {
      ...shown(row, house.clock.iso()),
      birthDate,
      traveller,
      createdAt,
      linkedAt,
      replacedBy:
        replacedById === null ? null : { cardId: replacedById, number: formatCardNumber(replacedByNumber ?? "") },
      incidents: await incidentsOf(house.db, network.id, cardId, historyMax),
      tickets: tickets.map(({ id, productId, ...ticket }) => ({ ...ticket, ticketId: id, name: nameOf(productId) })),
      acts: await actsOn(house.db, network.id, cardId, historyMax),
    },
  });
};

const answerBlock: Answer<typeof staffBlockCard> = async ({ house, network, request, session }) => {
  const { cardId, incident: kind, note } = request;
  if (!isUuid(cardId)) return refuse("NOT_FOUND");
  const { staffId } = session;
  const outcome = await decide(house.db, async (tx) => {
    const blocked = await blockCard(tx, house, network, { cardId, kind, note, by: { staffId } });
    if (!blocked.ok) return blocked;
    const { accountId } = blocked.value.card;
    const reason = note || null;
    await recordAct(tx, house, { networkId: network.id, staffId, act: "card.block", thing: cardId, accountId, reason });
    return done({ blockedTickets: blocked.value.blockedTickets });
  });
  if (outcome.ok) house.wake();
  return outcome;
};

const answerUnblock: Answer<typeof staffUnblockCard> = async ({ house, network, request, session }) => {
  const { cardId, note } = request;
  if (!isUuid(cardId)) return refuse("NOT_FOUND");
  const { staffId } = session;
  const outcome = await decide(house.db, async (tx) => {
    const lifted = await liftIncident(tx, house, network, { cardId, note, by: { staffId } });
    if (!lifted.ok) return lifted;
    const { accountId } = lifted.value.card;
    const act = { networkId: network.id, staffId, act: "card.unblock", thing: cardId, accountId, reason: note };
    await recordAct(tx, house, act);
    return done({ liftedTickets: lifted.value.liftedTickets });
  });
  if (outcome.ok) house.wake();
  return outcome;
};

const answerReplace: Answer<typeof staffReplaceCard> = async ({ house, network, request, session }) => {
  const { cardId, note } = request;
  if (!isUuid(cardId)) return refuse("NOT_FOUND");
  const { staffId } = session;
  const outcome = await decide(house.db, async (tx) => {
    const replaced = await replaceCard(tx, house, network, { cardId, by: { staffId } });
    if (!replaced.ok) return replaced;
    const { card, movedTickets } = replaced.value;
    const { accountId } = card;
    const reason = note || null;
    const act = { networkId: network.id, staffId, accountId, reason };
    await recordAct(tx, house, { ...act, act: "card.replace", thing: cardId });
    await recordAct(tx, house, { ...act, act: "card.make", thing: card.id });
    return done({ newCard: { cardId: card.id, number: formatCardNumber(card.number) }, movedTickets });
  });
  if (outcome.ok) house.wake();
  return outcome;
};
