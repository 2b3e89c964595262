import { pageSize } from "@guichet/contract/limits.ts";
import { type Language, type Texts, textIn } from "@guichet/contract/locales.ts";
import type { PackArticle } from "@guichet/contract/network-pack.ts";
import { done, refuse } from "@guichet/contract/outcome.ts";
import type { Blueprint, Ticket } from "@guichet/contract/wallet.ts";
import { stateAt } from "@guichet/rules/validity.ts";
import type { RoomAnswers } from "../answering/answer.ts";
import { cursorAfter, readCursor } from "../answering/cursor.ts";
import type { UserSession } from "../identity/session-store.ts";
import { isUuid } from "../ids.ts";
import { type LoadedNetwork, productsOf } from "../networks/registry.ts";
import { attestationDocument, ticketDocument } from "./documents.ts";
import { listTickets, type WalletTicket } from "./ticket-store.ts";

const walletMax = 500;

/** Travellers with a sign-in of their own see their own tickets, the holder everybody's. */
const seenBy = (session: UserSession) => ({
  networkId: session.networkId,
  accountId: session.accountId,
  travellerId: session.isHolder ? null : session.travellerId,
});

/** What others paid for a traveller is not told to their own sign-in (§6). */
const paidFor = (session: UserSession, { boughtBy }: WalletTicket): boolean =>
  session.isHolder || boughtBy === session.travellerId;

export const walletAnswers: RoomAnswers<"tickets" | "blueprints" | "getWallet" | "contractAttestation" | "ticketPdf"> =
  {
    tickets: async ({ house, network, session, request, language }) => {
      if (request.ticketId !== undefined && !isUuid(request.ticketId)) return refuse("NOT_FOUND");
      const before = readCursor(request.cursor);
      if (!before.ok) return before;
      const limit = request.limit ?? pageSize;
      const found = await listTickets(house.db, {
        ...seenBy(session),
        ticketId: request.ticketId,
        before: before.value,
        limit: limit + 1,
      });
      if (request.ticketId !== undefined && found.length === 0) return refuse("NOT_FOUND");
      const now = house.clock.iso();
      const { page, nextCursor } = cursorAfter(found, limit);
      const shown = page.map((ticket) => shownTicket(ticket, network, language, now));
      const items =
        request.past === undefined || request.ticketId !== undefined
          ? shown
          : shown.filter((t) => isPast(t) === request.past);
      return done({ items: usableFirst(items), ...(nextCursor === undefined ? {} : { nextCursor }) });
    },

    blueprints: async ({ network, language }) =>
      done({
        items: [...network.articles.values()].flatMap((article) =>
          productsOf(article).map(({ id }) => blueprint(network, article, id, language)),
        ),
      }),

    getWallet: async ({ house, network, session, request, language }) => {
      const found = await listTickets(house.db, { ...seenBy(session), limit: walletMax });
      const now = house.clock.iso();
      const type = request.type ?? "current";
      const stacks = new Map<string, { blueprint: Blueprint; count: number; tickets: Ticket[] }>();
      for (const row of found) {
        const ticket = shownTicket(row, network, language, now);
        if (type !== "all" && isPast(ticket) !== (type === "past")) continue;
        const like = request.unstack
          ? ticket.ticketId
          : JSON.stringify([
              ticket.productId,
              ticket.journey,
              row.travellerId,
              ticket.state,
              ticket.validFrom,
              ticket.validUntil,
            ]);
        const stack = stacks.get(like) ?? {
          blueprint: blueprint(network, row.article, row.productId, language),
          count: 0,
          tickets: [],
        };
        stack.tickets.push(ticket);
        stack.count += 1;
        stacks.set(like, stack);
      }
      return done({ stacks: [...stacks.values()] });
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
  };

/** A ticket as the wire shows it; time moves its state on without anybody's doing. */
export function shownTicket(row: WalletTicket, network: LoadedNetwork, language: Language, now: string): Ticket {
  const model = blueprint(network, row.article, row.productId, language);
  const { validFrom, validUntil, useBefore } = row;
  const inTime = stateAt({ validFrom, validUntil, useBefore }, now);
  const byTime =
    ["pending", "active"].includes(row.status) || (row.status === "blocked" && inTime === "expired")
      ? inTime
      : row.status;
  return {
    ticketId: row.id,
    serial: row.serial,
    state: byTime,
    productId: row.productId,
    name: model.name,
    summary: model.summary,
    ink: model.ink,
    icon: model.icon,
    figure: model.figure,
    ...(row.journey === null ? {} : { journey: row.journey }),
    traveller:
      row.traveller === null || row.travellerId === null
        ? null
        : { userId: row.travellerId, firstName: row.traveller.firstName, lastName: row.traveller.lastName },
    support: row.support,
    orderId: row.orderId,
    orderNumber: row.orderNumber,
    issuedAt: row.issuedAt,
    validFrom,
    validUntil,
    useBefore,
    tripsLeft: row.tripsLeft,
    trips: row.article.trips ?? null,
    media:
      row.cardId === null ? null : { mediaId: row.cardId, lastDigits: row.cardDigits ?? "", loads: "next-validation" },
    code: byTime === "pending" || byTime === "active" ? row.code : null,
  };
}

function blueprint(network: LoadedNetwork, article: PackArticle, productId: string, language: Language): Blueprint {
  const text = (texts: Texts) => textIn(texts, language, network.definition.languages);
  const category = network.categories.find((candidate) => candidate.id === article.category);
  return {
    productId,
    name: text(article.name),
    summary: text(article.summary),
    ink: category?.ink ?? "pass",
    icon: category?.icon ?? "ticket",
    figure: article.figure === undefined ? null : { value: article.figure.value, unit: text(article.figure.unit) },
    validity: article.validity,
    useWithin: article.useWithin ?? null,
    trips: article.trips ?? null,
    transferMinutes: article.transferMinutes ?? null,
  };
}

const isPast = (ticket: Ticket): boolean =>
  ticket.state !== "pending" && ticket.state !== "active" && ticket.state !== "blocked";

const ranks: Partial<Record<Ticket["state"], number>> = { active: 0, pending: 1, blocked: 2 };
const usableFirst = (tickets: Ticket[]): Ticket[] =>
  tickets.toSorted((a, b) => (ranks[a.state] ?? 3) - (ranks[b.state] ?? 3));
