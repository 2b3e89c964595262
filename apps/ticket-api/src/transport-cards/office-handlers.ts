import type { CodeOf } from "@guichet/contract/call.ts";
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
import { normaliseEmail } from "@guichet/rules/persons/emails.ts";
import { cardStateAt, formatCardNumber, normaliseCardNumber } from "@guichet/rules/transport-cards.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Handler, HandlerValue, ModuleHandlers } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import { auditEntriesOn, recordAuditEntry } from "../staff/audit-entry-store.ts";
import { hasCardStock } from "../transport-card-records/blank-card-handover-store.ts";
import { blockCard, liftIncident, replaceCard } from "./incidents.ts";
import {
  type CardQuery,
  type FoundCardRow,
  findCardRows,
  incidentsOf,
  staffCardRow,
  ticketsOnCard,
} from "./office-store.ts";
import { type TakeCode, takeBlankCards } from "./take-blank-cards.ts";

/** Limit of incidents, tickets and audit entries of one card. */
const historyMax = 200;
const searchWordsMax = 5;

/** Handlers of the staff's calls about cards (`Office/*`). The customer's calls use the same decisions. */
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
    cards: rows.slice(0, officeResultsMax).map((row) => foundCard(row, now)),
    hasMore: rows.length > officeResultsMax,
  });
};

/** Reads the search box: a number in any grouping, an e-mail, or words. */
function readQuery(text: string): CardQuery {
  const number = normaliseCardNumber(text);
  if (/^\d{4,}$/.test(number)) return { by: "number", number };
  if (text.includes("@")) return { by: "email", email: normaliseEmail(text) };
  return { by: "words", words: text.split(/\s+/).slice(0, searchWordsMax) };
}

function foundCard(row: FoundCardRow, now: string): FoundCard {
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
      ...foundCard(row, deps.clock.iso()),
      birthDate,
      traveller,
      createdAt,
      linkedAt,
      replacedBy:
        replacedById === null ? null : { cardId: replacedById, number: formatCardNumber(replacedByNumber ?? "") },
      incidents: await incidentsOf(deps.db, network.id, cardId, historyMax),
      tickets: tickets.map(({ id, productId, ...ticket }) => ({ ...ticket, ticketId: id, name: nameOf(productId) })),
      acts: await auditEntriesOn(deps.db, network.id, cardId, historyMax),
      takesBlankCards: await hasCardStock(deps.db, network.id),
    },
  });
};

const blockHandler: Handler<typeof staffBlockCard> = async ({ deps, network, request, session }) => {
  const { cardId, incident: kind, note } = request;
  if (!isUuid(cardId)) return err("NOT_FOUND");
  const { staffId } = session;
  const result = await runTransaction(deps.db, async (tx) => {
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
  if (result.ok) deps.wake();
  return result;
};

const unblockHandler: Handler<typeof staffUnblockCard> = async ({ deps, network, request, session }) => {
  const { cardId, note } = request;
  if (!isUuid(cardId)) return err("NOT_FOUND");
  const { staffId } = session;
  const result = await runTransaction(deps.db, async (tx) => {
    const lifted = await liftIncident(tx, deps, network, { cardId, note, by: { staffId } });
    if (!lifted.ok) return lifted;
    const { accountId } = lifted.value.card;
    const auditEntry = { networkId: network.id, staffId, act: "card.unblock", thing: cardId, accountId, reason: note };
    await recordAuditEntry(tx, deps, auditEntry);
    return ok({ liftedTickets: lifted.value.liftedTickets });
  });
  if (result.ok) deps.wake();
  return result;
};

type ReplacedCard = HandlerValue<typeof staffReplaceCard>;
type ReplaceCode = CodeOf<typeof staffReplaceCard> | TakeCode;

const replaceHandler: Handler<typeof staffReplaceCard> = async ({ deps, network, request, session }) => {
  const { cardId, note, cardNumber } = request;
  if (!isUuid(cardId)) return err("NOT_FOUND");
  const { staffId } = session;
  const result = await runTransaction<ReplacedCard, ReplaceCode>(deps.db, async (tx) => {
    const taken = await takeBlankCards(tx, deps, network, [{ key: cardId, number: cardNumber }]);
    if (!taken.ok) return taken;
    const change = { cardId, by: { staffId }, blank: taken.value.get(cardId) };
    const replaced = await replaceCard(tx, deps, network, change);
    if (!replaced.ok) return replaced;
    const { card, movedTickets } = replaced.value;
    const { accountId } = card;
    const reason = note || null;
    const auditEntry = { networkId: network.id, staffId, accountId, reason };
    await recordAuditEntry(tx, deps, { ...auditEntry, act: "card.replace", thing: cardId });
    await recordAuditEntry(tx, deps, { ...auditEntry, act: "card.make", thing: card.id });
    return ok({ newCard: { cardId: card.id, number: formatCardNumber(card.number) }, movedTickets });
  });
  if (result.ok) deps.wake();
  return result;
};
