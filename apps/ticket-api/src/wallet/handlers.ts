import { pageSize } from "@guichet/contract/limits/request-limits.ts";
import { listedUsesMax } from "@guichet/contract/limits/wallet-limits.ts";
import { err, ok } from "@guichet/contract/result.ts";
import type { Ticket } from "@guichet/contract/wallet.ts";
import { ticketStateAt } from "@guichet/rules/punching.ts";
import type { ModuleHandlers } from "../http/call-handler.ts";
import { cursorAfter, readCursor } from "../http/cursor.ts";
import { isUuid } from "../ids.ts";
import { productsOf } from "../network-registry/registry.ts";
import type { UserSession } from "../sessions/session-store.ts";
import { findTickets, ticketScopeFor } from "./find-tickets.ts";
import { walletsFor } from "./pass-offers.ts";
import { punchTicket } from "./punch-ticket.ts";
import { readVignette, vignetteByNumber } from "./read-vignette.ts";
import { isPast, readWallet } from "./read-wallet.ts";
import { attestationDocument, ticketDocument } from "./ticket-documents.ts";
import { ticketHotlistHandler } from "./ticket-hotlist.ts";
import { ticketReaderOf } from "./ticket-reader.ts";
import { listTickets, type WalletTicket } from "./ticket-store.ts";
import { usesOf } from "./ticket-use-store.ts";
import { ticketDesign, ticketView } from "./ticket-view.ts";
import { transferContract } from "./transfer-ticket.ts";

/** Whether the session may see the price. A traveller's own sign-in does not see what others paid for them (§6). */
const paidFor = (session: UserSession, { boughtBy }: WalletTicket): boolean =>
  session.isHolder || boughtBy === session.travellerId;

export const walletHandlers: ModuleHandlers<
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
  tickets: async ({ deps, network, session, request, language }) => {
    const { ticketId, orderId } = request;
    if ([ticketId, orderId].some((id) => id !== undefined && !isUuid(id))) return err("NOT_FOUND");
    const before = readCursor(request.cursor);
    if (!before.ok) return before;
    const scope = await ticketScopeFor(deps.db, session, request.userId);
    if (!scope.ok) return scope;
    const limit = request.limit ?? pageSize;
    const now = deps.clock.iso();
    const { past } = request;
    const filter = { ...scope.value, ticketId, orderId, before: before.value, limit: limit + 1 };
    const found =
      past === undefined
        ? await listTickets(deps.db, filter)
        : await findTickets(deps.db, filter, (row) => isPast(ticketStateAt(row, now)) === past);
    if (ticketId !== undefined && found.length === 0) return err("NOT_FOUND");
    // An order whose tickets are all in the other list exists.
    if (orderId !== undefined && found.length === 0) {
      const any = await listTickets(deps.db, { ...scope.value, orderId, limit: 1 });
      if (any.length === 0) return err("NOT_FOUND");
    }
    const { page, nextCursor } = cursorAfter(found, limit);
    const views = page.map((ticket) => {
      const wallets = walletsFor(deps, network, ticket, now);
      return { ...ticketView(ticket, network, language, now), ...(wallets.length === 0 ? {} : { wallets }) };
    });
    if (ticketId !== undefined) {
      const uses = await usesOf(deps.db, network.id, ticketId, listedUsesMax);
      return ok({ items: views.map((ticket) => ({ ...ticket, uses })) });
    }
    return ok({ items: usableFirst(views), ...(nextCursor === undefined ? {} : { nextCursor }) });
  },

  blueprints: async ({ network, language }) =>
    ok({
      items: [...network.articles.values()].flatMap((article) =>
        productsOf(article).map(({ id }) => ticketDesign(network, article, id, language)),
      ),
    }),

  getWallet: async (ctx) => {
    const scope = await ticketScopeFor(ctx.deps.db, ctx.session, ctx.request.userId);
    return scope.ok ? ok(await readWallet(ctx, ctx.request, scope.value)) : scope;
  },

  contractAttestation: async ({ deps, session, request, language }) => {
    if (!isUuid(request.ticketId)) return err("NOT_FOUND");
    const [ticket] = await listTickets(deps.db, { ...ticketReaderOf(session), ticketId: request.ticketId, limit: 1 });
    if (ticket === undefined) return err("NOT_FOUND");
    if (!paidFor(session, ticket)) return err("HOLDER_REQUIRED");
    const document = await attestationDocument(deps, ticket, language);
    return document.ok ? ok({ bytes: document.value, filename: `${ticket.serial}.pdf` }) : document;
  },

  ticketPdf: async ({ deps, session, request, language }) => {
    if (!isUuid(request.ticketId)) return err("NOT_FOUND");
    const [ticket] = await listTickets(deps.db, { ...ticketReaderOf(session), ticketId: request.ticketId, limit: 1 });
    if (ticket === undefined) return err("NOT_FOUND");
    if (ticket.code === null || ["cancelled", "transferred", "moved", "blocked"].includes(ticket.status)) {
      return err("TICKET_UNUSABLE", { reason: ticket.status });
    }
    const withPrice = paidFor(session, ticket);
    return ok({
      bytes: await ticketDocument(deps, ticket, language, withPrice),
      filename: `${ticket.serial}.pdf`,
    });
  },

  punchTicket,
  ticketHotlist: ticketHotlistHandler,
  transferContract,
  decodeVignette: ({ deps, network, request }) => readVignette(deps, network.id, request.encodedPayload),
  sticker: ({ deps, network, request }) => vignetteByNumber(deps, network.id, request.stickerId),
};

const ranks: Partial<Record<Ticket["state"], number>> = { active: 0, pending: 1, blocked: 2 };
const usableFirst = (tickets: Ticket[]): Ticket[] =>
  tickets.toSorted((a, b) => (ranks[a.state] ?? 3) - (ranks[b.state] ?? 3));
