import { pageSize, usesToldMax } from "@guichet/contract/limits.ts";
import { done, refuse } from "@guichet/contract/outcome.ts";
import type { Ticket } from "@guichet/contract/wallet.ts";
import { standsAt } from "@guichet/rules/punching.ts";
import type { RoomAnswers } from "../http/call-handler.ts";
import { cursorAfter, readCursor } from "../http/cursor.ts";
import { isUuid } from "../ids.ts";
import { productsOf } from "../network-registry/registry.ts";
import type { UserSession } from "../sessions/session-store.ts";
import { attestationDocument, ticketDocument } from "./documents.ts";
import { findTickets, ticketsAskedFor } from "./find-tickets.ts";
import { answerTicketHotlist } from "./hotlist.ts";
import { punchTicket } from "./punch.ts";
import { seenBy } from "./seen-by.ts";
import { blueprint, shownTicket } from "./shown-ticket.ts";
import { listTickets, type WalletTicket } from "./ticket-store.ts";
import { transferContract } from "./transfer.ts";
import { usesOf } from "./use-store.ts";
import { readVignette, vignetteNumbered } from "./vignettes.ts";
import { isPast, walletOf } from "./wallet.ts";

/** What others paid for a traveller is not told to their own sign-in (§6). */
const paidFor = (session: UserSession, { boughtBy }: WalletTicket): boolean =>
  session.isHolder || boughtBy === session.travellerId;

export const walletAnswers: RoomAnswers<
  | "tickets"
  | "blueprints"
  | "getWallet"
  | "contractAttestation"
  | "ticketPdf"
  | "punchTicket"
  | "ticketHotlist"
  | "transferContract"
  | "decodeVignette"
  | "sticker"
> = {
  tickets: async ({ house, network, session, request, language }) => {
    if (request.ticketId !== undefined && !isUuid(request.ticketId)) return refuse("NOT_FOUND");
    const before = readCursor(request.cursor);
    if (!before.ok) return before;
    const asked = await ticketsAskedFor(house.db, session, request.userId);
    if (!asked.ok) return asked;
    const limit = request.limit ?? pageSize;
    const now = house.clock.iso();
    const { past } = request;
    const of = { ...asked.value, ticketId: request.ticketId, before: before.value, limit: limit + 1 };
    const found =
      past === undefined
        ? await listTickets(house.db, of)
        : await findTickets(house.db, of, (row) => isPast(standsAt(row, now)) === past);
    if (request.ticketId !== undefined && found.length === 0) return refuse("NOT_FOUND");
    const { page, nextCursor } = cursorAfter(found, limit);
    const shown = page.map((ticket) => shownTicket(ticket, network, language, now));
    if (request.ticketId !== undefined) {
      const uses = await usesOf(house.db, network.id, request.ticketId, usesToldMax);
      return done({ items: shown.map((ticket) => ({ ...ticket, uses })) });
    }
    return done({ items: usableFirst(shown), ...(nextCursor === undefined ? {} : { nextCursor }) });
  },

  blueprints: async ({ network, language }) =>
    done({
      items: [...network.articles.values()].flatMap((article) =>
        productsOf(article).map(({ id }) => blueprint(network, article, id, language)),
      ),
    }),

  getWallet: async (ask) => {
    const asked = await ticketsAskedFor(ask.house.db, ask.session, ask.request.userId);
    return asked.ok ? done(await walletOf(ask, ask.request, asked.value)) : asked;
  },

  contractAttestation: async ({ house, session, request, language }) => {
    if (!isUuid(request.ticketId)) return refuse("NOT_FOUND");
    const [ticket] = await listTickets(house.db, { ...seenBy(session), ticketId: request.ticketId, limit: 1 });
    if (ticket === undefined) return refuse("NOT_FOUND");
    if (!paidFor(session, ticket)) return refuse("HOLDER_REQUIRED");
    const document = await attestationDocument(house, ticket, language);
    return document.ok ? done({ bytes: document.value, filename: `${ticket.serial}.pdf` }) : document;
  },

  ticketPdf: async ({ house, session, request, language }) => {
    if (!isUuid(request.ticketId)) return refuse("NOT_FOUND");
    const [ticket] = await listTickets(house.db, { ...seenBy(session), ticketId: request.ticketId, limit: 1 });
    if (ticket === undefined) return refuse("NOT_FOUND");
    if (ticket.code === null || ["cancelled", "transferred", "moved", "blocked"].includes(ticket.status)) {
      return refuse("TICKET_UNUSABLE", { reason: ticket.status });
    }
    const withPrice = paidFor(session, ticket);
    return done({
      bytes: await ticketDocument(house, ticket, language, withPrice),
      filename: `${ticket.serial}.pdf`,
    });
  },

  punchTicket,
  ticketHotlist: answerTicketHotlist,
  transferContract,
  decodeVignette: ({ house, network, request }) => readVignette(house, network.id, request.encodedPayload),
  sticker: ({ house, network, request }) => vignetteNumbered(house, network.id, request.stickerId),
};

const ranks: Partial<Record<Ticket["state"], number>> = { active: 0, pending: 1, blocked: 2 };
const usableFirst = (tickets: Ticket[]): Ticket[] =>
  tickets.toSorted((a, b) => (ranks[a.state] ?? 3) - (ranks[b.state] ?? 3));
