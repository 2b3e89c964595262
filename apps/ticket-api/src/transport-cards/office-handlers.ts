import { officeResultsMax } from "@guichet/contract/limits/staff-limits.ts";
import { textIn } from "@guichet/contract/locales.ts";
import type {
  FoundCard,
  findCards,
  getCard,
  staffBlockCard,
  staffReplaceCard,
  staffUnblockCard,
} from "@guichet/contract/office/transport-cards.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { tidyEmail } from "@guichet/rules/emails.ts";
import { cardStateAt, formatCardNumber, tidyCardNumber } from "@guichet/rules/transport-cards.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Handler, ModuleHandlers } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import { auditEntriesOn, recordAuditEntry } from "../staff/audit-entry-store.ts";
import { blockCard, liftIncident, replaceCard } from "./incidents.ts";
import {
  type CardQuery,
  type FoundCardRow,
  findCardRows,
  incidentsOf,
  staffCardRow,
  ticketsOnCard,
} from "./office-store.ts";

/** Of incidents, tickets and acts of one card. */
const historyMax = 200;
const wordsMax = 5;

/** Answers the staff's calls about cards (`Office/*`). What happens to a card is decided where the customer's call decides it. */
export const cardsOfficeHandlers: ModuleHandlers<
  "findCards" | "getCard" | "staffBlockCard" | "staffUnblockCard" | "staffReplaceCard"
> = {
  findCards: async (ctx) => findHandler(ctx),
  getCard: async (ctx) => getHandler(ctx),
  staffBlockCard: async (ctx) => blockHandler(ctx),
  staffUnblockCard: async (ctx) => unblockHandler(ctx),
  staffReplaceCard: async (ctx) => replaceHandler(ctx),
};

const findHandler: Handler<typeof findCards> = async ({ deps, network, request }) => {
  const rows = await findCardRows(deps.db, network.id, readQuery(request.query), officeResultsMax + 1);
  const now = deps.clock.iso();
  return ok({
    cards: rows.slice(0, officeResultsMax).map((row) => shown(row, now)),
    hasMore: rows.length > officeResultsMax,
  });
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

const getHandler: Handler<typeof getCard> = async ({ deps, network, request, language }) => {
  const { cardId } = request;
  const row = isUuid(cardId) ? await staffCardRow(deps.db, network.id, cardId) : undefined;
  if (row === undefined) return err("NOT_FOUND");
  const tickets = await ticketsOnCard(deps.db, network.id, cardId, historyMax);
  const nameOf = (productId: string) => {
    const article = network.articleOfProduct.get(productId);
    return article === undefined ? productId : textIn(article.name, language, network.definition.languages);
  };
  const { birthDate, traveller, createdAt, linkedAt, replacedById, replacedByNumber } = row;
  return ok({
    card: {
      ...shown(row, deps.clock.iso()),
      birthDate,
      traveller,
      createdAt,
      linkedAt,
      replacedBy:
        replacedById === null ? null : { cardId: replacedById, number: formatCardNumber(replacedByNumber ?? "") },
      incidents: await incidentsOf(deps.db, network.id, cardId, historyMax),
      tickets: tickets.map(({ id, productId, ...ticket }) => ({ ...ticket, ticketId: id, name: nameOf(productId) })),
      acts: await auditEntriesOn(deps.db, network.id, cardId, historyMax),
    },
  });
};

const blockHandler: Handler<typeof staffBlockCard> = async ({ deps, network, request, session }) => {
  const { cardId, incident: kind, note } = request;
  if (!isUuid(cardId)) return err("NOT_FOUND");
  const { staffId } = session;
  const outcome = await runTransaction(deps.db, async (tx) => {
    const blocked = await blockCard(tx, deps, network, { cardId, kind, note, by: { staffId } });
    if (!blocked.ok) return blocked;
    const { accountId } = blocked.value.card;
    const reason = note || null;
    await recordAuditEntry(tx, deps, {
      networkId: network.id,
      staffId,
      act: "card.block",
      thing: cardId,
      accountId,
      reason,
    });
    return ok({ blockedTickets: blocked.value.blockedTickets });
  });
  if (outcome.ok) deps.wake();
  return outcome;
};

const unblockHandler: Handler<typeof staffUnblockCard> = async ({ deps, network, request, session }) => {
  const { cardId, note } = request;
  if (!isUuid(cardId)) return err("NOT_FOUND");
  const { staffId } = session;
  const outcome = await runTransaction(deps.db, async (tx) => {
    const lifted = await liftIncident(tx, deps, network, { cardId, note, by: { staffId } });
    if (!lifted.ok) return lifted;
    const { accountId } = lifted.value.card;
    const act = { networkId: network.id, staffId, act: "card.unblock", thing: cardId, accountId, reason: note };
    await recordAuditEntry(tx, deps, act);
    return ok({ liftedTickets: lifted.value.liftedTickets });
  });
  if (outcome.ok) deps.wake();
  return outcome;
};

const replaceHandler: Handler<typeof staffReplaceCard> = async ({ deps, network, request, session }) => {
  const { cardId, note } = request;
  if (!isUuid(cardId)) return err("NOT_FOUND");
  const { staffId } = session;
  const outcome = await runTransaction(deps.db, async (tx) => {
    const replaced = await replaceCard(tx, deps, network, { cardId, by: { staffId } });
    if (!replaced.ok) return replaced;
    const { card, movedTickets } = replaced.value;
    const { accountId } = card;
    const reason = note || null;
    const act = { networkId: network.id, staffId, accountId, reason };
    await recordAuditEntry(tx, deps, { ...act, act: "card.replace", thing: cardId });
    await recordAuditEntry(tx, deps, { ...act, act: "card.make", thing: card.id });
    return ok({ newCard: { cardId: card.id, number: formatCardNumber(card.number) }, movedTickets });
  });
  if (outcome.ok) deps.wake();
  return outcome;
};
